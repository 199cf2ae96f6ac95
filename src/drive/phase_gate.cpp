#include "drive/phase_gate.hpp"

namespace fsduel::drive {

void PhaseGate::arrive_and_wait() {
  std::unique_lock lock(mutex_);
  ++arrived_;
  changed_.notify_all();
  const std::size_t seen = opened_;
  changed_.wait(lock, [&] { return opened_ != seen; });
}

void PhaseGate::arrive() {
  const std::lock_guard lock(mutex_);
  ++arrived_;
  changed_.notify_all();
}

void PhaseGate::expect(std::size_t workers) {
  const std::lock_guard lock(mutex_);
  workers_ = workers;
}

bool PhaseGate::wait_for_all(Nanoseconds timeout) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, timeout, [&] { return arrived_ == workers_; });
}

void PhaseGate::open() {
  const std::lock_guard lock(mutex_);
  arrived_ = 0;
  ++opened_;
  changed_.notify_all();
}

}  // namespace fsduel::drive
