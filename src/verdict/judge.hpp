// From a duel to its answer, and to whether it has to go on. Pure: the same duel gives the same
// answer, bit for bit.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/plan.hpp"
#include "verdict/judgement.hpp"

namespace fsduel::verdict {

// For any duel, finished or not. Rounds that are not complete are not used.
[[nodiscard]] Judgement judge(const Duel& duel);

// What a look says.
struct LookDecision {
  enum class Next {
    carry_on,
    stop_decided,  // every headline metric is decided for every candidate (METHOD 2.8)
    stop_last,     // the last declared look: more rounds would not count
  } next = Next::carry_on;
  bool is_look = false;                  // otherwise nothing was looked at
  std::optional<std::size_t> next_look;  // in complete rounds; nullopt: none follows
  std::vector<std::string> lines;        // what is decided and what is not, one per headline metric
};

// After so many complete rounds of a running duel. Between the declared looks it says carry_on and
// looks at nothing.
[[nodiscard]] LookDecision decide(const Duel& duel, std::size_t rounds_done);

}  // namespace fsduel::verdict
