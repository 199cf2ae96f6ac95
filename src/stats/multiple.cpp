#include "stats/multiple.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.hpp"
#include "stats/distributions.hpp"
#include "stats/summary.hpp"

namespace fsduel::stats {

std::vector<double> holm(std::span<const double> p_values) {
  for (const double p : p_values) FSDUEL_CHECK(p >= 0 && p <= 1, "a p value lies between 0 and 1");
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> adjusted(p_values.size());
  double floor = 0;  // an adjusted p is never below that of a smaller p
  for (std::size_t step = 0; step < order.size(); ++step) {
    const auto tests_left = static_cast<double>(order.size() - step);
    floor = std::max(floor, std::min(1.0, tests_left * p_values[order[step]]));
    adjusted[order[step]] = floor;
  }
  return adjusted;
}

std::optional<double> paired_t_p(std::span<const double> differences) {
  if (differences.size() < 2 || !all_finite(differences)) return std::nullopt;
  const auto n = static_cast<double>(differences.size());
  const double centre = mean(differences);
  const double error = std::sqrt(variance(differences) / n);
  const double t = centre / error;
  if (error == 0 || !std::isfinite(t)) return centre == 0 ? 1.0 : 0.0;
  return two_sided_t_p(t, n - 1);
}

}  // namespace fsduel::stats
