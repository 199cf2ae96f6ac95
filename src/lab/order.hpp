// The order of the runs within each round.
#pragma once

#include <cstdint>
#include <vector>

#include "model/plan.hpp"

namespace fsduel::lab {

struct OrderRequest {
  std::uint64_t seed = 0;  // of the duel
  std::uint64_t rounds = 0;
  std::uint64_t candidates = 0;  // at least 1
  std::uint64_t baseline = 0;    // this one gets an A/A twin
};

// Randomised complete blocks (METHOD D1): each round has every candidate and the baseline's twin
// once, shuffled by derive(seed, "order", round). A longer duel begins with the rounds of a
// shorter.
[[nodiscard]] std::vector<std::vector<Cell>> make_order(const OrderRequest& request);

}  // namespace fsduel::lab
