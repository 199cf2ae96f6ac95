// Where the workers of a phase and the thread that runs it wait for each other.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

#include "base/units.hpp"

namespace fsduel::drive {

// Workers arrive and wait for the next opening; the running thread waits for all to arrive, does
// what is to be done in between, and opens. Safe for any number of workers.
class PhaseGate {
 public:
  explicit PhaseGate(std::size_t workers) : workers_(workers) {}

  // By a worker: arrives, and returns when open() was called after it.
  void arrive_and_wait();
  // By a worker at its last gate.
  void arrive();
  // By the running thread: only so many workers will come.
  void expect(std::size_t workers);
  // By the running thread: true when all have arrived, false when the time was over before.
  [[nodiscard]] bool wait_for_all(Nanoseconds timeout);
  // By the running thread when all have arrived: lets them go on.
  void open();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t workers_;      // guarded by mutex_
  std::size_t arrived_ = 0;  // guarded by mutex_
  std::size_t opened_ = 0;   // how often; guarded by mutex_
};

}  // namespace fsduel::drive
