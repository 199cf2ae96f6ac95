#include "stats/paired.hpp"

#include <algorithm>
#include <cmath>

#include "stats/distributions.hpp"
#include "stats/summary.hpp"

namespace fsduel::stats {
namespace {

bool is_usable(std::span<const double> values) {
  return values.size() >= 2 && all_positive(values);
}

std::vector<double> logs(std::span<const double> values) {
  std::vector<double> result;
  result.reserve(values.size());
  for (const double value : values) result.push_back(std::log(value));
  return result;
}

Interval ratio_interval(double centre_log, double half_log, double level) {
  return {std::exp(centre_log - half_log), std::exp(centre_log), std::exp(centre_log + half_log),
          level, 0};
}

double covariance(std::span<const double> x, std::span<const double> y) {
  const double mean_x = mean(x);
  const double mean_y = mean(y);
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) total += (x[i] - mean_x) * (y[i] - mean_y);
  return total / static_cast<double>(x.size() - 1);
}

}  // namespace

std::optional<std::vector<double>> log_ratios(std::span<const double> numerator,
                                              std::span<const double> denominator) {
  if (numerator.size() != denominator.size()) return std::nullopt;
  if (!is_usable(numerator) || !is_usable(denominator)) return std::nullopt;
  std::vector<double> result;
  result.reserve(numerator.size());
  for (std::size_t i = 0; i < numerator.size(); ++i) {
    result.push_back(std::log(numerator[i]) - std::log(denominator[i]));
  }
  return result;
}

std::optional<PairedResult> paired_log_ratio(std::span<const double> numerator,
                                             std::span<const double> denominator, double level) {
  const auto differences = log_ratios(numerator, denominator);
  if (!differences) return std::nullopt;
  const auto n = static_cast<double>(differences->size());
  const double sd = std::sqrt(variance(*differences));
  const double half = critical_t(level, n - 1) * sd / std::sqrt(n);
  PairedResult result{ratio_interval(mean(*differences), half, level), sd};
  result.ratio.n = differences->size();
  return result;
}

std::optional<WelchResult> welch_log_ratio(std::span<const double> numerator,
                                           std::span<const double> denominator, double level) {
  if (!is_usable(numerator) || !is_usable(denominator)) return std::nullopt;
  const auto x = logs(numerator);
  const auto y = logs(denominator);
  const auto n_x = static_cast<double>(x.size());
  const auto n_y = static_cast<double>(y.size());
  const double v_x = variance(x) / n_x;
  const double v_y = variance(y) / n_y;
  const double v = v_x + v_y;
  WelchResult result;
  double half = 0;
  if (v > 0) {
    result.df = v * v / (v_x * v_x / (n_x - 1) + v_y * v_y / (n_y - 1));
    half = critical_t(level, result.df) * std::sqrt(v);
  }
  result.ratio = ratio_interval(mean(x) - mean(y), half, level);
  result.ratio.n = x.size() + y.size();
  return result;
}

std::optional<FiellerResult> fieller_paired(std::span<const double> numerator,
                                            std::span<const double> denominator,
                                            const FiellerOptions& options) {
  if (numerator.size() != denominator.size()) return std::nullopt;
  if (!is_usable(numerator) || !is_usable(denominator)) return std::nullopt;
  const auto n = static_cast<double>(numerator.size());
  const double t = critical_t(options.level, n - 1);
  const double x_mean = mean(denominator);
  const double v_xx = variance(denominator) / n;
  const double v_yy = variance(numerator) / n;
  const bool is_paired = options.covariance == Covariance::measured;
  const double v_xy = is_paired ? covariance(denominator, numerator) / n : 0.0;
  // g = u * v_xx; written with u so that a denominator without spread divides nothing by zero.
  const double u = t * t / (x_mean * x_mean);
  FiellerResult result{mean(numerator) / x_mean, u * v_xx, std::nullopt};
  const double g = result.g;
  if (g >= 1) return result;
  const double r = result.ratio;
  const double inside = v_yy - 2 * r * v_xy + r * r * v_xx - u * (v_xx * v_yy - v_xy * v_xy);
  // Rounding may leave a perfect fit a hair below zero.
  const double half = t / (x_mean * (1 - g)) * std::sqrt(std::max(inside, 0.0));
  const double centre = (r - u * v_xy) / (1 - g);
  result.interval = Interval{centre - half, r, centre + half, options.level, numerator.size()};
  return result;
}

}  // namespace fsduel::stats
