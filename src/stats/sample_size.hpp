// How many rounds a question needs.
#pragma once

#include <cstddef>
#include <optional>

namespace fsduel::stats {

struct RoundsQuestion {
  double sd_log = 0;           // sd of the log ratios of a pair, as a pilot saw it; >= 0
  double margin_ratio = 1.05;  // the half-width to reach, as a ratio > 1
  double level = 0.95;
};

// Above this a question is answered with "not by more rounds".
inline constexpr std::size_t kMaxRoundsSearched = 100'000;

// The smallest n with t(n-1) s / sqrt n <= ln margin. nullopt above kMaxRoundsSearched and for
// values outside their range.
[[nodiscard]] std::optional<std::size_t> rounds_needed(const RoundsQuestion& question);

}  // namespace fsduel::stats
