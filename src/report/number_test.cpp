#include "report/number.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace fsduel::report {
namespace {

TEST(RenderValue, ThreeDigitsAndAFittingUnit) {
  EXPECT_EQ(render_value(0.00123, "s"), "1.23 ms");
  EXPECT_EQ(render_value(12.345, "s"), "12.3 s");
  EXPECT_EQ(render_value(4321, "kB"), "4.32 MB");
  EXPECT_EQ(render_value(0.5, "kB/op"), "500 B/op");
  EXPECT_EQ(render_value(1234, "us/op"), "1.23 ms/op");
  EXPECT_EQ(render_value(999.96, "kB"), "1.00 MB") << "no 1000 kB";
}

TEST(RenderValue, CountsAreWholeAndZeroHasItsUnit) {
  EXPECT_EQ(render_value(1234567, "requests"), "1234567");
  EXPECT_EQ(render_value(12.5, "requests"), "12.5");
  EXPECT_EQ(render_value(1.2345, ""), "1.23");
  EXPECT_EQ(render_value(0, "kB"), "0 kB");
}

TEST(RenderRatio, DecimalsFollowTheWidthOfTheBounds) {
  EXPECT_EQ(render_ratio({1.829, 1.899, 1.971}), "1.90 [1.83, 1.97]");
  EXPECT_EQ(render_ratio({1.0012, 1.0030, 1.0048}), "1.0030 [1.0012, 1.0048]");
  EXPECT_EQ(render_ratio({0.1, 12.5, 900}), "12.5 [0.1, 900.0]");
}

TEST(RenderRatio, PointsAndSingleRoundsHaveNoBounds) {
  EXPECT_EQ(render_ratio({1.0034, 1.0034, 1.0034}), "1.003");
  EXPECT_EQ(render_ratio({1, 1, 1}), "1.00");
  EXPECT_EQ(render_ratio({0, 1.5, std::numeric_limits<double>::infinity()}), "1.50");
}

TEST(RenderDifference, HasSignsAndUnits) {
  EXPECT_EQ(render_difference({-5, 10, 25}, "kB"), "+10.0 kB [-5.00 kB, +25.0 kB]");
}

TEST(RenderExact, ReadsBackTheSame) {
  EXPECT_EQ(std::stod(render_exact(1.0 / 3)), 1.0 / 3);
  EXPECT_EQ(render_exact(std::numeric_limits<double>::infinity()), "");
}

}  // namespace
}  // namespace fsduel::report
