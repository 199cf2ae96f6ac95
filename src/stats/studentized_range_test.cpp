// Against R's ptukey and qtukey, printed tables, the exact identity with t for two groups, and an
// independent Simpson quadrature of another form of the integral.
#include "stats/studentized_range.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/distributions.hpp"

namespace fsduel::stats {
namespace {

TEST(StudentizedRange, QuantilesOfTheTables) {
  EXPECT_NEAR(studentized_range_quantile({3, 10}, 0.95), 3.876777, 5e-6);
  EXPECT_NEAR(studentized_range_quantile({5, 20}, 0.95), 4.231857, 5e-6);
  EXPECT_NEAR(studentized_range_quantile({3, kInfiniteDf}, 0.95), 3.314493, 5e-6);
  EXPECT_NEAR(studentized_range_quantile({10, kInfiniteDf}, 0.95), 4.474124, 5e-6);
  EXPECT_NEAR(studentized_range_quantile({3, 2}, 0.95), 8.330783, 5e-6);
  EXPECT_NEAR(studentized_range_quantile({20, 2}, 0.95), 16.77, 5e-3);
  EXPECT_NEAR(studentized_range_quantile({3, 10}, 0.99), 5.27, 5e-3);
}

TEST(StudentizedRange, TwoGroupsAreStudentsT) {
  for (const double df : {2.0, 3.0, 7.5, 40.0, 1e5}) {
    for (const double level : {0.5, 0.95, 0.9875, 0.999}) {
      EXPECT_NEAR(
          studentized_range_quantile({2, df}, level) / (std::sqrt(2.0) * critical_t(level, df)), 1,
          1e-7)
          << df << " " << level;
    }
  }
}

TEST(StudentizedRange, ProbabilitiesOfAnIndependentQuadrature) {
  EXPECT_NEAR(studentized_range_cdf({3, 10}, 3.5), 0.92289669, 1e-7);
  EXPECT_NEAR(studentized_range_cdf({20, 15}, 6), 0.95248724, 1e-7);
  EXPECT_NEAR(studentized_range_cdf({20, kInfiniteDf}, 5), 0.94863534, 1e-7);
  EXPECT_NEAR(studentized_range_cdf({20, 2}, 3), 0.23647134, 1e-7);
  EXPECT_NEAR(studentized_range_cdf({2, 5}, 1), 0.48891592, 1e-7);
  EXPECT_NEAR(studentized_range_cdf({8, 117}, 4.5), 0.96170912, 1e-7);
}

TEST(StudentizedRange, EndsOfTheScale) {
  EXPECT_EQ(studentized_range_cdf({3, 10}, 0), 0.0);
  EXPECT_EQ(studentized_range_cdf({3, 10}, -1), 0.0);
  EXPECT_EQ(studentized_range_cdf({3, 10}, std::nan("")), 0.0);
  EXPECT_NEAR(studentized_range_cdf({3, 10}, 1e4), 1.0, 1e-12);
}

TEST(StudentizedRange, QuantileUndoesTheProbabilityFarOutToo) {
  for (const double p : {0.01, 0.5, 0.9999}) {
    const double q = studentized_range_quantile({20, 2}, p);
    EXPECT_NEAR(studentized_range_cdf({20, 2}, q), p, 1e-9);
  }
}

TEST(StudentizedRangeDeathTest, OneGroupOrOneDegreeOfFreedomIsABug) {
  EXPECT_DEATH((void)studentized_range_cdf({1, 10}, 1), "groups");
  EXPECT_DEATH((void)studentized_range_cdf({3, 1}, 1), "degrees");
  EXPECT_DEATH((void)studentized_range_quantile({3, 10}, 1), "probability");
}

}  // namespace
}  // namespace fsduel::stats
