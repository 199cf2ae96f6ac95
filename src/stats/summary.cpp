#include "stats/summary.hpp"

#include <algorithm>
#include <cmath>

#include "stats/distributions.hpp"

namespace fsduel::stats {

double sum(std::span<const double> values) {
  double total = 0;
  for (const double value : values) total += value;
  return total;
}

double mean(std::span<const double> values) {
  return sum(values) / static_cast<double>(values.size());
}

double squared_deviations(std::span<const double> values) {
  // Equal values have no spread, whatever rounding does to their mean.
  if (std::ranges::all_of(values, [&](double value) { return value == values.front(); })) return 0;
  const double centre = mean(values);
  double total = 0;
  for (const double value : values) total += (value - centre) * (value - centre);
  return total;
}

double variance(std::span<const double> values) {
  return squared_deviations(values) / static_cast<double>(values.size() - 1);
}

bool all_finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

bool all_positive(std::span<const double> values) {
  return std::ranges::all_of(values,
                             [](double value) { return std::isfinite(value) && value > 0; });
}

std::optional<Interval> mean_interval(std::span<const double> values, double level) {
  if (values.size() < 2 || !all_finite(values)) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  const double centre = mean(values);
  const double half = critical_t(level, n - 1) * std::sqrt(variance(values) / n);
  return Interval{centre - half, centre, centre + half, level, values.size()};
}

}  // namespace fsduel::stats
