// CPU time of all kernel threads of the machine: where a filesystem's deferred work is done.
#pragma once

#include <map>
#include <string>

#include "model/metric.hpp"
#include "probe/proc_text.hpp"
#include "sys/system.hpp"

namespace fsduel::probe {

// A counter over a set of threads that changes: a new thread brings all that it has used, one that
// is gone keeps what was last seen of it. What a thread used between the last look and its end is
// lost. One thread; costs about 10 us per kernel thread and look.
class KernelThreads {
 public:
  explicit KernelThreads(sys::System& system) : system_(system) {}
  // Seconds since the first look, which gives 0. Not available where no kernel thread can be seen
  // (a container) or the kernel keeps no exact times.
  [[nodiscard]] Measured read();
  // How many were seen at the last look.
  [[nodiscard]] std::size_t size() const { return kernel_count_; }

 private:
  struct Task {
    TaskKind kind = TaskKind::user;
    Nanoseconds on_cpu{0};
    bool seen = false;
  };
  void look_at(const std::string& pid);
  void look_at_kernel_thread(const std::string& pid, Task& task);

  sys::System& system_;
  std::map<std::string, Task, std::less<>> tasks_;  // by process number
  Nanoseconds total_{0};
  std::size_t kernel_count_ = 0;
  enum class Look { first, later } look_ = Look::first;
};

}  // namespace fsduel::probe
