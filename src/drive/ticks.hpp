// The clock of the measured path: which one is a compile-time policy, so that reading it costs
// nothing else.
#pragma once

#include <time.h>

#include <cstdint>
#include <string>

#include "base/units.hpp"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace fsduel::drive {

// Policy: CLOCK_MONOTONIC, ticks are nanoseconds. Right everywhere, also in virtual time.
struct MonotonicTicks {
  static std::uint64_t now() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000ULL +
           static_cast<std::uint64_t>(time.tv_nsec);
  }
};

// Policy: the processor's time stamp counter. Only where make_clock_setup() chose it.
struct CounterTicks {
  static std::uint64_t now() {
#if defined(__x86_64__)
    return __rdtsc();
#else
    return MonotonicTicks::now();
#endif
  }
};

// Ticks to nanoseconds by a multiplication: multiplier / 2^32 nanoseconds per tick.
struct TickScale {
  std::uint64_t multiplier = std::uint64_t{1} << 32;
  [[nodiscard]] std::uint64_t nanoseconds(std::uint64_t ticks) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((Wide{ticks} * multiplier) >> 32);
  }
};

// fastest: the time stamp counter where it is invariant, else CLOCK_MONOTONIC. Guests must ask for
// monotonic: in virtual time the counter tells another time.
enum class ClockChoice { fastest, monotonic };
enum class ClockKind { monotonic, counter };

struct ClockSetup {
  ClockKind kind = ClockKind::monotonic;
  TickScale scale;
  Nanoseconds cost{0};  // of one reading, the mean of many
  std::string words;    // for the record: "time stamp counter at 2.10 GHz"
};

// True when the processor says that its counter runs at one rate in all its states (CPUID
// 8000_0007h, EDX bit 8; the kernel's constant_tsc and nonstop_tsc come from it).
[[nodiscard]] bool has_invariant_counter();

// Calibrates the counter against CLOCK_MONOTONIC; takes about 20 ms when the counter is used.
[[nodiscard]] ClockSetup make_clock_setup(ClockChoice choice);

}  // namespace fsduel::drive
