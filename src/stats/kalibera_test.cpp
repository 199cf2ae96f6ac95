// Two levels of repetition, on the worked example E11.
#include "stats/kalibera.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fsduel::stats {
namespace {

using Rows = std::vector<std::vector<double>>;

const Rows kPilot{{10, 10.2, 9.9, 10.1}, {10.8, 10.9, 10.7, 11.0}, {10.3, 10.2, 10.5, 10.4}};

TEST(TwoLevels, WorkedExample) {
  const auto levels = two_levels(kPilot, 0.95);
  ASSERT_TRUE(levels);
  EXPECT_NEAR(levels->s1_squared, .016667, 5e-7);
  EXPECT_NEAR(levels->s2_squared, .163333, 5e-7);
  EXPECT_NEAR(levels->t2_squared, .159167, 5e-7);
  EXPECT_NEAR(levels->mean.estimate, 10.41667, 5e-6);
  EXPECT_NEAR(levels->mean.upper - levels->mean.estimate, 1.00395, 5e-6);
  EXPECT_EQ(levels->mean.n, 3U);
}

TEST(TwoLevels, HaveNoAnswerForUnusableData) {
  EXPECT_FALSE(two_levels(Rows{}, 0.95));
  EXPECT_FALSE(two_levels(Rows{{1, 2}}, 0.95));
  EXPECT_FALSE(two_levels(Rows{{1}, {2}}, 0.95));
  EXPECT_FALSE(two_levels(Rows{{1, 2}, {1, 2, 3}}, 0.95));
  EXPECT_FALSE(two_levels(Rows{{1, 2}, {1, std::nan("")}}, 0.95));
}

TEST(InnerRepetitions, WorkedExamples) {
  EXPECT_EQ(inner_repetitions({30, 120, .016667, .159167}), 1U);
  EXPECT_EQ(inner_repetitions({30, 300, .09, .01}), 10U);
}

TEST(InnerRepetitions, AreAtLeastOne) {
  EXPECT_EQ(inner_repetitions({30, 120, 0, .1}), 1U);
}

TEST(InnerRepetitions, HaveNoAnswerWhenSetUpsAddNothingOrCostsMakeNoSense) {
  EXPECT_FALSE(inner_repetitions({30, 120, .1, 0}));
  EXPECT_FALSE(inner_repetitions({30, 120, .1, -.01}));
  EXPECT_FALSE(inner_repetitions({0, 120, .1, .1}));
  EXPECT_FALSE(inner_repetitions({30, -1, .1, .1}));
  EXPECT_FALSE(inner_repetitions({30, 120, std::nan(""), .1}));
  EXPECT_FALSE(inner_repetitions({30, 120, .1, 1e-300}));
}

}  // namespace
}  // namespace fsduel::stats
