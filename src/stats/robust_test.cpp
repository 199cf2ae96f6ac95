// Median, MAD scores (E20) and the geometric mean (E21).
#include "stats/robust.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fsduel::stats {
namespace {

TEST(Median, OfOddAndEvenCounts) {
  EXPECT_EQ(median(std::vector<double>{3, 1, 2}), 2.0);
  EXPECT_EQ(median(std::vector<double>{4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median(std::vector<double>{7}), 7.0);
  EXPECT_FALSE(median({}));
  EXPECT_FALSE(median(std::vector<double>{1, std::nan("")}));
}

TEST(MadScores, WorkedExample) {
  const std::vector<double> canary{10, 11, 9, 10, 30, 10, 11};
  EXPECT_EQ(median(canary), 10.0);
  EXPECT_NEAR(scaled_mad(canary).value(), 1.4826, 1e-12);
  const auto scores = mad_scores(canary);
  const std::vector<double> expected{0, .674, -.674, 0, 13.49, 0, .674};
  ASSERT_TRUE(scores);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR((*scores)[i], expected[i], i == 4 ? 5e-3 : 5e-4) << i;
  }
}

TEST(MadScores, WithAMajorityOfEqualValuesAnyOtherIsInfinitelyFar) {
  const auto scores = mad_scores(std::vector<double>{5, 5, 5, 4, 6});
  const double far = std::numeric_limits<double>::infinity();
  ASSERT_TRUE(scores);
  EXPECT_EQ(*scores, (std::vector<double>{0, 0, 0, -far, far}));
  EXPECT_FALSE(mad_scores({}));
}

TEST(WeightedGeometricMean, WorkedExample) {
  const auto result =
      weighted_geometric_mean(std::vector<double>{1.2, .9, 1.05}, std::vector<double>{.5, .3, .2});
  EXPECT_NEAR(result.value(), 1.071769, 5e-7);
}

TEST(WeightedGeometricMean, DoubleAndHalfCancelWhateverTheScaleOfTheWeights) {
  const std::vector<double> ratios{2, .5};
  EXPECT_NEAR(weighted_geometric_mean(ratios, std::vector<double>{1, 1}).value(), 1, 1e-15);
  EXPECT_NEAR(weighted_geometric_mean(ratios, std::vector<double>{7, 7}).value(), 1, 1e-15);
  EXPECT_NEAR(weighted_geometric_mean(std::vector<double>{2, 2}, std::vector<double>{3, 4}).value(),
              2, 1e-15);
}

TEST(WeightedGeometricMean, HasNoAnswerForZerosOrOddWeights) {
  const std::vector<double> ratios{2, .5};
  const std::vector<double> ones{1, 1};
  EXPECT_FALSE(weighted_geometric_mean(std::vector<double>{2, 0}, ones));
  EXPECT_FALSE(weighted_geometric_mean(ratios, std::vector<double>{1}));
  EXPECT_FALSE(weighted_geometric_mean(ratios, std::vector<double>{0, 0}));
  EXPECT_FALSE(weighted_geometric_mean(ratios, std::vector<double>{2, -1}));
  EXPECT_FALSE(weighted_geometric_mean(ratios, std::vector<double>{1, std::nan("")}));
  EXPECT_FALSE(weighted_geometric_mean({}, {}));
}

}  // namespace
}  // namespace fsduel::stats
