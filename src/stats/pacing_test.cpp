// Waiting behind a slow operation (E8) and arrival schedules.
#include "stats/pacing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace fsduel::stats {
namespace {

using namespace std::chrono_literals;
using Times = std::vector<Nanoseconds>;

TEST(ServeFifo, WorkedExample) {
  const Times due{0ms, 10ms, 20ms, 30ms, 40ms, 50ms};
  const Times service{2ms, 45ms, 2ms, 2ms, 2ms, 2ms};
  const auto served = serve_fifo(due, service);
  ASSERT_TRUE(served);
  const Times response{2ms, 45ms, 37ms, 29ms, 21ms, 13ms};
  const Times finish{2ms, 55ms, 57ms, 59ms, 61ms, 63ms};
  for (std::size_t i = 0; i < due.size(); ++i) {
    EXPECT_EQ((*served)[i].response, response[i]) << i;
    EXPECT_EQ((*served)[i].finish, finish[i]) << i;
    EXPECT_EQ((*served)[i].start, finish[i] - service[i]) << i;
  }
}

TEST(ServeFifo, RefusesWhatDoesNotFit) {
  EXPECT_FALSE(serve_fifo(Times{0ms, 1ms}, Times{1ms}));
  EXPECT_FALSE(serve_fifo(Times{1ms, 0ms}, Times{1ms, 1ms}));
  EXPECT_TRUE(serve_fifo({}, {})->empty());
}

TEST(CoordinatedOmission, WorkedExample) {
  Times latencies(9, 1ms);
  latencies.push_back(100ms);
  auto corrected = correct_coordinated_omission(latencies, 10ms);
  ASSERT_EQ(corrected.size(), 19U);
  const Times added(corrected.begin() + 10, corrected.end());
  EXPECT_EQ(added, (Times{90ms, 80ms, 70ms, 60ms, 50ms, 40ms, 30ms, 20ms, 10ms}));
  const Nanoseconds total = std::accumulate(corrected.begin(), corrected.end(), Nanoseconds{0});
  EXPECT_NEAR(static_cast<double>(total.count()) / 19e6, 29.4211, 5e-5);
  std::ranges::sort(corrected);
  EXPECT_EQ(corrected[9], 10ms);
}

TEST(CoordinatedOmission, FastOperationsHideNothing) {
  EXPECT_EQ(correct_coordinated_omission(Times{9ms, 19ms}, 10ms), (Times{9ms, 19ms}));
  EXPECT_DEATH((void)correct_coordinated_omission(Times{1ms}, 0ms), "apart");
}

TEST(Arrivals, ConstantOnesDoNotDrift) {
  // A third of a second is no whole number of nanoseconds.
  const auto due = arrival_schedule({.pattern = ArrivalPattern::constant, .per_second = 3}, 1000s);
  ASSERT_EQ(due.size(), 3000U);
  EXPECT_EQ(due[0], 0ns);
  EXPECT_EQ(due[1], 333'333'333ns);
  EXPECT_EQ(due[2], 666'666'667ns);
  EXPECT_EQ(due[2997], 999s);
}

TEST(Arrivals, PoissonOnesHaveTheRateAndTheSpreadOfPoisson) {
  const ArrivalPlan plan{ArrivalPattern::poisson, 100, 42};
  const auto due = arrival_schedule(plan, 1000s);
  EXPECT_TRUE(std::ranges::is_sorted(due));
  EXPECT_NEAR(static_cast<double>(due.size()), 1e5, 4 * 316.3);  // four standard deviations
  // Gaps shorter than the mean gap: 1 - 1/e of an exponential.
  std::size_t shorter = 0;
  for (std::size_t i = 1; i < due.size(); ++i) shorter += due[i] - due[i - 1] < 10ms ? 1U : 0U;
  EXPECT_NEAR(static_cast<double>(shorter) / static_cast<double>(due.size()), 0.632, 0.01);
}

TEST(Arrivals, EqualSeedsGiveEqualTimesAndOthersDoNot) {
  const auto schedule = [](std::uint64_t seed) {
    return arrival_schedule({ArrivalPattern::poisson, 100, seed}, 1s);
  };
  EXPECT_EQ(schedule(1), schedule(1));
  EXPECT_NE(schedule(1), schedule(2));
}

TEST(ArrivalsDeathTest, ARateOfZeroIsABug) {
  EXPECT_DEATH(Arrivals({.per_second = 0}), "rate");
}

}  // namespace
}  // namespace fsduel::stats
