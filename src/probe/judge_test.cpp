// Goal: a run is doubted for a declared cause with its number, in the declared scope, and never for
// what could not be measured. Cold and warm are what the device shows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "probe/validity.hpp"

namespace fsduel::probe {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class JudgeRun : public testing::Test {
 protected:
  JudgeRun() {
    set("time_acknowledged", 10.0);
    set("cpu_run_delay", 0.4);
    set("cpu_machine", 5.0);
    set("cpu_system", 4.0);
    set("operations", 10000);
    set("errors", 10);
    inputs_.followed = std::chrono::seconds(10);
    inputs_.cpus = 2;
    inputs_.conditions = parse_conditions("cpu 1 1 1 1 1 1 1 10\n",
                                          "oom_kill 0\npswpin 0\n"
                                          "pswpout 0\n");
    inputs_.regimes = {{"cold read", "cold", CacheState::cold}, {"rename", "", CacheState::warm}};
  }
  void set(const std::string& metric, double value) {
    std::erase_if(run_, [&](const auto& seen) { return seen.metric == metric; });
    run_.push_back({std::string(kWholeRun), metric, Measured::of(value)});
  }
  std::vector<Invalidity> judge() {
    inputs_.run = run_;
    return judge_run(inputs_);
  }
  void expect_one(InvalidScope scope, const char* words) {
    const auto causes = judge();
    ASSERT_THAT(causes, SizeIs(1));
    EXPECT_EQ(causes[0].scope, scope);
    EXPECT_THAT(causes[0].cause, HasSubstr(words));
  }

  std::vector<Observation> run_;
  ValidityInputs inputs_;
};

TEST_F(JudgeRun, WithinAllLimitsIsValid) {
  EXPECT_THAT(judge(), IsEmpty());
}

TEST_F(JudgeRun, RunQueueWaitTakesWallTime) {
  set("cpu_run_delay", 0.6);
  set("cpu_machine", 6.0);  // 0.2 CPUs of others
  expect_one(InvalidScope::wall, "waited for a CPU for 6.0 %");
}

TEST_F(JudgeRun, RunQueueWaitIsShareOfAllWorkers) {
  set("cpu_run_delay", 0.6);
  set("cpu_machine", 6.0);
  inputs_.workers = 4;
  EXPECT_THAT(judge(), IsEmpty());
}

TEST_F(JudgeRun, WaitingForTheFilesystemsOwnThreadsIsPartOfTheCandidate) {
  set("cpu_run_delay", 0.6);
  set("cpu_machine", 4.9);  // 0.09 CPUs of others
  EXPECT_THAT(judge(), IsEmpty());
  std::erase_if(run_, [](const auto& seen) { return seen.metric == "cpu_machine"; });
  expect_one(InvalidScope::wall, "waited for a CPU");
}

TEST_F(JudgeRun, ForeignCpuTakesWallTime) {
  set("cpu_machine", 7.0);
  expect_one(InvalidScope::wall, "other programs used 0.30 CPUs");
}

TEST_F(JudgeRun, StealTakesWallTime) {
  inputs_.conditions.steal = Measured::of(0.3);
  expect_one(InvalidScope::wall, "hypervisor took 1.5 %");
}

TEST_F(JudgeRun, StealBelowWhatTicksCanTellIsIgnored) {
  inputs_.followed = std::chrono::milliseconds(100);
  set("cpu_machine", 4.0);
  inputs_.conditions.steal = Measured::of(0.02);
  EXPECT_THAT(judge(), IsEmpty());
}

TEST_F(JudgeRun, ErrorsTakeAll) {
  set("errors", 11);
  expect_one(InvalidScope::all, "11 of 10000 operations failed");
}

TEST_F(JudgeRun, OutOfMemoryTakesAllAndSwapTakesWallTime) {
  inputs_.conditions.oom_kills = Measured::of(1);
  expect_one(InvalidScope::all, "want of memory");
  inputs_.conditions.oom_kills = Measured::of(0);
  inputs_.conditions.swapped_pages = Measured::of(12);
  expect_one(InvalidScope::wall, "12 pages were swapped");
}

TEST_F(JudgeRun, AWrongCacheRegimeTakesAll) {
  inputs_.regimes[0].regime = "warm";
  expect_one(InvalidScope::all, "cold read ran warm where cold was asked for");
}

TEST_F(JudgeRun, AMixedRegimeIsALabelOnly) {
  inputs_.regimes[0].regime = "mixed";
  EXPECT_THAT(judge(), IsEmpty());
}

TEST_F(JudgeRun, AnUncleanCheckTakesAllAndIsEscaped) {
  inputs_.unclean = "bad\nblock";
  expect_one(InvalidScope::all, "bad\\nblock");
}

TEST_F(JudgeRun, WhatCouldNotBeMeasuredExcludesNothing) {
  run_.clear();
  inputs_.conditions = parse_conditions("", "");
  EXPECT_THAT(judge(), IsEmpty());
}

TEST(Conditions, OldKernelsHaveReasons) {
  const auto old = parse_conditions("cpu 1 2 3 4\n", "pswpin 5\npswpout 6\n");
  EXPECT_FALSE(old.steal.value);
  EXPECT_THAT(old.oom_kills.unavailable_reason, HasSubstr("oom_kill"));
  EXPECT_DOUBLE_EQ(*old.swapped_pages.value, 11.0);
}

TEST(Conditions, DifferencesOfCountersThatWentBackAreMissing) {
  const auto before = parse_conditions("cpu 1 1 1 1 1 1 1 50\n", "oom_kill 2\npswpin 1\npswpout 1");
  const auto after = parse_conditions("cpu 1 1 1 1 1 1 1 80\n", "oom_kill 1\npswpin 4\npswpout 1");
  const auto change = subtract_conditions(before, after);
  EXPECT_DOUBLE_EQ(*change.steal.value, 0.3);
  EXPECT_THAT(change.oom_kills.unavailable_reason, HasSubstr("backwards"));
  EXPECT_DOUBLE_EQ(*change.swapped_pages.value, 3.0);
}

RegimeInputs make_read(CacheState asked, double device_kb) {
  return {.kind = PhaseKind::read,
          .asked = asked,
          .bytes_asked = {1'000'000},
          .device_read = Measured::of(device_kb)};
}

TEST(Regime, DataPhasesAreJudgedByTheShareFromTheDevice) {
  EXPECT_EQ(find_regime(make_read(CacheState::cold, 950)), "cold");
  EXPECT_EQ(find_regime(make_read(CacheState::cold, 949)), "mixed");
  EXPECT_EQ(find_regime(make_read(CacheState::warm, 50)), "warm");
  EXPECT_EQ(find_regime(make_read(CacheState::warm, 51)), "mixed");
  EXPECT_EQ(find_regime(make_read(CacheState::cold, 0)), "warm");
}

TEST(Regime, MetadataPhasesAreColdWhenTheDeviceWasRead) {
  RegimeInputs walk{.kind = PhaseKind::walk,
                    .asked = CacheState::cold,
                    .bytes_asked = {},
                    .device_read = Measured::of(4)};
  EXPECT_EQ(find_regime(walk), "cold");
  walk.device_read = Measured::of(0);
  EXPECT_EQ(find_regime(walk), "mixed");
  walk.asked = CacheState::warm;
  EXPECT_EQ(find_regime(walk), "warm");
  walk.device_read = Measured::of(4);
  EXPECT_EQ(find_regime(walk), "mixed");
}

TEST(Regime, PhasesThatReadNothingHaveNone) {
  EXPECT_EQ(find_regime({.kind = PhaseKind::stream, .device_read = Measured::of(0)}), "");
  EXPECT_EQ(find_regime({.kind = PhaseKind::durable, .device_read = Measured::of(9)}), "");
}

TEST(Regime, WhatCannotBeProvedIsMixed) {
  auto inputs = make_read(CacheState::cold, 0);
  inputs.device_read = Measured::missing("a directory");
  EXPECT_EQ(find_regime(inputs), "mixed");
}

}  // namespace
}  // namespace fsduel::probe
