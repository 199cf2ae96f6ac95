#include "model/metric.hpp"

#include <algorithm>
#include <array>

namespace fsduel {
namespace {

using enum MetricKind;
constexpr auto kLower = Better::lower;
constexpr auto kNeither = Better::neither;
constexpr auto kNoisy = Exactness::noisy;
constexpr auto kExact = Exactness::exact;
constexpr auto kCounter = Accumulation::counter;
constexpr auto kGauge = Accumulation::gauge;

constexpr std::array kMetrics{
    Metric{"time_durable", "durable time", "s", time, kLower, kNoisy, kCounter,
           "wall time from the first operation until syncfs has returned after the last one"},
    Metric{"time_acknowledged", "acknowledged time", "s", time, kLower, kNoisy, kCounter,
           "wall time from the first operation until the last one has returned"},
    Metric{"cpu_per_op", "CPU per operation", "us/op", cpu, kLower, kNoisy, kCounter,
           "system-wide CPU time of phase and close-out until quiet, divided by the operations"},
    Metric{
        "cpu_system", "system-wide CPU", "s", cpu, kLower, kNoisy, kCounter,
        "CPU time of fsduel and of all kernel threads, of phase and close-out until quiet; other "
        "programs are left out where the kernel lets them be told apart (decision 0003)"},
    Metric{"cpu_workers", "workers' CPU", "s", cpu, kLower, kNoisy, kCounter,
           "CPU time of the threads that carried the operations out (CLOCK_THREAD_CPUTIME_ID)"},
    Metric{"cpu_kernel_threads", "kernel threads' CPU", "s", cpu, kNeither, kNoisy, kCounter,
           "part of the system-wide CPU used by kernel threads; an indication, they are shared by "
           "all filesystems"},
    Metric{"cpu_machine", "whole machine's CPU", "s", cpu, kNeither, kNoisy, kCounter,
           "CPU time of all tasks of the machine; less the system-wide CPU it is foreign load"},
    Metric{"blocked", "blocked", "s", time, kLower, kNoisy, kCounter,
           "time until acknowledged in which workers neither ran nor waited for a CPU, summed over "
           "workers; native only"},
    Metric{"blocked_per_op", "blocked per operation", "us/op", time, kLower, kNoisy, kCounter,
           "the fair I/O wait: blocked time divided by the operations; iowait cannot be compared "
           "between filesystems"},
    Metric{"cpu_run_delay", "run-queue wait", "s", time, kNeither, kNoisy, kCounter,
           "time until acknowledged in which workers were ready but waited for a CPU (schedstat)"},
    Metric{
        "device_written_per_op", "device writes per operation", "kB/op", device, kLower, kNoisy,
        kCounter,
        "kB (1000 bytes) written to all block devices of the candidate, divided by the operations"},
    Metric{"device_written", "written to the device", "kB", device, kLower, kNoisy, kCounter,
           "kB (1000 bytes) written to all block devices of the candidate (sysfs stat, sectors of "
           "512 bytes)"},
    Metric{"device_read", "read from the device", "kB", device, kLower, kNoisy, kCounter,
           "kB (1000 bytes) read from all block devices of the candidate (sysfs stat, sectors of "
           "512 bytes)"},
    Metric{"device_write_requests", "write requests", "requests", device, kLower, kNoisy, kCounter,
           "write requests completed by the block layer (sysfs stat, field 5)"},
    Metric{"device_read_requests", "read requests", "requests", device, kLower, kNoisy, kCounter,
           "read requests completed by the block layer (sysfs stat, field 1)"},
    Metric{
        "device_flushes", "flushes", "requests", device, kLower, kNoisy, kCounter,
        "flush requests completed by the block layer (sysfs stat, field 16; Linux 5.5 and later)"},
    Metric{"space_per_byte", "space per stored byte", "", space, kLower, kExact, kGauge,
           "growth of used space (statfs) divided by the bytes stored in files"},
    Metric{"space_used", "space taken", "kB", space, kLower, kExact, kGauge,
           "growth of used space (statfs) since the filesystem was mounted empty"},
    Metric{"space_allocated", "allocated to files", "kB", space, kLower, kExact, kGauge,
           "sum of st_blocks of all files and folders"},
    Metric{
        "space_inodes", "inodes used", "inodes", count, kNeither, kExact, kGauge,
        "growth of used inodes (statfs); not available where the filesystem does not count them"},
    Metric{"space_mkfs", "taken by mkfs", "kB", space, kLower, kExact, kGauge,
           "size of the device minus the space free for the superuser on the empty filesystem"},
    Metric{
        "space_reserved", "reserved for root", "kB", space, kNeither, kExact, kGauge,
        "free space that only the superuser may use on the empty filesystem (f_bfree - f_bavail)"},
    Metric{"operations", "operations", "", count, kNeither, kExact, kCounter,
           "operations carried out; the same for every candidate of a round"},
    Metric{"errors", "failed operations", "", count, kLower, kExact, kCounter,
           "operations that the filesystem answered with an error"},
};

}  // namespace

std::span<const Metric> metrics() {
  return kMetrics;
}

const Metric* find_metric(std::string_view name) {
  const auto at = std::find_if(kMetrics.begin(), kMetrics.end(),
                               [&](const Metric& metric) { return metric.name == name; });
  return at == kMetrics.end() ? nullptr : &*at;
}

std::optional<std::string> find_fact(const Facts& facts, std::string_view name) {
  for (const auto& fact : facts) {
    if (fact.name == name) return fact.value;
  }
  return std::nullopt;
}

}  // namespace fsduel
