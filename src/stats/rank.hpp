// Hodges-Lehmann: the second opinion, which a few wild rounds cannot move far.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "stats/interval.hpp"

namespace fsduel::stats {

struct SignedRankDepth {
  std::size_t k = 0;      // the interval runs from the k-th smallest to the k-th largest average
  double confidence = 0;  // what that interval really has, >= the level asked for
};

// The deepest k whose interval still has at least `level`, from the exact distribution of
// Wilcoxon's signed-rank sum (counted, no approximation). nullopt where even k = 1 falls short.
[[nodiscard]] std::optional<SignedRankDepth> signed_rank_depth(std::size_t n, double level);

struct HodgesLehmann {
  double estimate = 0;  // median of the n(n+1)/2 Walsh averages
  std::size_t n = 0;
  struct Bounds {
    double lower = 0;
    double upper = 0;
    SignedRankDepth depth;
  };
  std::optional<Bounds> bounds;  // absent where no such interval exists
};

// In the unit of the differences (log ratios, as a rule). nullopt without values or with one that
// is not finite.
[[nodiscard]] std::optional<HodgesLehmann> hodges_lehmann(std::span<const double> differences,
                                                          double level);

// The result for log ratios on the ratio scale; its level is the exact confidence. nullopt where
// there are no bounds.
[[nodiscard]] std::optional<Interval> to_ratio(const HodgesLehmann& log_result);

}  // namespace fsduel::stats
