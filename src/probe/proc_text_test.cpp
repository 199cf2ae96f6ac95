// Goal: the texts of /proc and /sys are read in every form from Linux 2.6 to 6.x; what a kernel
// does not show is absent, and no text at all is an answer instead of a fault.
#include "probe/proc_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fsduel::probe {
namespace {

constexpr std::string_view kStat26 =
    "cpu  100 5 40 900 30 2 3\n"
    "cpu0 100 5 40 900 30 2 3\n"
    "intr 12345 0 0\n"
    "ctxt 99\nbtime 1100000000\nprocesses 10\n";

constexpr std::string_view kStat6 =
    "cpu  9477 1 6420 309303 1640 7 73 19 4 0\n"
    "cpu0 3458 0 2844 156950 127 0 13 7 0 0\n"
    "cpu1 6019 1 3576 152353 1513 7 60 12 4 0\n"
    "intr 245590 0\nctxt 458881\nbtime 1796057215\n";

TEST(CpuTicks, Linux24HasFourColumnsAndNoIowait) {
  const auto ticks = parse_cpu_ticks("cpu  10 20 30 40\ncpu0 10 20 30 40\n");
  ASSERT_TRUE(ticks);
  EXPECT_EQ(ticks->idle, 40u);
  EXPECT_EQ(ticks->iowait, std::nullopt);
  EXPECT_EQ(ticks->steal, std::nullopt);
}

TEST(CpuTicks, Linux260HasNoSteal) {
  const auto ticks = parse_cpu_ticks(kStat26);
  ASSERT_TRUE(ticks);
  EXPECT_EQ(ticks->iowait, 30u);
  EXPECT_EQ(ticks->irq, 2u);
  EXPECT_EQ(ticks->softirq, 3u);
  EXPECT_EQ(ticks->steal, std::nullopt);
  EXPECT_EQ(ticks->cpus, 1u);
}

TEST(CpuTicks, Linux6HasStealAndGuestColumns) {
  const auto ticks = parse_cpu_ticks(kStat6);
  ASSERT_TRUE(ticks);
  EXPECT_EQ(ticks->user, 9477u);
  EXPECT_EQ(ticks->nice, 1u);
  EXPECT_EQ(ticks->system, 6420u);
  EXPECT_EQ(ticks->steal, 19u);
  EXPECT_EQ(ticks->cpus, 2u);
}

TEST(CpuTicks, OtherTextsAreRefused) {
  EXPECT_FALSE(parse_cpu_ticks(""));
  EXPECT_FALSE(parse_cpu_ticks("cpu 1 2 3\n"));
  EXPECT_FALSE(parse_cpu_ticks("cpu 1 2 x 4\n"));
  EXPECT_FALSE(parse_cpu_ticks("cpu0 1 2 3 4\n"));
}

TEST(BlockCounters, Linux26HasElevenColumns) {
  const auto disk = parse_block_counters(
      "  59821 10990 5033915 35773 27363 11303 19643794 82435 3 "
      "22108 118883\n");
  ASSERT_TRUE(disk);
  EXPECT_EQ(disk->read_requests, 59821u);
  EXPECT_EQ(disk->read_sectors, 5033915u);
  EXPECT_EQ(disk->write_requests, 27363u);
  EXPECT_EQ(disk->write_sectors, 19643794u);
  EXPECT_EQ(disk->in_flight, 3u);
  EXPECT_EQ(disk->busy_ms, 22108u);
  EXPECT_EQ(disk->discards, std::nullopt);
  EXPECT_EQ(disk->flushes, std::nullopt);
}

TEST(BlockCounters, Linux418AddsDiscards) {
  const auto disk = parse_block_counters("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
  ASSERT_TRUE(disk);
  EXPECT_EQ(disk->discards, 12u);
  EXPECT_EQ(disk->flushes, std::nullopt);
}

TEST(BlockCounters, Linux55AddsFlushes) {
  const auto disk = parse_block_counters("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17");
  ASSERT_TRUE(disk);
  EXPECT_EQ(disk->flushes, 16u);
}

TEST(BlockCounters, AnOldPartitionHasFourColumns) {
  const auto disk = parse_block_counters("10 80 20 160\n");
  ASSERT_TRUE(disk);
  EXPECT_EQ(disk->read_sectors, 80u);
  EXPECT_EQ(disk->write_sectors, 160u);
  EXPECT_EQ(disk->in_flight, std::nullopt);
}

TEST(BlockCounters, OtherTextsAreRefused) {
  EXPECT_FALSE(parse_block_counters(""));
  EXPECT_FALSE(parse_block_counters("1 2 3 4 5"));
  EXPECT_FALSE(parse_block_counters("1 2 3 4 5 6 7 8 9 10 -11"));
  EXPECT_FALSE(parse_block_counters("1 2 3 4 5 6 7 8 9 10 99999999999999999999999"));
}

TEST(TaskTimes, AreCpuTimeAndRunQueueWait) {
  const auto times = parse_task_times("73359 52227 2\n");
  ASSERT_TRUE(times);
  EXPECT_EQ(times->on_cpu, Nanoseconds(73359));
  EXPECT_EQ(times->run_delay, Nanoseconds(52227));
}

TEST(TaskTimes, AKernelWithoutTheAccountingSaysNothing) {
  EXPECT_FALSE(parse_task_times("0 0 0\n"));
  EXPECT_FALSE(parse_task_times(""));
  EXPECT_FALSE(parse_task_times("12"));
}

TEST(TaskKind, IsFoundBehindANameWithSpacesAndParentheses) {
  EXPECT_EQ(parse_task_kind("12 (kworker/u8:0-ext4) I 2 0 0 0 -1 69238880 0 0"), TaskKind::kernel);
  EXPECT_EQ(parse_task_kind("90 (a) S 0 0 0 0 0 2129984 b) S 1 90 90 0 -1 4194304 10"),
            TaskKind::user);
}

TEST(TaskKind, OtherTextsAreRefused) {
  EXPECT_FALSE(parse_task_kind(""));
  EXPECT_FALSE(parse_task_kind("12 (short) S 1"));
  EXPECT_FALSE(parse_task_kind("12 (name) S 1 2 3 4 5 flags 7"));
}

TEST(FindCounter, TakesTheWholeKeyOnly) {
  constexpr std::string_view kMeminfo =
      "DirtyOther:   7 kB\nDirty:          120 kB\nWritebackTmp: 9 kB\nWriteback:  8 kB\n";
  EXPECT_EQ(find_counter(kMeminfo, "Dirty"), 120u);
  EXPECT_EQ(find_counter(kMeminfo, "Writeback"), 8u);
  EXPECT_EQ(find_counter("pswpin 3\noom_kill 1\n", "oom_kill"), 1u);
  EXPECT_EQ(find_counter(kMeminfo, "Cached"), std::nullopt);
}

TEST(FindField, IsTheTextBehindTheColon) {
  constexpr std::string_view kCpuinfo = "processor\t: 0\nmodel name\t: AMD EPYC\nmodel\t\t: 17\n";
  EXPECT_EQ(find_field(kCpuinfo, "model name"), "AMD EPYC");
  EXPECT_EQ(find_field(kCpuinfo, "model"), "17");
  EXPECT_EQ(find_field(kCpuinfo, "microcode"), std::nullopt);
}

}  // namespace
}  // namespace fsduel::probe
