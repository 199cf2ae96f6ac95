// Numbers as people read them. Rounding happens here and nowhere else, so that every report shows
// the same figures.
#pragma once

#include <string>
#include <string_view>

#include "verdict/judgement.hpp"

namespace fsduel::report {

// Three digits and a fitting unit: (0.00123, "s") -> "1.23 ms", (4321, "kB") -> "4.32 MB",
// (1234, "requests") -> "1234".
[[nodiscard]] std::string render_value(double value, std::string_view unit);

// Estimate and bounds with as many decimals as the bounds are worth: "1.90 [1.83, 1.97]". The
// estimate alone where the bounds say nothing (a single round) or are the estimate.
[[nodiscard]] std::string render_ratio(const verdict::Bounds& ratio);

// A difference in a unit: "+12 kB [+10 kB, +14 kB]".
[[nodiscard]] std::string render_difference(const verdict::Bounds& difference,
                                            std::string_view unit);

// All digits that the number has, for machines; "" for what is not finite.
[[nodiscard]] std::string render_exact(double value);

}  // namespace fsduel::report
