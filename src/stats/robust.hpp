// Numbers that a few wild values cannot spoil, and the mean for ratios.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace fsduel::stats {

// Of values already in ascending order; at least one.
[[nodiscard]] double median_of_sorted(std::span<const double> sorted);
// nullopt without values or with one that is not finite.
[[nodiscard]] std::optional<double> median(std::span<const double> values);

// Median absolute deviation times 1.4826: estimates the sd of normal data. nullopt as for median().
[[nodiscard]] std::optional<double> scaled_mad(std::span<const double> values);

// How many scaled MADs each value lies from the median. When more than half of the values are equal
// the MAD is zero: equal values then score 0, all others plus or minus infinity. nullopt as above.
[[nodiscard]] std::optional<std::vector<double>> mad_scores(std::span<const double> values);

// exp(sum w ln r / sum w). nullopt unless each ratio is above zero and finite, the weights are as
// many, finite, not negative and not all zero.
[[nodiscard]] std::optional<double> weighted_geometric_mean(std::span<const double> ratios,
                                                            std::span<const double> weights);

}  // namespace fsduel::stats
