// Holm (E5) and the paired t test.
#include "stats/multiple.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fsduel::stats {
namespace {

TEST(Holm, WorkedExampleKeepsTheOrderGiven) {
  const auto adjusted = holm(std::vector<double>{.01, .04, .03, .005, .2});
  const std::vector<double> expected{.04, .09, .09, .025, .2};
  ASSERT_EQ(adjusted.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-12);
}

TEST(Holm, NeverExceedsOneAndAcceptsNothing) {
  EXPECT_EQ(holm(std::vector<double>{0.7, 0.9}), (std::vector<double>{1.0, 1.0}));
  EXPECT_TRUE(holm({}).empty());
}

TEST(HolmDeathTest, AValueThatIsNoProbabilityIsABug) {
  EXPECT_DEATH((void)holm(std::vector<double>{std::nan("")}), "p value");
  EXPECT_DEATH((void)holm(std::vector<double>{1.5}), "p value");
}

TEST(PairedTP, SleepDataOfStudent) {
  // Student's ten sleepers: R's t.test(paired = TRUE) gives p = 0.002833.
  const std::vector<double> differences{1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};
  EXPECT_NEAR(paired_t_p(differences).value(), 0.002833, 5e-7);
}

TEST(PairedTP, WithoutSpreadIsCertain) {
  EXPECT_EQ(paired_t_p(std::vector<double>{0, 0, 0}), 1.0);
  EXPECT_EQ(paired_t_p(std::vector<double>{0.1, 0.1, 0.1}), 0.0);
}

TEST(PairedTP, HasNoAnswerForUnusableData) {
  EXPECT_FALSE(paired_t_p(std::vector<double>{1}));
  EXPECT_FALSE(paired_t_p(std::vector<double>{1, std::numeric_limits<double>::infinity()}));
}

}  // namespace
}  // namespace fsduel::stats
