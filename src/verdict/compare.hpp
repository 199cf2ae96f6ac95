// Two rows of values compared by the rules for each kind of value (METHOD 2.7).
#pragma once

#include <optional>
#include <vector>

#include "model/metric.hpp"
#include "stats/interval.hpp"
#include "verdict/judgement.hpp"
#include "verdict/run_table.hpp"

namespace fsduel::verdict {

// The rounds in which both have a value.
struct Pairs {
  std::vector<double> baseline;
  std::vector<double> candidate;
};
[[nodiscard]] Pairs pair_up(const Row& baseline, const Row& candidate);

struct Yardstick {
  const Metric* metric = nullptr;
  double level = 0;   // confidence of the bounds
  double margin = 1;  // as a ratio: 1.05
};

// Without a pair the answer is `unavailable`, its reason left to the caller. With a single pair
// there is an estimate and no bounds to speak of: lower 0, upper infinite.
[[nodiscard]] Comparison compare(const Pairs& pairs, const Yardstick& yardstick);

// The word of bounds for candidate / baseline, turned so that above 1 is better.
[[nodiscard]] stats::Judgement judge_ratio(const Bounds& ratio, const Yardstick& yardstick);

// Hodges-Lehmann for the same pairs; nullopt where log ratios or its interval do not exist.
[[nodiscard]] std::optional<SecondOpinion> second_opinion(const Pairs& pairs,
                                                          const Yardstick& yardstick);

// Two-sided p value of "equal"; nullopt where no test exists.
[[nodiscard]] std::optional<double> equality_p(const Pairs& pairs, ComparisonKind kind);

// Whether "equal" is outside of the bounds.
[[nodiscard]] bool excludes_equal(const Comparison& comparison);

// Half-width of the ratio's bounds as a fraction: 0.025 = 2.5 %. nullopt without a ratio.
[[nodiscard]] std::optional<double> half_width(const Comparison& comparison);

}  // namespace fsduel::verdict
