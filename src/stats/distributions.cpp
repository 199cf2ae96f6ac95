#include "stats/distributions.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numbers>

#include "base/check.hpp"

namespace fsduel::stats {

double critical_t(double level, double df) {
  FSDUEL_CHECK(level > 0 && level < 1, "a confidence level lies between 0 and 1");
  FSDUEL_CHECK(df > 0, "degrees of freedom are positive");
  const boost::math::students_t distribution(df);
  return boost::math::quantile(boost::math::complement(distribution, (1 - level) / 2));
}

double two_sided_t_p(double t, double df) {
  FSDUEL_CHECK(std::isfinite(t) && df > 0, "t is finite and has degrees of freedom");
  const boost::math::students_t distribution(df);
  return 2 * boost::math::cdf(boost::math::complement(distribution, std::abs(t)));
}

double chi_squared_upper(double x, double df) {
  FSDUEL_CHECK(x >= 0 && std::isfinite(x) && df > 0, "chi squared is not negative");
  const boost::math::chi_squared distribution(df);
  return boost::math::cdf(boost::math::complement(distribution, x));
}

double normal_density(double z) {
  static constexpr double kFactor = std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  return kFactor * std::exp(-z * z / 2);
}

double normal_cdf(double z) {
  return std::erfc(-z / std::numbers::sqrt2) / 2;
}

double binomial_cdf(const Binomial& trials, std::size_t k) {
  FSDUEL_CHECK(trials.p > 0 && trials.p < 1, "a probability lies between 0 and 1");
  if (k >= trials.n) return 1;
  const boost::math::binomial distribution(static_cast<double>(trials.n), trials.p);
  return boost::math::cdf(distribution, static_cast<double>(k));
}

}  // namespace fsduel::stats
