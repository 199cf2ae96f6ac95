// Quantiles and what a sample can say of them without a model: bounds that are themselves order
// statistics.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace fsduel::stats {

struct QuantileQuestion {
  double quantile = 0.5;  // 0 < q < 1
  double level = 0.95;    // each side errs with at most (1 - level) / 2
};

// Ranks from 1: the quantile lies between x(lower) and x(upper).
struct QuantileRanks {
  std::optional<std::size_t> lower;  // absent: no order statistic is a lower bound
  std::optional<std::size_t> upper;
  double coverage = 0;  // exact probability that the bounds hold (a missing bound always holds)
};

// From the exact binomial distribution; q and level in range (a bug otherwise). n = 0: no bounds.
[[nodiscard]] QuantileRanks quantile_ranks(const QuantileQuestion& question, std::size_t n);

// The smallest sample that has an upper bound for the quantile.
[[nodiscard]] std::size_t smallest_n_with_upper(const QuantileQuestion& question);

// Whether a percentile may be printed at all: at least 10 observations are expected above it.
[[nodiscard]] bool percentile_allowed(double quantile, std::size_t n);

// The rank, from 1, of the sample quantile: the smallest r with r >= q n (nearest rank). n >= 1,
// 0 <= q <= 1.
[[nodiscard]] std::size_t quantile_rank(double quantile, std::size_t n);

struct QuantileBounds {
  double estimate = 0;  // nearest rank
  std::optional<double> lower;
  std::optional<double> upper;
  double coverage = 0;
};
// In the unit of the values, which stand in ascending order. nullopt without values or with one
// that is not finite.
[[nodiscard]] std::optional<QuantileBounds> quantile_bounds(std::span<const double> sorted,
                                                            const QuantileQuestion& question);

}  // namespace fsduel::stats
