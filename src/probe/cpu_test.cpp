// Goal: system-wide CPU time is this process plus the kernel threads, follows threads that come and
// go, leaves its own cost out, and falls back to other sources where kernel threads are not seen.
#include "probe/cpu.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/clock.hpp"
#include "sys/fake_system.hpp"

namespace fsduel::probe {
namespace {

constexpr std::string_view kUsage = "/sys/fs/cgroup/cpuacct/cpuacct.usage";

Measured find_reading(const std::vector<Reading>& readings, std::string_view metric) {
  for (const auto& reading : readings) {
    if (reading.metric == metric) return reading.value;
  }
  return Measured::missing("not among the readings");
}

class SystemCpu : public testing::Test {
 protected:
  void set_kernel_thread(int pid, Nanoseconds on_cpu) {
    system_.set_text(fmt::format("/proc/{}/stat", pid),
                     fmt::format("{} (kworker) I 2 0 0 0 -1 2129984 0 0\n", pid));
    system_.set_text(fmt::format("/proc/{}/schedstat", pid),
                     fmt::format("{} 5 1\n", on_cpu.count()));
  }
  void set_program(int pid, Nanoseconds on_cpu) {
    set_kernel_thread(pid, on_cpu);
    system_.set_text(fmt::format("/proc/{}/stat", pid),
                     fmt::format("{} (cc1plus) R 1 0 0 0 -1 4194304 0 0\n", pid));
  }
  void set_usage(Nanoseconds usage) {
    system_.set_text("/sys/fs/cgroup/cpuacct/release_agent", "\n");
    system_.set_text(std::string(kUsage), fmt::format("{}\n", usage.count()));
  }
  SystemCpuProbe make_probe() {
    return {system_, clock_, {.irq_time = irq_time_, .own_cpu = [this] { return own_ += step_; }}};
  }
  double read(SystemCpuProbe& probe, std::string_view metric) {
    const Measured value = find_reading(probe.read({}), metric);
    EXPECT_TRUE(value.value) << value.unavailable_reason;
    return value.value.value_or(-1);
  }

  sys::FakeSystem system_;
  FakeClock clock_;
  Nanoseconds own_{0};
  Nanoseconds step_{0};  // what each look at the own CPU time adds: the cost of the probe
  IrqTime irq_time_ = IrqTime::within_tasks;
};

constexpr auto kSecond = std::chrono::seconds(1);

TEST_F(SystemCpu, IsThisProcessAndTheKernelThreadsButNoOtherProgram) {
  set_kernel_thread(7, 5 * kSecond);
  set_program(90, 10 * kSecond);
  auto probe = make_probe();
  const double before = read(probe, "cpu_system");
  own_ += 2 * kSecond;
  set_kernel_thread(7, 6 * kSecond);
  set_program(90, 20 * kSecond);
  EXPECT_DOUBLE_EQ(read(probe, "cpu_system") - before, 3.0);
}

TEST_F(SystemCpu, ANewKernelThreadBringsAllItsTime) {
  set_kernel_thread(7, 5 * kSecond);
  auto probe = make_probe();
  const double before = read(probe, "cpu_kernel_threads");
  EXPECT_DOUBLE_EQ(before, 0.0);
  set_kernel_thread(8, 2 * kSecond);
  EXPECT_DOUBLE_EQ(read(probe, "cpu_kernel_threads") - before, 2.0);
}

TEST_F(SystemCpu, AThreadThatEndedKeepsWhatWasSeenOfIt) {
  set_kernel_thread(7, 5 * kSecond);
  set_kernel_thread(8, 1 * kSecond);
  auto probe = make_probe();
  const double before = read(probe, "cpu_kernel_threads");
  set_kernel_thread(8, 3 * kSecond);
  EXPECT_DOUBLE_EQ(read(probe, "cpu_kernel_threads") - before, 2.0);
  system_.remove_tree("/proc/8");
  EXPECT_DOUBLE_EQ(read(probe, "cpu_kernel_threads") - before, 2.0);
}

TEST_F(SystemCpu, ALaterProgramWithTheNumberOfAKernelThreadIsNotTakenForIt) {
  set_kernel_thread(7, 5 * kSecond);
  set_kernel_thread(8, 4 * kSecond);
  auto probe = make_probe();
  const double before = read(probe, "cpu_kernel_threads");
  set_program(8, 1 * kSecond);
  read(probe, "cpu_kernel_threads");
  set_program(8, 9 * kSecond);
  EXPECT_DOUBLE_EQ(read(probe, "cpu_kernel_threads") - before, 0.0);
}

TEST_F(SystemCpu, WhatTheProbeUsesItselfIsLeftOut) {
  set_kernel_thread(7, 5 * kSecond);
  set_usage(100 * kSecond);
  step_ = std::chrono::milliseconds(10);
  auto probe = make_probe();
  const auto first = probe.read({});
  set_usage(100 * kSecond + step_);  // the walk through /proc of the first read
  own_ -= step_;                     // the fake counts the look before the walk too
  const auto second = probe.read({});
  EXPECT_NEAR(*find_reading(second, "cpu_system").value, *find_reading(first, "cpu_system").value,
              1e-9);
  EXPECT_NEAR(*find_reading(second, "cpu_machine").value, *find_reading(first, "cpu_machine").value,
              1e-9);
}

TEST_F(SystemCpu, InterruptsAreAddedWhereTheKernelKeepsThemApart) {
  set_kernel_thread(7, 5 * kSecond);
  system_.set_text("/proc/stat", "cpu 0 0 0 0 0 100 50 0\ncpu0 0 0 0 0 0 100 50 0\n");
  irq_time_ = IrqTime::apart;
  auto probe = make_probe();
  const double before = read(probe, "cpu_system");
  system_.set_text("/proc/stat", "cpu 0 0 0 0 0 120 60 0\ncpu0 0 0 0 0 0 120 60 0\n");
  EXPECT_NEAR(read(probe, "cpu_system") - before, 0.3, 1e-9);
}

TEST_F(SystemCpu, WithoutKernelThreadsItIsThatOfTheWholeMachine) {
  set_usage(3 * kSecond);
  auto probe = make_probe();
  EXPECT_DOUBLE_EQ(read(probe, "cpu_system"), 3.0);
  EXPECT_EQ(find_fact(probe.facts(), "CPU source"), render_cpu_source(CpuSource::cgroup));
  EXPECT_FALSE(find_reading(probe.read({}), "cpu_kernel_threads").value);
}

TEST_F(SystemCpu, AGroupWithoutReleaseAgentIsNotTheRoot) {
  system_.set_text(std::string(kUsage), "5\n");
  system_.set_text("/proc/stat", "cpu 1 0 0 100 0 0 0 0\ncpu0 1 0 0 100 0 0 0 0\n");
  auto probe = make_probe();
  (void)probe.read({});
  EXPECT_EQ(find_fact(probe.facts(), "machine CPU source"),
            render_cpu_source(CpuSource::idle_complement));
}

TEST_F(SystemCpu, AMachineThatTellsNothingHasReasons) {
  auto probe = make_probe();
  for (const auto& reading : probe.read({})) {
    EXPECT_FALSE(reading.value.value) << reading.metric;
    EXPECT_FALSE(reading.value.unavailable_reason.empty()) << reading.metric;
  }
}

TEST(CpuSources, BusyTicksAreAllButIdleIowaitAndSteal) {
  EXPECT_DOUBLE_EQ(*measure_busy_ticks("cpu 100 10 50 900 70 3 7 60 9\n").value, 1.7);
  EXPECT_FALSE(measure_busy_ticks("nothing").value);
}

TEST(CpuSources, IdleComplementTakesIowaitAndStealAsNotBusy) {
  const auto text = "cpu 0 0 0 300 50 0 0 50\ncpu0 0 0 0 0\ncpu1 0 0 0 0\n";
  EXPECT_DOUBLE_EQ(*measure_idle_complement(text, 3 * kSecond).value, 2.0);
  EXPECT_FALSE(measure_idle_complement("cpu 1 2 3 4\n", kSecond).value);
}

TEST(CpuSources, CgroupUsageIsNanoseconds) {
  EXPECT_DOUBLE_EQ(*measure_cgroup_usage("1500000000\n").value, 1.5);
  EXPECT_FALSE(measure_cgroup_usage("usage_usec 5\n").value);
}

TEST(CpuSources, IrqTimeIsReadFromTheKernelsConfiguration) {
  EXPECT_EQ(find_irq_time("CONFIG_IRQ_TIME_ACCOUNTING=y\n"), IrqTime::apart);
  EXPECT_EQ(find_irq_time("# CONFIG_IRQ_TIME_ACCOUNTING is not set\n"), IrqTime::within_tasks);
  EXPECT_EQ(find_irq_time(""), IrqTime::within_tasks);
}

TEST(CpuSources, OwnCpuGrowsWithWork) {
  const Nanoseconds before = read_own_cpu();
  volatile unsigned sink = 0;
  while (read_own_cpu() == before) sink = sink + 1;
  EXPECT_GT(read_own_cpu(), before);
}

}  // namespace
}  // namespace fsduel::probe
