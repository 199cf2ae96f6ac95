// Hodges-Lehmann on the worked example E2 and the tables of k.
#include "stats/rank.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "stats/looks.hpp"
#include "stats/paired.hpp"

namespace fsduel::stats {
namespace {

using Table = std::vector<std::pair<std::size_t, std::size_t>>;

TEST(SignedRankDepth, TableAt95) {
  const Table table{{6, 1}, {7, 3}, {8, 4}, {9, 6}, {10, 9}, {12, 14}, {15, 26}, {20, 53}};
  for (const auto& [n, k] : table) {
    const auto depth = signed_rank_depth(n, 0.95);
    ASSERT_TRUE(depth) << n;
    EXPECT_EQ(depth->k, k) << n;
    EXPECT_GE(depth->confidence, 0.95);
  }
}

TEST(SignedRankDepth, TableAtTheLevelOfALook) {
  for (const auto& [n, k] : Table{{9, 3}, {13, 11}, {19, 35}, {28, 95}, {40, 226}}) {
    const auto depth = signed_rank_depth(n, kLookLevel);
    ASSERT_TRUE(depth) << n;
    EXPECT_EQ(depth->k, k) << n;
  }
}

TEST(SignedRankDepth, SmallSamplesHaveNoInterval) {
  EXPECT_FALSE(signed_rank_depth(0, 0.95));
  EXPECT_FALSE(signed_rank_depth(5, 0.95));
  EXPECT_FALSE(signed_rank_depth(7, kLookLevel));
  EXPECT_TRUE(signed_rank_depth(8, kLookLevel));
}

TEST(SignedRankDepth, ConfidenceIsExact) {
  EXPECT_EQ(signed_rank_depth(6, 0.95)->confidence, 1 - 2.0 / 64);
  EXPECT_EQ(signed_rank_depth(7, 0.95)->confidence, 1 - 2 * 3.0 / 128);
}

TEST(HodgesLehmann, WorkedExample) {
  const std::vector<double> a{1000, 1040, 980, 1015, 1100, 990, 1025, 1060};
  const std::vector<double> b{1102, 1130, 1071, 1099, 1195, 1105, 1098, 1170};
  const auto result = hodges_lehmann(log_ratios(b, a).value(), 0.95);
  ASSERT_TRUE(result && result->bounds);
  EXPECT_NEAR(result->estimate, 0.088959, 5e-7);
  EXPECT_EQ(result->bounds->depth.k, 4U);
  EXPECT_NEAR(result->bounds->depth.confidence, 0.96094, 5e-6);
  const auto ratio = to_ratio(*result);
  ASSERT_TRUE(ratio);
  EXPECT_NEAR(ratio->estimate, 1.09304, 5e-6);
  EXPECT_NEAR(ratio->lower, 1.07885, 5e-6);
  EXPECT_NEAR(ratio->upper, 1.10445, 5e-6);
  EXPECT_EQ(ratio->level, result->bounds->depth.confidence);
  EXPECT_EQ(ratio->n, 8U);
}

TEST(HodgesLehmann, OneWildRoundMovesItLittle) {
  const auto calm = hodges_lehmann(std::vector<double>{1, 2, 3, 4, 5, 6, 7}, 0.95);
  const auto wild = hodges_lehmann(std::vector<double>{1, 2, 3, 4, 5, 6, 7000}, 0.95);
  ASSERT_TRUE(calm && wild);
  EXPECT_EQ(calm->estimate, 4.0);
  EXPECT_LE(wild->estimate, 5.0);
}

TEST(HodgesLehmann, FewDifferencesGiveAnEstimateWithoutBounds) {
  const auto result = hodges_lehmann(std::vector<double>{1, 2, 6}, 0.95);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->estimate, 2.75);  // of 1 1.5 2 3.5 4 6
  EXPECT_FALSE(result->bounds);
  EXPECT_FALSE(to_ratio(*result));
}

TEST(HodgesLehmann, HasNoAnswerForUnusableData) {
  EXPECT_FALSE(hodges_lehmann({}, 0.95));
  EXPECT_FALSE(
      hodges_lehmann(std::vector<double>{1, std::numeric_limits<double>::quiet_NaN()}, 0.95));
}

}  // namespace
}  // namespace fsduel::stats
