// The wish to stop, as a value that is passed to everything that takes time.
#pragma once

#include <atomic>
#include <csignal>

namespace fsduel::sys {

// Set once, by a signal or a test, and never cleared. Safe for use by several threads and by a
// signal handler. Outlives everything that looks at it.
class StopFlag {
 public:
  StopFlag() = default;
  StopFlag(const StopFlag&) = delete;
  StopFlag& operator=(const StopFlag&) = delete;

  [[nodiscard]] bool is_set() const { return signal_.load(std::memory_order_relaxed) != 0; }
  // The signal that set it first (SIGINT, SIGTERM); 0 while it is not set.
  [[nodiscard]] int signal() const { return signal_.load(std::memory_order_relaxed); }
  // Later calls change nothing: the first reason stays.
  void set(int signal_number) noexcept {
    int unset = 0;
    signal_.compare_exchange_strong(unset, signal_number, std::memory_order_relaxed);
  }

 private:
  std::atomic<int> signal_{0};
  static_assert(std::atomic<int>::is_always_lock_free, "a signal handler sets it");
};

// Throws the Error of an interruption (ExitCode::interrupted) when the flag is set; `doing` and
// `object` say what was given up.
void throw_if_stopped(const StopFlag& stop, const char* doing, const char* object);

// While it lives, SIGINT and SIGTERM only set the flag, as often as they come. One at a time per
// process; the earlier handlers are put back by the destructor.
class StopSignals {
 public:
  explicit StopSignals(StopFlag& flag);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  struct sigaction interrupt_before_ {};
  struct sigaction terminate_before_ {};
};

}  // namespace fsduel::sys
