// At which numbers of rounds a duel may look at its results, and which rounds an answer rests on
// (docs/decisions/0004).
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "model/plan.hpp"

namespace fsduel::verdict {

// Fewer usable rounds never decide (METHOD D11).
inline constexpr std::size_t kFewestRounds = 6;

enum class Moment { undeclared, look, last_look };
// What a number of complete rounds is under the cap that was fixed before the duel: one of the
// looks of METHOD 2.8, the last of them, or a moment at which nothing may be decided.
[[nodiscard]] Moment moment_of(std::size_t rounds, std::size_t cap);
// The next look after so many rounds; nullopt after the last.
[[nodiscard]] std::optional<std::size_t> next_look(std::size_t rounds, std::size_t cap);

// The rounds behind an answer.
struct Analysis {
  std::size_t rounds = 0;   // the first so many
  bool may_decide = false;  // a declared moment; otherwise no word is spoken
  std::string note;  // why fewer rounds than were made, or why there is no word; may be empty
  friend bool operator==(const Analysis&, const Analysis&) = default;
};

// For a duel that ended for that reason after so many complete rounds.
struct Ending {
  std::size_t complete = 0;
  std::size_t cap = 0;
  StopReason stop = StopReason::interrupted;
};
[[nodiscard]] Analysis choose_analysis(const Ending& ending);

}  // namespace fsduel::verdict
