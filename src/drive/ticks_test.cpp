#include "drive/ticks.hpp"

#include <gtest/gtest.h>

#include "drive/lap_timer.hpp"

namespace fsduel::drive {
namespace {

TEST(TickScale, MultipliesWithoutOverflow) {
  EXPECT_EQ(TickScale{}.nanoseconds(123456789), 123456789u);
  const TickScale half{std::uint64_t{1} << 31};
  EXPECT_EQ(half.nanoseconds(10), 5u);
  EXPECT_EQ(half.nanoseconds(std::uint64_t{1} << 62), std::uint64_t{1} << 61);
}

TEST(ClockSetup, MonotonicIsGivenWhenAskedFor) {
  const ClockSetup setup = make_clock_setup(ClockChoice::monotonic);
  EXPECT_EQ(setup.kind, ClockKind::monotonic);
  EXPECT_EQ(setup.scale.nanoseconds(1000), 1000u);
  EXPECT_EQ(setup.words, "CLOCK_MONOTONIC");
}

TEST(ClockSetup, CounterIsTakenExactlyWhereItIsInvariant) {
  const ClockSetup setup = make_clock_setup(ClockChoice::fastest);
  EXPECT_EQ(setup.kind == ClockKind::counter, has_invariant_counter());
  EXPECT_GT(setup.scale.multiplier, 0u);
}

// A clock moved by hand.
struct HandTicks {
  static inline std::uint64_t time = 0;
  static std::uint64_t now() { return time; }
};

TEST(LapTimer, ChargesFromTheEndOfTheOperationBefore) {
  Recorder recorder;
  HandTicks::time = 1000;
  LapTimer<HandTicks> timer(recorder, {});
  HandTicks::time = 1100;
  timer.lap(OpKind::stat, 0, "a");
  HandTicks::time = 1150;
  timer.lap(OpKind::unlink, 0, "b");
  HandTicks::time = 5000;  // a refill lies between
  timer.start();
  HandTicks::time = 5007;
  timer.lap(OpKind::mkdir, 0, "c");
  PhaseOutcome outcome;
  recorder.write_to(outcome);
  ASSERT_EQ(outcome.latencies.size(), 3u);
  EXPECT_EQ(outcome.latencies[0].sum, Nanoseconds{100});
  EXPECT_EQ(outcome.latencies[1].sum, Nanoseconds{7});
  EXPECT_EQ(outcome.latencies[2].sum, Nanoseconds{50});
  EXPECT_EQ(timer.laps(), 3u);
}

TEST(LapTimer, ClockThatStepsBackGivesZeroNotALifetime) {
  Recorder recorder;
  HandTicks::time = 1000;
  LapTimer<HandTicks> timer(recorder, {});
  HandTicks::time = 990;
  timer.lap(OpKind::stat, 0, "a");
  PhaseOutcome outcome;
  recorder.write_to(outcome);
  EXPECT_EQ(outcome.latencies[0].maximum, Nanoseconds{0});
}

}  // namespace
}  // namespace fsduel::drive
