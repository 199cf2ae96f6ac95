// Texts of /proc and /sys as values. Every form from Linux 2.6 to 6.x: what a kernel does not show
// is absent, never 0. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/units.hpp"

namespace fsduel::probe {

// USER_HZ: the unit of /proc/stat and /proc/PID/stat, 100 per second on every architecture that
// fsduel runs on, whatever the kernel's own HZ.
inline constexpr double kTicksPerSecond = 100.0;

// The "cpu" line of /proc/stat, in ticks since boot, and how many CPUs it adds up.
struct CpuTicks {
  std::uint64_t user = 0;  // with guests
  std::uint64_t nice = 0;
  std::uint64_t system = 0;
  std::uint64_t idle = 0;
  std::optional<std::uint64_t> iowait;   // from Linux 2.5.41
  std::optional<std::uint64_t> irq;      // from 2.6.0
  std::optional<std::uint64_t> softirq;  // from 2.6.0
  std::optional<std::uint64_t> steal;    // from 2.6.11
  unsigned cpus = 0;                     // "cpuN" lines: those that are online
};
[[nodiscard]] std::optional<CpuTicks> parse_cpu_ticks(std::string_view proc_stat);

// /sys/block/NAME/stat or /sys/class/block/NAME/stat, since the device appeared.
struct BlockCounters {
  std::uint64_t read_requests = 0;
  std::uint64_t read_sectors = 0;  // of 512 bytes, whatever the device's own are
  std::uint64_t write_requests = 0;
  std::uint64_t write_sectors = 0;
  std::optional<std::uint64_t> in_flight;  // absent for partitions before 2.6.25 (4 columns)
  std::optional<std::uint64_t> busy_ms;    // time with a request in flight
  std::optional<std::uint64_t> discards;   // from 4.18 (15 columns)
  std::optional<std::uint64_t> flushes;    // from 5.5 (17 columns)
};
[[nodiscard]] std::optional<BlockCounters> parse_block_counters(std::string_view stat);

// /proc/PID/task/TID/schedstat.
struct TaskTimes {
  Nanoseconds on_cpu{0};     // a running task's is up to one tick old
  Nanoseconds run_delay{0};  // ready, but waiting on a run queue
};
// nullopt also for "0 0 0", which kernels without the accounting show for every task.
[[nodiscard]] std::optional<TaskTimes> parse_task_times(std::string_view schedstat);

enum class TaskKind { user, kernel };
// Whether /proc/PID/stat is that of a kernel thread (PF_KTHREAD in its flags, from Linux 2.6.27).
[[nodiscard]] std::optional<TaskKind> parse_task_kind(std::string_view process_stat);

// The number behind a key at the start of a line: "Dirty:  120 kB" of /proc/meminfo, "oom_kill 3"
// of /proc/vmstat. The unit is that of the file.
[[nodiscard]] std::optional<std::uint64_t> find_counter(std::string_view text,
                                                        std::string_view key);

// The text behind a key and a colon: "model name\t: AMD EPYC" of /proc/cpuinfo -> "AMD EPYC".
[[nodiscard]] std::optional<std::string_view> find_field(std::string_view text,
                                                         std::string_view key);

}  // namespace fsduel::probe
