#include "probe/cpu.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ctime>

#include "base/text.hpp"
#include "probe/reader.hpp"

namespace fsduel::probe {
namespace {

constexpr std::string_view kUnknownForm = "/proc/stat has an unknown form";

// Control groups are mounted in two places by custom.
constexpr std::string_view kCgroupFolders[] = {"/sys/fs/cgroup/cpuacct",
                                               "/sys/fs/cgroup/cpu,cpuacct"};

double in_seconds(Nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

Measured of_ticks(std::uint64_t ticks) {
  return Measured::of(static_cast<double>(ticks) / kTicksPerSecond);
}

// Only the root group has a release_agent: a container that sees its own group in the root's place
// has none, and its usage would leave the kernel threads out.
std::optional<std::string> find_cgroup_usage(sys::System& system) {
  for (const auto folder : kCgroupFolders) {
    const std::string path(folder);
    if (read_answer(system, path + "/release_agent").text &&
        read_answer(system, path + "/cpuacct.usage").text)
      return path + "/cpuacct.usage";
  }
  return std::nullopt;
}

Measured measure_machine(CpuSource source, std::string_view text, Nanoseconds now) {
  switch (source) {
    case CpuSource::cgroup:
      return measure_cgroup_usage(text);
    case CpuSource::idle_complement:
      return measure_idle_complement(text, now);
    default:
      return measure_busy_ticks(text);
  }
}

}  // namespace

std::string_view render_cpu_source(CpuSource source) {
  switch (source) {
    case CpuSource::tasks:
      return "this process and all kernel threads (schedstat, exact)";
    case CpuSource::cgroup:
      return "all tasks (cpuacct.usage of the root control group, exact)";
    case CpuSource::idle_complement:
      return "all CPUs less their idle time (/proc/stat, 10 ms)";
    case CpuSource::busy_ticks:
      return "busy ticks (/proc/stat, sampled, 10 ms)";
  }
  return "unknown";
}

IrqTime find_irq_time(std::string_view kernel_config) {
  for (const auto line : split_lines(kernel_config)) {
    if (trim(line) == "CONFIG_IRQ_TIME_ACCOUNTING=y") return IrqTime::apart;
  }
  return IrqTime::within_tasks;
}

Nanoseconds read_own_cpu() {
  constexpr std::int64_t kNanosecondsPerClock = 1'000'000'000 / CLOCKS_PER_SEC;
  return Nanoseconds(std::clock() * kNanosecondsPerClock);
}

Measured measure_busy_ticks(std::string_view proc_stat) {
  const auto ticks = parse_cpu_ticks(proc_stat);
  if (!ticks) return Measured::missing(std::string(kUnknownForm));
  return of_ticks(ticks->user + ticks->nice + ticks->system + ticks->irq.value_or(0) +
                  ticks->softirq.value_or(0));
}

Measured measure_idle_complement(std::string_view proc_stat, Nanoseconds now) {
  const auto ticks = parse_cpu_ticks(proc_stat);
  if (!ticks) return Measured::missing(std::string(kUnknownForm));
  if (ticks->cpus == 0) return Measured::missing("/proc/stat does not show the single CPUs");
  const auto idle = ticks->idle + ticks->iowait.value_or(0) + ticks->steal.value_or(0);
  return Measured::of(ticks->cpus * in_seconds(now) - static_cast<double>(idle) / kTicksPerSecond);
}

Measured measure_cgroup_usage(std::string_view cpuacct_usage) {
  const auto usage = parse_number(trim(cpuacct_usage));
  if (!usage) return Measured::missing("cpuacct.usage has an unknown form");
  return Measured::of(static_cast<double>(*usage) / 1e9);
}

Measured measure_interrupts(std::string_view proc_stat) {
  const auto ticks = parse_cpu_ticks(proc_stat);
  if (!ticks || !ticks->irq || !ticks->softirq)
    return Measured::missing("/proc/stat does not show the time of interrupts");
  return of_ticks(*ticks->irq + *ticks->softirq);
}

SystemCpuProbe::SystemCpuProbe(sys::System& system, const Clock& clock, CpuProbeOptions options)
    : system_(system), clock_(clock), options_(std::move(options)), kernel_threads_(system) {}

void SystemCpuProbe::choose_sources() {
  const Answer stat = read_answer(system_, machine_path_);
  if (const auto usage = find_cgroup_usage(system_)) {
    machine_source_ = CpuSource::cgroup;
    machine_path_ = *usage;
  } else if (stat.text && measure_idle_complement(*stat.text, clock_.now()).value) {
    machine_source_ = CpuSource::idle_complement;
  }
  system_source_ = kernel_threads_.read().value ? CpuSource::tasks : machine_source_;
}

Measured SystemCpuProbe::read_machine(double tool_seconds) {
  const Nanoseconds now = clock_.now();
  const Answer answer = read_answer(system_, machine_path_);
  if (!answer.text) return Measured::missing(answer.why);
  Measured total = measure_machine(machine_source_, *answer.text, now);
  if (total.value) *total.value -= tool_seconds;
  return total;
}

Measured SystemCpuProbe::read_interrupts() {
  if (options_.irq_time == IrqTime::within_tasks) return Measured::of(0);
  const Answer answer = read_answer(system_, "/proc/stat");
  return answer.text ? measure_interrupts(*answer.text) : Measured::missing(answer.why);
}

Measured SystemCpuProbe::sum_tasks(Nanoseconds own, const Measured& kernel_threads) {
  if (!kernel_threads.value) return kernel_threads;
  Measured interrupts = read_interrupts();
  if (interrupts.value) *interrupts.value += in_seconds(own) + *kernel_threads.value;
  return interrupts;
}

std::vector<Reading> SystemCpuProbe::read(const ProbeTarget&) {
  if (!system_source_) choose_sources();
  const Nanoseconds before = options_.own_cpu();
  const Measured machine = read_machine(in_seconds(tool_));
  const Measured kernel_threads = kernel_threads_.read();
  const Measured system =
      *system_source_ == CpuSource::tasks ? sum_tasks(before - tool_, kernel_threads) : machine;
  tool_ += options_.own_cpu() - before;
  return {{"cpu_system", system}, {"cpu_kernel_threads", kernel_threads}, {"cpu_machine", machine}};
}

Measured SystemCpuProbe::read_kernel_threads() {
  const Nanoseconds before = options_.own_cpu();
  const Measured total = kernel_threads_.read();
  tool_ += options_.own_cpu() - before;
  return total;
}

Facts SystemCpuProbe::facts() const {
  if (!system_source_) return {};
  return {{"CPU source", std::string(render_cpu_source(*system_source_))},
          {"machine CPU source", std::string(render_cpu_source(machine_source_))}};
}

}  // namespace fsduel::probe
