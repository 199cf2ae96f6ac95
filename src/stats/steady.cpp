#include "stats/steady.hpp"

#include <algorithm>
#include <cmath>

#include "stats/summary.hpp"

namespace fsduel::stats {
namespace {

// Slope of the least-squares line over 0, 1, 2 ...
double slope(std::span<const double> values) {
  const double centre = static_cast<double>(values.size() - 1) / 2;
  const double level = mean(values);
  double products = 0;
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = static_cast<double>(i) - centre;
    products += x * (values[i] - level);
    squares += x * x;
  }
  return products / squares;
}

}  // namespace

std::optional<MserResult> mser(std::span<const double> slices) {
  if (slices.size() < 2 || !all_finite(slices)) return std::nullopt;
  MserResult result;
  for (std::size_t drop = 0; drop <= slices.size() / 2; ++drop) {
    const auto rest = slices.subspan(drop);
    const auto n = static_cast<double>(rest.size());
    result.criterion.push_back(squared_deviations(rest) / (n * n));
    if (result.criterion.back() < result.criterion[result.drop]) result.drop = drop;
  }
  return result;
}

std::optional<SteadyResult> steady_state(std::span<const double> windows) {
  if (windows.size() < 2 || !all_finite(windows)) return std::nullopt;
  const double level = mean(windows);
  if (!(level > 0)) return std::nullopt;
  const auto [lowest, highest] = std::ranges::minmax(windows);
  SteadyResult result;
  result.range = (highest - lowest) / level;
  result.excursion = std::abs(slope(windows)) * static_cast<double>(windows.size() - 1) / level;
  result.is_steady = result.range <= kMaxRange && result.excursion <= kMaxExcursion;
  return result;
}

std::vector<double> window_means(std::span<const double> slices, std::size_t parts) {
  if (parts == 0 || slices.size() < parts) return {};
  return batch_means(slices.subspan(slices.size() % parts), slices.size() / parts);
}

std::vector<double> batch_means(std::span<const double> slices, std::size_t size) {
  std::vector<double> means;
  if (size == 0) return means;
  for (std::size_t start = 0; slices.size() - start >= size; start += size) {
    means.push_back(mean(slices.subspan(start, size)));
  }
  return means;
}

std::optional<double> lag1_autocorrelation(std::span<const double> slices) {
  if (slices.size() < 2 || !all_finite(slices)) return std::nullopt;
  const double squares = squared_deviations(slices);
  if (!(squares > 0)) return std::nullopt;
  const double level = mean(slices);
  double products = 0;
  for (std::size_t i = 1; i < slices.size(); ++i) {
    products += (slices[i - 1] - level) * (slices[i] - level);
  }
  return products / squares;
}

std::optional<double> effective_n(std::span<const double> slices) {
  const auto r = lag1_autocorrelation(slices);
  if (!r) return std::nullopt;
  return static_cast<double>(slices.size()) * std::min(1.0, (1 - *r) / (1 + *r));
}

}  // namespace fsduel::stats
