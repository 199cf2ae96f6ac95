#include "stats/kalibera.hpp"

#include <algorithm>
#include <cmath>

#include "stats/summary.hpp"

namespace fsduel::stats {

std::optional<TwoLevels> two_levels(std::span<const std::vector<double>> setups, double level) {
  if (setups.size() < 2 || setups.front().size() < 2) return std::nullopt;
  TwoLevels result;
  result.setups = setups.size();
  result.inner = setups.front().size();
  std::vector<double> means;
  for (const auto& row : setups) {
    if (row.size() != result.inner || !all_finite(row)) return std::nullopt;
    means.push_back(mean(row));
    result.s1_squared += variance(row) / static_cast<double>(setups.size());
  }
  const auto interval = mean_interval(means, level);
  if (!interval) return std::nullopt;
  result.mean = *interval;
  result.s2_squared = variance(means);
  result.t2_squared = result.s2_squared - result.s1_squared / static_cast<double>(result.inner);
  return result;
}

std::optional<std::size_t> inner_repetitions(const RepetitionCosts& costs) {
  const bool costs_fit = costs.inner_seconds > 0 && costs.setup_seconds > 0;
  if (!costs_fit || !(costs.t1_squared >= 0) || !(costs.t2_squared > 0)) return std::nullopt;
  const double best =
      std::sqrt(costs.setup_seconds / costs.inner_seconds * costs.t1_squared / costs.t2_squared);
  // More than any run could do; also keeps the conversion in range.
  if (!(best < 1e9)) return std::nullopt;
  return static_cast<std::size_t>(std::max(1.0, std::ceil(best)));
}

}  // namespace fsduel::stats
