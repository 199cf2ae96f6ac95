// Two candidates compared by the ratio of their values.
//
// Every function here answers nullopt when there is no answer: fewer than two observations, counts
// that do not fit, or a value that is not a finite number above zero.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "stats/interval.hpp"

namespace fsduel::stats {

// ln(numerator / denominator) of each pair.
[[nodiscard]] std::optional<std::vector<double>> log_ratios(std::span<const double> numerator,
                                                            std::span<const double> denominator);

struct PairedResult {
  Interval ratio;     // ratio scale; a point when the pairs show no spread
  double sd_log = 0;  // sample sd of the log ratios: the noise that more rounds must overcome
};

// The primary estimator: exp(mean d -+ t(n-1) s / sqrt n) over d = ln(numerator / denominator), one
// pair per round.
[[nodiscard]] std::optional<PairedResult> paired_log_ratio(std::span<const double> numerator,
                                                           std::span<const double> denominator,
                                                           double level);

struct WelchResult {
  Interval ratio;  // ratio scale; n counts both samples
  double df = 0;   // Welch-Satterthwaite; 0 when neither sample has any spread
};

// The same ratio from two independent samples of logs with unequal variances (Welch), for data that
// have no pairs. Sample sizes may differ.
[[nodiscard]] std::optional<WelchResult> welch_log_ratio(std::span<const double> numerator,
                                                         std::span<const double> denominator,
                                                         double level);

enum class Covariance {
  measured,  // the pairs share their rounds
  zero,      // as if the pairs were independent
};

struct FiellerResult {
  double ratio = 0;                  // mean(numerator) / mean(denominator)
  double g = 0;                      // share of the denominator's mean that noise could explain
  std::optional<Interval> interval;  // ratio scale; absent when g >= 1: unbounded
};

struct FiellerOptions {
  double level = 0.95;
  Covariance covariance = Covariance::measured;
};

// Ratio of means (of totals) with Fieller's interval.
[[nodiscard]] std::optional<FiellerResult> fieller_paired(std::span<const double> numerator,
                                                          std::span<const double> denominator,
                                                          const FiellerOptions& options);

}  // namespace fsduel::stats
