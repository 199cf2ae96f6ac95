// The A/A twin: does the baseline differ from itself, and how finely can this session see
// (METHOD D2)?
#pragma once

#include <optional>

#include "verdict/compare.hpp"
#include "verdict/judgement.hpp"
#include "verdict/run_table.hpp"

namespace fsduel::verdict {

struct TwinResult {
  TwinCheck check;
  std::optional<double> p;  // of "equal", for Holm over the headline metrics
};
// yardstick.metric is that of the place.
[[nodiscard]] TwinResult check_twin(const RunTable& table, const Place& place, std::size_t rounds,
                                    const Yardstick& yardstick);

// Whether an effect (ratio) is smaller than what the baseline shows against itself by chance.
[[nodiscard]] bool is_below_resolution(const Comparison& comparison, const TwinCheck& twin);

}  // namespace fsduel::verdict
