// Whether a series of slices has settled, where its warm-up ends, and how much its slices know of
// each other.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace fsduel::stats {

struct MserResult {
  std::size_t drop = 0;           // slices to leave out at the start
  std::vector<double> criterion;  // sum (y - mean)^2 / (n - d)^2 for d = 0 .. n/2
};
// Truncation point with the smallest criterion, the earliest of equals. nullopt below two slices or
// when one is not finite.
[[nodiscard]] std::optional<MserResult> mser(std::span<const double> slices);

inline constexpr double kMaxRange = 0.20;
inline constexpr double kMaxExcursion = 0.10;
inline constexpr std::size_t kSteadyWindows = 5;

struct SteadyResult {
  double range = 0;      // (max - min) / mean
  double excursion = 0;  // rise or fall of the least-squares line over the windows / mean
  bool is_steady = false;
};
// The SNIA rule over sub-windows (five of them in the method). nullopt below two windows, when one
// is not finite or when the mean is not above zero.
[[nodiscard]] std::optional<SteadyResult> steady_state(std::span<const double> windows);

// Means of `parts` equal stretches; slices that do not divide are dropped at the start. Empty when
// there are fewer slices than parts or parts is 0.
[[nodiscard]] std::vector<double> window_means(std::span<const double> slices, std::size_t parts);
// Means of batches of `size`; an incomplete last batch is dropped. Empty when size is 0.
[[nodiscard]] std::vector<double> batch_means(std::span<const double> slices, std::size_t size);

// Lag-1 autocorrelation with the divisor of the whole series. nullopt below two slices, without
// spread or when one is not finite.
[[nodiscard]] std::optional<double> lag1_autocorrelation(std::span<const double> slices);
// n (1 - r) / (1 + r): how many independent slices the series is worth; never counted as more than
// n. nullopt as above.
[[nodiscard]] std::optional<double> effective_n(std::span<const double> slices);

}  // namespace fsduel::stats
