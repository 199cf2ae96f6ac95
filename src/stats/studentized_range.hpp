// Tukey's studentized range: the spread of k normal means over their estimated standard error.
#pragma once

#include <cstddef>
#include <limits>

namespace fsduel::stats {

inline constexpr double kInfiniteDf = std::numeric_limits<double>::infinity();

struct StudentizedRange {
  std::size_t groups = 2;   // k, 2 .. 200
  double df = kInfiniteDf;  // degrees of freedom of the error estimate, >= 2 or infinite
};

// P(Q <= q), within 1e-7; 0 for q <= 0. Own quadrature (trapezoids, which converge exponentially
// for these smooth integrands).
[[nodiscard]] double studentized_range_cdf(const StudentizedRange& shape, double q);
// q with P(Q <= q) = p, within 1e-6 of q; 0 < p <= 0.9999.
[[nodiscard]] double studentized_range_quantile(const StudentizedRange& shape, double p);

}  // namespace fsduel::stats
