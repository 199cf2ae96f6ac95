// Many tests at once.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace fsduel::stats {

// Holm's adjusted p values, in the order given: a test may be called significant at alpha when its
// adjusted p is <= alpha, whatever the others say. Each p lies in 0 .. 1 (a bug otherwise).
[[nodiscard]] std::vector<double> holm(std::span<const double> p_values);

// Two-sided p of the paired t test that the mean difference is zero. Without spread it is 1 when
// all differences are zero and 0 otherwise. nullopt below two values or when one is not finite.
[[nodiscard]] std::optional<double> paired_t_p(std::span<const double> differences);

}  // namespace fsduel::stats
