#include "stats/robust.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/summary.hpp"

namespace fsduel::stats {
namespace {

double score(double deviation, double mad) {
  if (mad > 0) return deviation / mad;
  if (deviation == 0) return 0;
  return std::copysign(std::numeric_limits<double>::infinity(), deviation);
}

}  // namespace

double median_of_sorted(std::span<const double> sorted) {
  const std::size_t middle = sorted.size() / 2;
  if (sorted.size() % 2 == 1) return sorted[middle];
  return sorted[middle - 1] / 2 + sorted[middle] / 2;
}

std::optional<double> median(std::span<const double> values) {
  if (values.empty() || !all_finite(values)) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  return median_of_sorted(sorted);
}

std::optional<double> scaled_mad(std::span<const double> values) {
  const auto centre = median(values);
  if (!centre) return std::nullopt;
  std::vector<double> deviations;
  deviations.reserve(values.size());
  for (const double value : values) deviations.push_back(std::abs(value - *centre));
  const auto mad = median(deviations);
  if (!mad) return std::nullopt;
  return 1.4826 * *mad;
}

std::optional<std::vector<double>> mad_scores(std::span<const double> values) {
  const auto centre = median(values);
  const auto mad = scaled_mad(values);
  if (!centre || !mad) return std::nullopt;
  std::vector<double> scores;
  scores.reserve(values.size());
  for (const double value : values) scores.push_back(score(value - *centre, *mad));
  return scores;
}

std::optional<double> weighted_geometric_mean(std::span<const double> ratios,
                                              std::span<const double> weights) {
  const bool weights_fit = ratios.size() == weights.size() && all_finite(weights) &&
                           std::ranges::all_of(weights, [](double w) { return w >= 0; });
  if (!weights_fit || !all_positive(ratios)) return std::nullopt;
  const double total = sum(weights);
  if (!(total > 0)) return std::nullopt;
  double logs = 0;
  for (std::size_t i = 0; i < ratios.size(); ++i) logs += weights[i] * std::log(ratios[i]);
  return std::exp(logs / total);
}

}  // namespace fsduel::stats
