// Mean and spread of a row of numbers, always added from first to last, so that equal input gives
// the same bits.
#pragma once

#include <optional>
#include <span>

#include "stats/interval.hpp"

namespace fsduel::stats {

[[nodiscard]] double sum(std::span<const double> values);
// At least one value.
[[nodiscard]] double mean(std::span<const double> values);
// Sum of squared deviations from the mean, in two passes. At least one value.
[[nodiscard]] double squared_deviations(std::span<const double> values);
// Sample variance, divisor n-1. At least two values.
[[nodiscard]] double variance(std::span<const double> values);

// No NaN and no infinity among them; true for no values.
[[nodiscard]] bool all_finite(std::span<const double> values);
// Finite and above zero, so that a logarithm exists; true for no values.
[[nodiscard]] bool all_positive(std::span<const double> values);

// Student's t interval of the mean, in the unit of the values. nullopt below two values or when one
// is not finite.
[[nodiscard]] std::optional<Interval> mean_interval(std::span<const double> values, double level);

}  // namespace fsduel::stats
