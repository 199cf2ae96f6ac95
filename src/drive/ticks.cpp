#include "drive/ticks.hpp"

#include <fmt/format.h>

#include <cmath>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace fsduel::drive {
namespace {

constexpr long kCalibrationNs = 20'000'000;

// One moment on both clocks.
struct Moment {
  std::uint64_t nanoseconds = 0;
  std::uint64_t ticks = 0;
};

// The counter is read between two readings of the clock; of several tries the tightest is taken, so
// that being interrupted does not matter.
Moment read_moment() {
  constexpr int kTries = 20;
  Moment best;
  std::uint64_t best_gap = UINT64_MAX;
  for (int i = 0; i < kTries; ++i) {
    const std::uint64_t before = MonotonicTicks::now();
    const std::uint64_t ticks = CounterTicks::now();
    const std::uint64_t after = MonotonicTicks::now();
    if (after - before >= best_gap) continue;
    best_gap = after - before;
    best = {before + (after - before) / 2, ticks};
  }
  return best;
}

double calibrate_ns_per_tick() {
  const Moment first = read_moment();
  const timespec pause{0, kCalibrationNs};
  ::nanosleep(&pause, nullptr);
  const Moment second = read_moment();
  return static_cast<double>(second.nanoseconds - first.nanoseconds) /
         static_cast<double>(second.ticks - first.ticks);
}

template <typename Ticks>
Nanoseconds measure_cost() {
  constexpr std::uint64_t kReadings = 2000;
  const std::uint64_t begin = MonotonicTicks::now();
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < kReadings; ++i) sum += Ticks::now();
  const std::uint64_t end = MonotonicTicks::now();
  // `sum` is used, so that the readings cannot be left out.
  return Nanoseconds{static_cast<std::int64_t>((end - begin + (sum == 0 ? 1 : 0)) / kReadings)};
}

}  // namespace

bool has_invariant_counter() {
#if defined(__x86_64__)
  constexpr unsigned kPowerLeaf = 0x80000007;
  constexpr unsigned kInvariantBit = 1U << 8;
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid(kPowerLeaf, &a, &b, &c, &d) != 0 && (d & kInvariantBit) != 0;
#else
  return false;
#endif
}

ClockSetup make_clock_setup(ClockChoice choice) {
  ClockSetup setup;
  if (choice == ClockChoice::monotonic || !has_invariant_counter()) {
    setup.cost = measure_cost<MonotonicTicks>();
    setup.words = "CLOCK_MONOTONIC";
    return setup;
  }
  const double ns_per_tick = calibrate_ns_per_tick();
  setup.kind = ClockKind::counter;
  setup.scale.multiplier = static_cast<std::uint64_t>(std::llround(ns_per_tick * 0x1.0p32));
  setup.cost = measure_cost<CounterTicks>();
  setup.words = fmt::format("time stamp counter at {:.2f} GHz", 1 / ns_per_tick);
  return setup;
}

}  // namespace fsduel::drive
