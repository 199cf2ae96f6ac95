#include "verdict/twin.hpp"

#include <cmath>

namespace fsduel::verdict {

TwinResult check_twin(const RunTable& table, const Place& place, std::size_t rounds,
                      const Yardstick& yardstick) {
  const auto baseline = static_cast<std::size_t>(table.duel().plan.baseline);
  const Pairs pairs = pair_up(table.values({baseline, Twin::no}, place, rounds),
                              table.values({baseline, Twin::yes}, place, rounds));
  TwinResult result;
  result.check.comparison = compare(pairs, yardstick);
  const Comparison& comparison = result.check.comparison;
  if (comparison.rounds < 2) {
    result.check.comparison.why = comparison.rounds == 0
                                      ? table.reason_missing({baseline, Twin::yes}, place, rounds)
                                      : std::string("a single round has no spread");
    return result;
  }
  result.check.state = excludes_equal(comparison) ? TwinState::differs : TwinState::quiet;
  result.check.resolution = half_width(comparison);
  if (comparison.kind == ComparisonKind::both_zero) result.check.resolution = 0;
  result.p = equality_p(pairs, comparison.kind);
  return result;
}

bool is_below_resolution(const Comparison& comparison, const TwinCheck& twin) {
  if (!comparison.ratio || !twin.resolution) return false;
  return std::abs(std::log(comparison.ratio->estimate)) < std::log1p(*twin.resolution);
}

}  // namespace fsduel::verdict
