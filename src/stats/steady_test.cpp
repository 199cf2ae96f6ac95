// Warm-up (E18), steady state (E9) and dependence between slices (E10).
#include "stats/steady.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fsduel::stats {
namespace {

using Values = std::vector<double>;

const Values kWave{10, 11, 12, 11, 10, 9, 8, 9, 10, 11, 12, 11, 10, 9, 8, 9};

TEST(Mser, WorkedExampleDropsFour) {
  const auto result = mser(Values{50, 70, 85, 95, 100, 101, 99, 100, 102, 98, 100, 101});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->drop, 4U);
  const Values expected{19.75174, 7.79113, 2.249, .4225, .16992, .22157, .27778};
  ASSERT_EQ(result->criterion.size(), expected.size());
  for (std::size_t d = 0; d < expected.size(); ++d) {
    EXPECT_NEAR(result->criterion[d], expected[d], d == 2 ? 5e-4 : 5.01e-6) << d;
  }
}

TEST(Mser, WithoutWarmUpNothingIsDropped) {
  EXPECT_EQ(mser(Values(8, 3.0))->drop, 0U);
  EXPECT_FALSE(mser(Values{1}));
  EXPECT_FALSE(mser(Values{1, std::nan("")}));
}

struct SteadyCase {
  Values windows;
  double range;
  double excursion;
  bool is_steady;
};

TEST(SteadyState, WorkedExamples) {
  const std::vector<SteadyCase> cases{{{100, 104, 98, 102, 101}, .0594, 0, true},
                                      {{100, 106, 111, 117, 122}, .1978, .1978, false},
                                      {{100, 100, 130, 100, 100}, .2830, 0, false},
                                      {{110, 105, 100, 95, 90}, .2000, .2000, false},
                                      {{100, 97, 103, 96, 104}, .0800, .0280, true}};
  for (const SteadyCase& c : cases) {
    const auto result = steady_state(c.windows);
    ASSERT_TRUE(result);
    EXPECT_NEAR(result->range, c.range, 5e-5) << c.range;
    EXPECT_NEAR(result->excursion, c.excursion, 5e-5) << c.range;
    EXPECT_EQ(result->is_steady, c.is_steady) << c.range;
  }
}

TEST(SteadyState, BothLimitsAreInside) {
  // Range exactly 0.20 with a level line; then a line that rises by exactly 0.10.
  EXPECT_TRUE(steady_state(Values{100, 110, 100, 90, 100, 110, 100, 90, 100})->range <= kMaxRange);
  EXPECT_TRUE(steady_state(Values{95, 100, 105})->is_steady);
  EXPECT_FALSE(steady_state(Values{94.9, 100, 105.1})->is_steady);
}

TEST(SteadyState, HasNoAnswerForUnusableData) {
  EXPECT_FALSE(steady_state(Values{1}));
  EXPECT_FALSE(steady_state(Values{0, 0}));
  EXPECT_FALSE(steady_state(Values{-1, -2}));
  EXPECT_FALSE(steady_state(Values{1, std::nan("")}));
}

TEST(WindowMeans, DropWhatDoesNotDivideAtTheStart) {
  EXPECT_EQ(window_means(Values{99, 1, 3, 5, 7}, 2), (Values{2, 6}));
  EXPECT_TRUE(window_means(Values{1}, 2).empty());
  EXPECT_TRUE(window_means(Values{1}, 0).empty());
}

TEST(BatchMeans, OfTheWorkedExampleAreNearlyIndependent) {
  const Values batches = batch_means(kWave, 2);
  EXPECT_EQ(batches, (Values{10.5, 11.5, 9.5, 8.5, 10.5, 11.5, 9.5, 8.5}));
  EXPECT_NEAR(lag1_autocorrelation(batches).value(), .075, 1e-12);
}

TEST(BatchMeans, DropAnIncompleteLastBatch) {
  EXPECT_EQ(batch_means(Values{1, 3, 99}, 2), (Values{2}));
  EXPECT_TRUE(batch_means(Values{1, 3}, 0).empty());
  EXPECT_TRUE(batch_means({}, 2).empty());
}

TEST(Autocorrelation, WorkedExample) {
  EXPECT_NEAR(lag1_autocorrelation(kWave).value(), .666667, 5e-7);
  EXPECT_NEAR(effective_n(kWave).value(), 3.2, 1e-12);
}

TEST(Autocorrelation, ASawIsNeverWorthMoreThanItsSlices) {
  const Values saw{1, 2, 1, 2, 1, 2};
  EXPECT_LT(lag1_autocorrelation(saw).value(), 0);
  EXPECT_EQ(effective_n(saw), 6.0);
}

TEST(Autocorrelation, HasNoAnswerWithoutSpread) {
  EXPECT_FALSE(lag1_autocorrelation(Values{5, 5, 5}));
  EXPECT_FALSE(effective_n(Values{5}));
  EXPECT_FALSE(effective_n(Values{5, std::nan("")}));
}

}  // namespace
}  // namespace fsduel::stats
