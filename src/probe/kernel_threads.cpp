#include "probe/kernel_threads.hpp"

#include <chrono>

#include "base/error.hpp"
#include "base/text.hpp"
#include "probe/reader.hpp"

namespace fsduel::probe {

Measured KernelThreads::read() {
  for (auto& [pid, task] : tasks_) task.seen = false;
  kernel_count_ = 0;
  try {
    for (const auto& name : system_.list_directory("/proc")) {
      if (parse_number(name)) look_at(name);
    }
  } catch (const Error& error) {
    return Measured::missing(error.what());
  }
  std::erase_if(tasks_, [](const auto& entry) { return !entry.second.seen; });
  look_ = Look::later;
  if (kernel_count_ == 0)
    return Measured::missing("no kernel thread with exact CPU times can be seen from here");
  return Measured::of(std::chrono::duration<double>(total_).count());
}

void KernelThreads::look_at(const std::string& pid) {
  auto known = tasks_.find(pid);
  if (known == tasks_.end()) {
    const Answer stat = read_answer(system_, "/proc/" + pid + "/stat");
    const auto kind = stat.text ? parse_task_kind(*stat.text) : std::nullopt;
    if (!kind) return;  // it has ended meanwhile
    known = tasks_.emplace(pid, Task{.kind = *kind}).first;
  }
  known->second.seen = true;
  if (known->second.kind == TaskKind::kernel) look_at_kernel_thread(pid, known->second);
}

void KernelThreads::look_at_kernel_thread(const std::string& pid, Task& task) {
  const Answer text = read_answer(system_, "/proc/" + pid + "/schedstat");
  const auto times = text.text ? parse_task_times(*text.text) : std::nullopt;
  if (!times) return;
  ++kernel_count_;
  // A counter that went back is that of a later thread with the same number: asked anew next time.
  if (times->on_cpu < task.on_cpu) {
    task.seen = false;
    return;
  }
  if (look_ == Look::later) total_ += times->on_cpu - task.on_cpu;
  task.on_cpu = times->on_cpu;
}

}  // namespace fsduel::probe
