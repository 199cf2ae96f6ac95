#include "verdict/compare.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "stats/looks.hpp"

namespace fsduel::verdict {
namespace {

// E1 of the method, as times: A is slower.
const std::vector<double> kA{1000, 1040, 980, 1015, 1100, 990, 1025, 1060};
const std::vector<double> kB{1102, 1130, 1071, 1099, 1195, 1105, 1098, 1170};

Yardstick yardstick(std::string_view metric) {
  return {find_metric(metric), stats::kLookLevel, 1.05};
}

TEST(Compare, RatioIsCandidateOverBaselineAtTheLevel) {
  const auto result = compare({kA, kB}, yardstick("time_durable"));
  ASSERT_TRUE(result.ratio);
  EXPECT_NEAR(result.ratio->lower, 1.07611, 1e-5);
  EXPECT_NEAR(result.ratio->estimate, 1.09263, 1e-5);
  EXPECT_NEAR(result.ratio->upper, 1.10940, 1e-5);
  EXPECT_EQ(result.rounds, 8U);
}

TEST(Compare, MoreTimeIsWorseAndLessTimeIsBetter) {
  EXPECT_EQ(compare({kA, kB}, yardstick("time_durable")).said.word, Word::worse_by_margin);
  EXPECT_EQ(compare({kB, kA}, yardstick("time_durable")).said.word, Word::better_by_margin);
}

TEST(Compare, MetricWithoutPreferenceHasARatioButNoWord) {
  const auto result = compare({kA, kB}, yardstick("space_reserved"));
  EXPECT_TRUE(result.ratio);
  EXPECT_EQ(result.said.word, Word::not_enough_data);
}

TEST(Compare, ZerosOnBothSidesAreEqual) {
  const auto result = compare({{0, 0, 0}, {0, 0, 0}}, yardstick("device_read"));
  EXPECT_EQ(result.kind, ComparisonKind::both_zero);
  EXPECT_EQ(result.said.word, Word::no_difference);
  EXPECT_FALSE(result.ratio);
}

TEST(Compare, ZeroOnOneSideIsADifferenceInUnits) {
  const auto result =
      compare({{0, 0, 0, 0, 0, 0}, {10, 11, 10, 12, 11, 10}}, yardstick("device_read"));
  EXPECT_EQ(result.kind, ComparisonKind::difference);
  EXPECT_FALSE(result.ratio);
  ASSERT_TRUE(result.difference);
  EXPECT_NEAR(result.difference->estimate, 64.0 / 6, 1e-12);
  EXPECT_EQ(result.said.word, Word::worse);
}

TEST(Compare, RepeatedValueIsAPointOnlyForExactCounts) {
  const Pairs pairs{{100, 100, 100}, {110, 110, 110}};
  const auto exact = compare(pairs, yardstick("space_used"));
  EXPECT_EQ(exact.kind, ComparisonKind::ratio);
  EXPECT_EQ(exact.said.word, Word::worse_by_margin);
  const auto noisy = compare(pairs, yardstick("device_flushes"));
  EXPECT_EQ(noisy.kind, ComparisonKind::no_spread);
  EXPECT_EQ(noisy.said.word, Word::not_enough_data);
}

TEST(Compare, SinglePairHasAnEstimateWithoutBounds) {
  const auto result = compare({{2}, {3}}, yardstick("time_durable"));
  ASSERT_TRUE(result.ratio);
  EXPECT_DOUBLE_EQ(result.ratio->estimate, 1.5);
  EXPECT_EQ(result.ratio->upper, std::numeric_limits<double>::infinity());
  EXPECT_EQ(result.said.word, Word::not_enough_data);
}

TEST(Compare, NoPairIsUnavailable) {
  EXPECT_EQ(compare({}, yardstick("time_durable")).kind, ComparisonKind::unavailable);
}

TEST(Compare, PairsNeedAValueOnBothSides) {
  const Pairs pairs = pair_up({1.0, std::nullopt, 3.0}, {2.0, 2.5, std::nullopt});
  EXPECT_EQ(pairs.baseline, std::vector<double>{1.0});
  EXPECT_EQ(pairs.candidate, std::vector<double>{2.0});
}

TEST(SecondOpinionOf, IsHodgesLehmannAtNinetyFivePercent) {
  const auto opinion = second_opinion({kA, kB}, yardstick("time_durable"));
  ASSERT_TRUE(opinion);
  EXPECT_NEAR(opinion->ratio.estimate, 1.09304, 1e-5);
  EXPECT_NEAR(opinion->ratio.lower, 1.07885, 1e-5);
  EXPECT_NEAR(opinion->ratio.upper, 1.10445, 1e-5);
  EXPECT_NEAR(opinion->confidence, 0.96094, 1e-5);
  EXPECT_FALSE(opinion->said) << "takes no part below nine rounds";
}

TEST(SecondOpinionOf, TakesPartFromNineRounds) {
  Pairs pairs{kA, kB};
  pairs.baseline.push_back(1000);
  pairs.candidate.push_back(1090);
  const auto opinion = second_opinion(pairs, yardstick("time_durable"));
  ASSERT_TRUE(opinion && opinion->said);
  EXPECT_EQ(opinion->said->word, Word::worse_by_margin);
}

}  // namespace
}  // namespace fsduel::verdict
