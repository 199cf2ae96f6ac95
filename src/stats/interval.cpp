#include "stats/interval.hpp"

#include <cmath>

namespace fsduel::stats {

Interval invert(const Interval& ratio) {
  return {1 / ratio.upper, 1 / ratio.estimate, 1 / ratio.lower, ratio.level, ratio.n};
}

bool excludes_one(const Interval& ratio) {
  return ratio.lower > 1 || ratio.upper < 1;
}

double relative_half_width(const Interval& ratio) {
  return std::sqrt(ratio.upper / ratio.lower) - 1;
}

}  // namespace fsduel::stats
