// System-wide CPU time (docs/decisions/0003-system-wide-cpu.md).
#pragma once

#include <functional>
#include <string_view>

#include "base/clock.hpp"
#include "model/load.hpp"
#include "probe/kernel_threads.hpp"
#include "sys/system.hpp"

namespace fsduel::probe {

// Where a CPU time comes from, the best first.
enum class CpuSource {
  tasks,            // this process and all kernel threads, exact; other programs are left out
  cgroup,           // cpuacct.usage of the root control group, exact; all tasks of the machine
  idle_complement,  // CPUs x time - idle - iowait - steal of /proc/stat, 10 ms
  busy_ticks,       // user + nice + system + irq + softirq of /proc/stat, 10 ms, sampled
};
[[nodiscard]] std::string_view render_cpu_source(CpuSource source);

// Whether the time of interrupts is inside the times of the tasks that they interrupt, or kept
// apart (CONFIG_IRQ_TIME_ACCOUNTING) and to be added.
enum class IrqTime { within_tasks, apart };
// From a kernel's build configuration; within_tasks when it does not say.
[[nodiscard]] IrqTime find_irq_time(std::string_view kernel_config);

// CPU time of this process so far: all threads, also those that have ended.
using OwnCpu = std::function<Nanoseconds()>;
[[nodiscard]] Nanoseconds read_own_cpu();

struct CpuProbeOptions {
  IrqTime irq_time = IrqTime::within_tasks;
  OwnCpu own_cpu = read_own_cpu;
};

// Readings, in seconds: cpu_system (this process and the kernel threads; where these cannot be
// told, as cpu_machine), cpu_kernel_threads, cpu_machine (all tasks: the difference to cpu_system
// is foreign load). The sources are chosen by the first read and kept. What the reads themselves
// use is taken out. One thread.
class SystemCpuProbe final : public Probe {
 public:
  SystemCpuProbe(sys::System& system, const Clock& clock, CpuProbeOptions options = {});
  [[nodiscard]] std::string_view name() const override { return "cpu"; }
  [[nodiscard]] ProbePlace place() const override { return ProbePlace::inside; }
  [[nodiscard]] std::vector<Reading> read(const ProbeTarget& target) override;
  // cpu_kernel_threads alone, for waiting until background work has ended.
  [[nodiscard]] Measured read_kernel_threads();
  // "CPU source" and "machine CPU source"; empty before the first read.
  [[nodiscard]] Facts facts() const;

 private:
  void choose_sources();
  [[nodiscard]] Measured read_machine(double tool_seconds);
  [[nodiscard]] Measured read_interrupts();
  [[nodiscard]] Measured sum_tasks(Nanoseconds own, const Measured& kernel_threads);

  sys::System& system_;
  const Clock& clock_;
  CpuProbeOptions options_;
  KernelThreads kernel_threads_;
  Nanoseconds tool_{0};  // used by this probe, taken out of what it reports
  std::optional<CpuSource> system_source_;
  CpuSource machine_source_ = CpuSource::busy_ticks;
  std::string machine_path_ = "/proc/stat";
};

// Pure parts, in seconds.
[[nodiscard]] Measured measure_busy_ticks(std::string_view proc_stat);
// `now` is monotonic time of the same moment as the text.
[[nodiscard]] Measured measure_idle_complement(std::string_view proc_stat, Nanoseconds now);
[[nodiscard]] Measured measure_cgroup_usage(std::string_view cpuacct_usage);
[[nodiscard]] Measured measure_interrupts(std::string_view proc_stat);

}  // namespace fsduel::probe
