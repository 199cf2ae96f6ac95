// Chained time stamps: the end of one operation is the start of the next.
#pragma once

#include <cstdint>

#include "drive/recorder.hpp"
#include "drive/ticks.hpp"

namespace fsduel::drive {

// start() after anything that lies between operations and must not be charged to one; lap() right
// after each operation. Recording an operation is charged to the next one (a few nanoseconds).
template <typename Ticks>
class LapTimer {
 public:
  // The recorder must outlive it.
  LapTimer(Recorder& recorder, TickScale scale)
      : recorder_(&recorder), scale_(scale), last_(Ticks::now()) {}

  void start() { last_ = Ticks::now(); }
  // `error`: errno of the operation, 0 = done; `name` is what it was done to, for the first error.
  void lap(OpKind kind, int error, const char* name) {
    const std::uint64_t now = Ticks::now();
    // Counters of two processors may differ by a few ticks when the thread has moved.
    const std::uint64_t ticks = now > last_ ? now - last_ : 0;
    recorder_->add(kind, scale_.nanoseconds(ticks));
    last_ = now;
    ++laps_;
    if (error != 0) [[unlikely]] {
      recorder_->fail(kind, error, name);
      start();
    }
  }
  [[nodiscard]] std::uint64_t laps() const { return laps_; }
  [[nodiscard]] Recorder& recorder() { return *recorder_; }
  // Nanoseconds from an earlier Ticks::now() until the last lap.
  [[nodiscard]] std::uint64_t nanoseconds_since(std::uint64_t ticks) const {
    return scale_.nanoseconds(last_ > ticks ? last_ - ticks : 0);
  }

 private:
  Recorder* recorder_;
  TickScale scale_;
  std::uint64_t last_;
  std::uint64_t laps_ = 0;
};

}  // namespace fsduel::drive
