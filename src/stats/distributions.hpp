// The few probability distributions the module needs. Arguments out of range are bugs and end the
// program.
#pragma once

#include <cstddef>

namespace fsduel::stats {

// t such that |T| <= t with probability `level` (0 < level < 1); df > 0 may be fractional.
[[nodiscard]] double critical_t(double level, double df);
// P(|T| >= |t|), t finite.
[[nodiscard]] double two_sided_t_p(double t, double df);
// P(X >= x) of chi squared, x >= 0.
[[nodiscard]] double chi_squared_upper(double x, double df);

[[nodiscard]] double normal_density(double z);
[[nodiscard]] double normal_cdf(double z);

struct Binomial {
  std::size_t n = 0;
  double p = 0;  // 0 < p < 1
};
// P(X <= k); 1 for k >= n.
[[nodiscard]] double binomial_cdf(const Binomial& trials, std::size_t k);

}  // namespace fsduel::stats
