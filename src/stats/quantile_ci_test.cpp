// Order-statistic intervals (E7) and when a percentile may be printed.
#include "stats/quantile_ci.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace fsduel::stats {
namespace {

struct Case {
  std::size_t n;
  double quantile;
  std::size_t lower;
  std::optional<std::size_t> upper;
};

TEST(QuantileRanks, WorkedExamples) {
  const std::vector<Case> cases{{10, .5, 2, 9},           {100, .5, 40, 61},
                                {100, .9, 84, 96},        {100, .99, 97, std::nullopt},
                                {1000, .99, 983, 997},    {5000, .999, 4990, 5000},
                                {10000, .999, 9983, 9997}};
  for (const Case& c : cases) {
    const auto ranks = quantile_ranks({.quantile = c.quantile}, c.n);
    EXPECT_EQ(ranks.lower, c.lower) << c.n << " " << c.quantile;
    EXPECT_EQ(ranks.upper, c.upper) << c.n << " " << c.quantile;
    EXPECT_GE(ranks.coverage, 0.95);
  }
}

TEST(QuantileRanks, CoverageIsExact) {
  EXPECT_NEAR(quantile_ranks({.quantile = .5}, 10).coverage, .97852, 5e-6);
  EXPECT_NEAR(quantile_ranks({.quantile = .99}, 1000).coverage, .97609, 5e-6);
}

TEST(QuantileRanks, TinySamplesHaveNoBounds) {
  const auto none = quantile_ranks({.quantile = .5}, 0);
  EXPECT_FALSE(none.lower || none.upper);
  const auto three = quantile_ranks({.quantile = .5}, 3);
  EXPECT_FALSE(three.lower || three.upper);
  EXPECT_EQ(three.coverage, 1.0);
}

TEST(SmallestNWithUpper, AgreesWithTheRanks) {
  const std::vector<std::pair<double, std::size_t>> table{
      {.9, 36}, {.95, 72}, {.99, 368}, {.999, 3688}};
  for (const auto& [quantile, n] : table) {
    EXPECT_EQ(smallest_n_with_upper({.quantile = quantile}), n);
    EXPECT_TRUE(quantile_ranks({.quantile = quantile}, n).upper);
    EXPECT_FALSE(quantile_ranks({.quantile = quantile}, n - 1).upper);
  }
}

TEST(PercentileAllowed, NeedsTenExpectedAboveIt) {
  EXPECT_TRUE(percentile_allowed(.9, 100));
  EXPECT_FALSE(percentile_allowed(.9, 99));
  EXPECT_TRUE(percentile_allowed(.99, 1000));
  EXPECT_FALSE(percentile_allowed(.99, 999));
  EXPECT_TRUE(percentile_allowed(.999, 10000));
  EXPECT_FALSE(percentile_allowed(.999, 9999));
  EXPECT_FALSE(percentile_allowed(.5, 0));
}

TEST(QuantileRank, IsTheNearestRankDespiteRounding) {
  EXPECT_EQ(quantile_rank(.5, 4), 2U);
  EXPECT_EQ(quantile_rank(.5, 5), 3U);
  EXPECT_EQ(quantile_rank(.07, 100), 7U);  // 0.07 * 100 is a hair above 7 in binary
  EXPECT_EQ(quantile_rank(0, 9), 1U);
  EXPECT_EQ(quantile_rank(1, 9), 9U);
}

TEST(QuantileBounds, AreOrderStatistics) {
  std::vector<double> sorted(100);
  std::iota(sorted.begin(), sorted.end(), 1001.0);
  const auto bounds = quantile_bounds(sorted, {.quantile = .9});
  ASSERT_TRUE(bounds);
  EXPECT_EQ(bounds->estimate, 1090);
  EXPECT_EQ(bounds->lower, 1084);
  EXPECT_EQ(bounds->upper, 1096);
  EXPECT_FALSE(quantile_bounds(sorted, {.quantile = .99})->upper);
  EXPECT_FALSE(quantile_bounds({}, {}));
  EXPECT_FALSE(quantile_bounds(std::vector<double>{1, std::nan("")}, {}));
}

TEST(QuantileDeathTest, AQuantileOutsideZeroToOneIsABug) {
  EXPECT_DEATH((void)quantile_ranks({.quantile = 1}, 5), "quantile");
  EXPECT_DEATH((void)percentile_allowed(1, 5), "percentile");
}

}  // namespace
}  // namespace fsduel::stats
