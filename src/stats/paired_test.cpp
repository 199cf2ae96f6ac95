// The primary estimator and its relatives, on the worked examples of the method (E1, E1b, E3, E22).
#include "stats/paired.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "stats/looks.hpp"
#include "stats/summary.hpp"
#include "stats/word.hpp"

namespace fsduel::stats {
namespace {

const std::vector<double> kA{1000, 1040, 980, 1015, 1100, 990, 1025, 1060};
const std::vector<double> kB{1102, 1130, 1071, 1099, 1195, 1105, 1098, 1170};

void expect_interval(const Interval& interval, double estimate, double lower, double upper) {
  EXPECT_NEAR(interval.estimate, estimate, 5.01e-6);
  EXPECT_NEAR(interval.lower, lower, 5.01e-6);
  EXPECT_NEAR(interval.upper, upper, 5.01e-6);
}

TEST(PairedLogRatio, WorkedExampleAt95) {
  const auto result = paired_log_ratio(kB, kA, 0.95);
  ASSERT_TRUE(result);
  expect_interval(result->ratio, 1.09263, 1.08089, 1.10449);
  EXPECT_NEAR(std::log(result->ratio.estimate), 0.088587, 5e-7);
  EXPECT_NEAR(result->sd_log, 0.012919, 5e-7);
  EXPECT_EQ(result->ratio.n, 8U);
  EXPECT_EQ(result->ratio.level, 0.95);
}

TEST(PairedLogRatio, WorkedExampleAtTheLevelOfALookIsBetterByMargin) {
  const auto result = paired_log_ratio(kB, kA, kLookLevel);
  ASSERT_TRUE(result);
  expect_interval(result->ratio, 1.09263, 1.07611, 1.10940);
  EXPECT_EQ(judge(result->ratio).word, Word::better_by_margin);
}

TEST(PairedLogRatio, WithoutSpreadIsAPoint) {
  const auto result = paired_log_ratio(std::vector<double>{2, 2}, std::vector<double>{4, 4}, 0.95);
  ASSERT_TRUE(result);
  EXPECT_DOUBLE_EQ(result->ratio.estimate, 0.5);
  EXPECT_EQ(result->ratio.lower, result->ratio.estimate);
  EXPECT_EQ(result->ratio.upper, result->ratio.estimate);
  EXPECT_EQ(result->sd_log, 0.0);
}

TEST(PairedLogRatio, EqualColumnsGiveExactlyOne) {
  const auto result = paired_log_ratio(kA, kA, 0.95);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->ratio, (Interval{1, 1, 1, 0.95, 8}));
}

TEST(PairedLogRatio, HasNoAnswerForUnusableData) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> good{1, 2, 3};
  EXPECT_FALSE(paired_log_ratio({}, {}, 0.95));
  EXPECT_FALSE(paired_log_ratio(std::vector<double>{1}, std::vector<double>{2}, 0.95));
  EXPECT_FALSE(paired_log_ratio(good, std::vector<double>{1, 2}, 0.95));
  for (const double bad : {0.0, -1.0, nan}) {
    EXPECT_FALSE(paired_log_ratio(std::vector<double>{1, 2, bad}, good, 0.95)) << bad;
    EXPECT_FALSE(paired_log_ratio(good, std::vector<double>{1, 2, bad}, 0.95)) << bad;
  }
}

TEST(PairedLogRatio, PercentilesOfRunsBecomeWordsAfterInversion) {
  const std::vector<double> a{12, 15, 11, 14, 18, 13};
  const std::vector<double> b{10, 11, 10.5, 12, 13, 11.5};
  const auto at_95 = paired_log_ratio(b, a, 0.95);
  ASSERT_TRUE(at_95);
  expect_interval(at_95->ratio, 0.82680, 0.73754, 0.92686);
  const Interval faster = invert(at_95->ratio);
  EXPECT_NEAR(faster.lower, 1.0789, 5e-5);
  EXPECT_NEAR(faster.upper, 1.3559, 5e-5);
  EXPECT_EQ(judge(faster).word, Word::better_by_margin);

  const auto at_look = paired_log_ratio(b, a, kLookLevel);
  ASSERT_TRUE(at_look);
  const Interval sober = invert(at_look->ratio);
  EXPECT_NEAR(sober.lower, 1.0211, 5e-5);
  EXPECT_NEAR(sober.upper, 1.4326, 5e-5);
  EXPECT_EQ(judge(sober).word, Word::better);
}

TEST(WelchLogRatio, IgnoringThePairsWidensTheWorkedExampleAndWeakensItsWord) {
  const auto result = welch_log_ratio(kB, kA, 0.95);
  ASSERT_TRUE(result);
  EXPECT_NEAR(result->df, 13.9727, 5e-5);
  expect_interval(result->ratio, 1.09263, 1.04961, 1.13741);
  EXPECT_EQ(judge(result->ratio).word, Word::better);
  EXPECT_EQ(result->ratio.n, 16U);
}

TEST(WelchLogRatio, TakesSamplesOfUnequalSize) {
  const auto result = welch_log_ratio(kB, std::vector<double>{1000, 1040, 980}, 0.95);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->ratio.n, 11U);
  EXPECT_LT(result->ratio.lower, result->ratio.estimate);
}

TEST(WelchLogRatio, WithoutSpreadIsAPointAndWithoutDataNothing) {
  const auto point = welch_log_ratio(std::vector<double>{2, 2}, std::vector<double>{1, 1}, 0.95);
  ASSERT_TRUE(point);
  EXPECT_EQ(point->df, 0.0);
  EXPECT_EQ(point->ratio.lower, point->ratio.upper);
  EXPECT_FALSE(welch_log_ratio(kB, std::vector<double>{1}, 0.95));
  EXPECT_FALSE(welch_log_ratio(std::vector<double>{0, 1}, kA, 0.95));
}

TEST(FiellerPaired, WorkedExample) {
  EXPECT_NEAR(mean(kA), 1026.25, 1e-9);
  EXPECT_NEAR(mean(kB), 1121.25, 1e-9);
  EXPECT_NEAR(variance(kA) / 8, 197.09821, 5e-6);
  EXPECT_NEAR(variance(kB) / 8, 215.84821, 5e-6);
  const auto result = fieller_paired(kB, kA, {});
  ASSERT_TRUE(result && result->interval);
  EXPECT_NEAR(result->g, 0.001046, 5e-7);
  expect_interval(*result->interval, 1.09257, 1.08099, 1.10437);
}

TEST(FiellerPaired, WithoutTheCovarianceOfTheWorkedExample) {
  const auto result = fieller_paired(kB, kA, {.covariance = Covariance::zero});
  ASSERT_TRUE(result && result->interval);
  expect_interval(*result->interval, 1.09257, 1.04474, 1.14269);
}

TEST(FiellerPaired, ANoisyDenominatorLeavesTheRatioUnbounded) {
  const auto result =
      fieller_paired(std::vector<double>{5, 6, 7}, std::vector<double>{1, 100, 3}, {});
  ASSERT_TRUE(result);
  EXPECT_GE(result->g, 1.0);
  EXPECT_FALSE(result->interval);
}

TEST(FiellerPaired, WithoutSpreadIsAPointAndWithoutDataNothing) {
  const auto point = fieller_paired(std::vector<double>{3, 3}, std::vector<double>{2, 2}, {});
  ASSERT_TRUE(point && point->interval);
  EXPECT_EQ(point->interval->lower, 1.5);
  EXPECT_EQ(point->interval->upper, 1.5);
  EXPECT_FALSE(fieller_paired(kB, std::vector<double>{1, 2}, {}));
  EXPECT_FALSE(fieller_paired(std::vector<double>{0, 1}, std::vector<double>{1, 2}, {}));
}

}  // namespace
}  // namespace fsduel::stats
