// Time as a thing that is passed in, so that tests tick it by hand.
#pragma once

#include <cstdint>

#include "base/units.hpp"

namespace fsduel {

// A monotonic clock and the calendar. Implementations are safe for use by several threads.
class Clock {
 public:
  virtual ~Clock() = default;
  // Monotonic time since an arbitrary origin (CLOCK_MONOTONIC).
  [[nodiscard]] virtual Nanoseconds now() const = 0;
  // Wall-clock time since 1970-01-01 UTC (CLOCK_REALTIME).
  [[nodiscard]] virtual Nanoseconds calendar() const = 0;
  virtual void sleep(Nanoseconds duration) = 0;
};

class SystemClock final : public Clock {
 public:
  [[nodiscard]] Nanoseconds now() const override;
  [[nodiscard]] Nanoseconds calendar() const override;
  void sleep(Nanoseconds duration) override;
};

// Moves only when it is told to: sleep() advances it at once.
class FakeClock final : public Clock {
 public:
  [[nodiscard]] Nanoseconds now() const override { return now_; }
  [[nodiscard]] Nanoseconds calendar() const override { return kEpoch + now_; }
  void sleep(Nanoseconds duration) override { now_ += duration; }
  void advance(Nanoseconds duration) { now_ += duration; }

 private:
  static constexpr Nanoseconds kEpoch{1'700'000'000'000'000'000};
  Nanoseconds now_{0};
};

// "2026-11-30T16:47:39Z", of a calendar time.
[[nodiscard]] std::string render_timestamp(Nanoseconds calendar);

}  // namespace fsduel
