// Sums, means and the plain t interval.
#include "stats/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace fsduel::stats {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Summary, AddsFromFirstToLast) {
  // In any other order the small number survives.
  const std::vector<double> values{1, 1e17, -1e17};
  EXPECT_EQ(sum(values), 0.0);
}

TEST(Summary, VarianceIsTheSampleVarianceFarFromZeroToo) {
  const std::vector<double> values{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16};
  EXPECT_DOUBLE_EQ(mean(values), 1e9 + 10);
  EXPECT_DOUBLE_EQ(variance(values), 30);
}

TEST(Summary, EqualValuesHaveNoSpreadAtAll) {
  const std::vector<double> values(7, 0.1);
  EXPECT_EQ(variance(values), 0.0);
}

TEST(Summary, NanZeroNegativeAndInfinityAreNotPositive) {
  EXPECT_TRUE(all_positive(std::vector<double>{1, 1e-300}));
  for (const double bad : {0.0, -1.0, kNan, kInf}) {
    EXPECT_FALSE(all_positive(std::vector<double>{1, bad})) << bad;
  }
  EXPECT_TRUE(all_finite(std::vector<double>{0, -1}));
  EXPECT_FALSE(all_finite(std::vector<double>{kNan}));
}

TEST(MeanInterval, PooledIterationsLookFarTooSure) {
  // Twelve iterations of three set-ups taken as independent: the mistake of the method's E11.
  const std::vector<double> pooled{10,   10.2, 9.9,  10.1, 10.8, 10.9,
                                   10.7, 11.0, 10.3, 10.2, 10.5, 10.4};
  const auto interval = mean_interval(pooled, 0.95);
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->estimate, 10.41667, 5e-6);
  EXPECT_NEAR(interval->upper - interval->estimate, 0.23121, 5e-6);
  EXPECT_NEAR(interval->estimate - interval->lower, 0.23121, 5e-6);
  EXPECT_EQ(interval->n, 12U);
}

TEST(MeanInterval, NeedsTwoFiniteValues) {
  EXPECT_FALSE(mean_interval({}, 0.95));
  EXPECT_FALSE(mean_interval(std::vector<double>{1}, 0.95));
  EXPECT_FALSE(mean_interval(std::vector<double>{1, kNan}, 0.95));
}

}  // namespace
}  // namespace fsduel::stats
