// Against figures of printed tables and of R.
#include "stats/distributions.hpp"

#include <gtest/gtest.h>

namespace fsduel::stats {
namespace {

TEST(Distributions, CriticalTOfTheTables) {
  EXPECT_NEAR(critical_t(0.95, 7), 2.364624, 5e-7);
  EXPECT_NEAR(critical_t(0.9875, 7), 3.33529, 5e-6);
  EXPECT_NEAR(critical_t(0.95, 2), 4.30265, 5e-6);
  EXPECT_NEAR(critical_t(0.95, 1e7), 1.959964, 5e-6);
}

TEST(Distributions, TwoSidedPUndoesCriticalT) {
  EXPECT_NEAR(two_sided_t_p(critical_t(0.95, 7.5), 7.5), 0.05, 1e-12);
  EXPECT_NEAR(two_sided_t_p(-critical_t(0.99, 3), 3), 0.01, 1e-12);
  EXPECT_DOUBLE_EQ(two_sided_t_p(0, 3), 1.0);
}

TEST(Distributions, ChiSquaredNormalAndBinomial) {
  EXPECT_NEAR(chi_squared_upper(3.841459, 1), 0.05, 1e-7);
  EXPECT_NEAR(normal_cdf(1.959964), 0.975, 1e-7);
  EXPECT_NEAR(normal_density(0), 0.398942280, 1e-9);
  EXPECT_NEAR(binomial_cdf({10, 0.5}, 1), 11.0 / 1024, 1e-15);
  EXPECT_EQ(binomial_cdf({10, 0.5}, 10), 1.0);
}

TEST(DistributionsDeathTest, ALevelOutsideZeroToOneIsABug) {
  EXPECT_DEATH((void)critical_t(1.0, 5), "level");
  EXPECT_DEATH((void)critical_t(0.0, 5), "level");
  EXPECT_DEATH((void)critical_t(0.95, 0), "degrees");
}

}  // namespace
}  // namespace fsduel::stats
