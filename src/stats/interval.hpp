// An interval estimate, the common answer of this module.
#pragma once

#include <cstddef>

namespace fsduel::stats {

// What is known of one quantity. Functions that compare two things give it on the ratio scale: 1 is
// "equal", all three numbers are > 0, `lower` may underflow to 0 and `upper` overflow to infinity
// when the data say next to nothing. Functions that estimate a mean give it in the unit of the data
// and say so.
struct Interval {
  double lower = 0;
  double estimate = 0;
  double upper = 0;
  double level = 0;   // confidence, 0 .. 1
  std::size_t n = 0;  // observations (pairs, rounds, hosts) behind it
  friend bool operator==(const Interval&, const Interval&) = default;
};

// The same knowledge about 1/ratio: turns times into rates. Only for the ratio scale.
[[nodiscard]] Interval invert(const Interval& ratio);

// Whether "equal" is outside. Only for the ratio scale.
[[nodiscard]] bool excludes_one(const Interval& ratio);

// Half-width as a fraction on the ratio scale: 0.025 when the bounds lie a factor 1.025 around
// their middle on the log scale.
[[nodiscard]] double relative_half_width(const Interval& ratio);

}  // namespace fsduel::stats
