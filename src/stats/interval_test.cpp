// What can be done with an interval on the ratio scale.
#include "stats/interval.hpp"

#include <gtest/gtest.h>

namespace fsduel::stats {
namespace {

TEST(Interval, InvertingSwapsTheBounds) {
  const Interval inverse = invert({0.5, 0.8, 2.0, 0.95, 7});
  EXPECT_EQ(inverse, (Interval{0.5, 1.25, 2.0, 0.95, 7}));
  EXPECT_EQ(invert({0.25, 0.5, 0.8, 0.95, 7}).lower, 1.25);
}

TEST(Interval, ABoundAtOneDoesNotExcludeOne) {
  EXPECT_FALSE(excludes_one({1.0, 1.1, 1.2, 0.95, 7}));
  EXPECT_FALSE(excludes_one({0.8, 0.9, 1.0, 0.95, 7}));
  EXPECT_TRUE(excludes_one({1.0001, 1.1, 1.2, 0.95, 7}));
  EXPECT_TRUE(excludes_one({0.8, 0.9, 0.9999, 0.95, 7}));
}

TEST(Interval, HalfWidthIsAFactorAroundTheMiddle) {
  EXPECT_NEAR(relative_half_width({2 / 1.025, 2, 2 * 1.025, 0.95, 7}), 0.025, 1e-12);
  EXPECT_EQ(relative_half_width({3, 3, 3, 0.95, 7}), 0.0);
}

}  // namespace
}  // namespace fsduel::stats
