// Kalibera and Jones: how to spend time when a whole set-up (mkfs) is repeated and, inside it, the
// measurement.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/interval.hpp"

namespace fsduel::stats {

// Variances of a two-level experiment with equally many inner measurements in every set-up.
struct TwoLevels {
  std::size_t setups = 0;
  std::size_t inner = 0;
  double s1_squared = 0;  // mean variance within a set-up; also the estimate T1^2
  double s2_squared = 0;  // variance of the set-ups' means
  double t2_squared = 0;  // S2^2 - S1^2 / inner: what set-ups add of their own; may be negative
  Interval mean;          // in the unit of the data, from the set-ups' means; n counts set-ups
};

// One row per set-up. nullopt below two rows or two columns, for ragged rows, or when a value is
// not finite.
[[nodiscard]] std::optional<TwoLevels> two_levels(std::span<const std::vector<double>> setups,
                                                  double level);

struct RepetitionCosts {
  double inner_seconds = 0;  // c1, > 0
  double setup_seconds = 0;  // c2, > 0
  double t1_squared = 0;     // variance that inner repetition averages out, >= 0
  double t2_squared = 0;     // variance that only a new set-up averages out
};

// ceil(sqrt(c2/c1 * T1^2/T2^2)), at least 1: inner measurements per set-up. nullopt when set-ups
// add no variance of their own (T2^2 <= 0): then inner repetition is as good as a new set-up, and
// cheaper; and for values out of range.
[[nodiscard]] std::optional<std::size_t> inner_repetitions(const RepetitionCosts& costs);

}  // namespace fsduel::stats
