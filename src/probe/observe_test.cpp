// Goal: the numbers of a phase are differences from begin until quiet, the totals of a run are sums
// over its phases, and what is missing stays missing with its reason.
#include "probe/observe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel::probe {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

Cut make_cut(milliseconds time, double cpu, double written) {
  return {
      .time = time,
      .readings = {{"cpu_system", Measured::of(cpu)}, {"device_written", Measured::of(written)}}};
}

PhaseCuts make_cuts() {
  PhaseCuts cuts;
  cuts.marks = {make_cut(milliseconds(1000), 5.0, 100.0), make_cut(milliseconds(3000), 5.2, 150.0),
                make_cut(milliseconds(3500), 5.3, 200.0), make_cut(milliseconds(3700), 5.5, 300.0)};
  cuts.workers = {{.present = milliseconds(2000), .run_delay = Measured::of(0.3)}};
  return cuts;
}

PhaseOutcome make_outcome() {
  PhaseOutcome outcome;
  outcome.operations = 1000;
  outcome.worker_cpu = milliseconds(600);
  outcome.errors = {{"create ENOSPC", 2}, {"read EIO", 1}};
  return outcome;
}

Measured find_value(const std::vector<Observation>& all, std::string_view metric) {
  for (const auto& observation : all) {
    if (observation.metric == metric) return observation.value;
  }
  return Measured::missing("not observed");
}

double value_of(const std::vector<Observation>& all, std::string_view metric) {
  const Measured found = find_value(all, metric);
  EXPECT_TRUE(found.value) << metric << ": " << found.unavailable_reason;
  return found.value.value_or(-1);
}

TEST(ObservePhase, TimesAreFromBeginToTheirMarks) {
  const auto all = observe_phase(make_cuts(), make_outcome(), "untar");
  EXPECT_DOUBLE_EQ(value_of(all, "time_acknowledged"), 2.0);
  EXPECT_DOUBLE_EQ(value_of(all, "time_durable"), 2.5);
}

TEST(ObservePhase, CountersAreFollowedUntilQuiet) {
  const auto all = observe_phase(make_cuts(), make_outcome(), "untar");
  EXPECT_DOUBLE_EQ(value_of(all, "cpu_system"), 0.5);
  EXPECT_DOUBLE_EQ(value_of(all, "device_written"), 200.0);
  EXPECT_DOUBLE_EQ(value_of(all, "cpu_per_op"), 500.0);
  EXPECT_DOUBLE_EQ(value_of(all, "device_written_per_op"), 0.2);
}

TEST(ObservePhase, FollowedTimeIsFromBeginUntilQuiet) {
  auto cuts = make_cuts();
  EXPECT_EQ(followed_time(cuts), milliseconds(2700));
  cuts.marks[3].reset();
  EXPECT_EQ(followed_time(cuts), Nanoseconds(0));
}

TEST(ObservePhase, BlockedIsWallLessCpuLessRunQueue) {
  const auto all = observe_phase(make_cuts(), make_outcome(), "untar");
  EXPECT_DOUBLE_EQ(value_of(all, "cpu_run_delay"), 0.3);
  EXPECT_DOUBLE_EQ(value_of(all, "blocked"), 1.1);
  EXPECT_DOUBLE_EQ(value_of(all, "blocked_per_op"), 1100.0);
}

TEST(ObservePhase, BlockedALittleBelowZeroIsZeroAndFarBelowIsAFault) {
  auto outcome = make_outcome();
  outcome.worker_cpu = milliseconds(1705);
  EXPECT_DOUBLE_EQ(value_of(observe_phase(make_cuts(), outcome, "p"), "blocked"), 0.0);
  outcome.worker_cpu = milliseconds(1900);
  const auto fault = find_value(observe_phase(make_cuts(), outcome, "p"), "blocked");
  EXPECT_THAT(fault.unavailable_reason, HasSubstr("disagree"));
}

TEST(ObservePhase, ErrorsAreAddedUp) {
  EXPECT_DOUBLE_EQ(value_of(observe_phase(make_cuts(), make_outcome(), "p"), "errors"), 3.0);
}

TEST(ObservePhase, ACounterThatWentBackwardsIsNotAvailable) {
  auto cuts = make_cuts();
  cuts.marks[3]->readings[1].value = Measured::of(50.0);
  const auto written = find_value(observe_phase(cuts, make_outcome(), "p"), "device_written");
  EXPECT_FALSE(written.value);
  EXPECT_THAT(written.unavailable_reason, HasSubstr("backwards"));
}

TEST(ObservePhase, AReasonOfTheProbeIsKeptAlsoPerOperation) {
  auto cuts = make_cuts();
  cuts.marks[0]->readings[1].value = Measured::missing("no such disk");
  const auto all = observe_phase(cuts, make_outcome(), "p");
  EXPECT_EQ(find_value(all, "device_written").unavailable_reason, "no such disk");
  EXPECT_EQ(find_value(all, "device_written_per_op").unavailable_reason, "no such disk");
}

TEST(ObservePhase, APhaseThatEndedEarlyHasReasons) {
  auto cuts = make_cuts();
  cuts.marks[2].reset();
  cuts.marks[3].reset();
  const auto all = observe_phase(cuts, make_outcome(), "p");
  EXPECT_THAT(find_value(all, "time_durable").unavailable_reason, HasSubstr("that far"));
  EXPECT_THAT(find_value(all, "cpu_system").unavailable_reason, HasSubstr("until it was quiet"));
  EXPECT_DOUBLE_EQ(value_of(all, "time_acknowledged"), 2.0);
}

TEST(ObservePhase, WithoutOperationsNothingIsPerOperation) {
  auto outcome = make_outcome();
  outcome.operations = 0;
  const auto all = observe_phase(make_cuts(), outcome, "durable");
  EXPECT_THAT(find_value(all, "cpu_per_op").unavailable_reason, HasSubstr("no operations"));
}

TEST(ObservePhase, EqualCountsAreEqualWhereverTheCounterStood) {
  auto cuts = make_cuts();
  cuts.marks[0]->readings[1].value = Measured::of(19643794 * 0.512);
  cuts.marks[3]->readings[1].value = Measured::of(19643795 * 0.512);
  EXPECT_EQ(value_of(observe_phase(cuts, make_outcome(), "p"), "device_written"), 0.512);
}

TEST(ObservePhase, APhaseWithoutWorkersAndOperationsDidNotWait) {
  auto cuts = make_cuts();
  cuts.workers.clear();
  EXPECT_FALSE(find_value(observe_phase(cuts, make_outcome(), "p"), "blocked").value);
  PhaseOutcome nothing;
  EXPECT_DOUBLE_EQ(value_of(observe_phase(cuts, nothing, "durable"), "blocked"), 0.0);
}

TEST(ObservePhase, EveryMetricIsInTheTable) {
  for (const auto& observation : observe_phase(make_cuts(), make_outcome(), "p"))
    EXPECT_NE(find_metric(observation.metric), nullptr) << observation.metric;
}

TEST(ObserveWholeRun, SumsPhasesAndDividesTheSums) {
  auto phases = observe_phase(make_cuts(), make_outcome(), "one");
  auto durable = make_outcome();
  durable.operations = 0;
  for (auto& observation : observe_phase(make_cuts(), durable, "durable"))
    phases.push_back(observation);
  const auto all = observe_whole_run(phases);
  EXPECT_DOUBLE_EQ(value_of(all, "time_durable"), 5.0);
  EXPECT_DOUBLE_EQ(value_of(all, "operations"), 1000.0);
  EXPECT_DOUBLE_EQ(value_of(all, "cpu_per_op"), 1000.0);
  EXPECT_DOUBLE_EQ(value_of(all, "device_written_per_op"), 0.4);
  EXPECT_EQ(all.front().phase, kWholeRun);
}

TEST(ObserveWholeRun, OneMissingPartMakesTheTotalMissingWithItsPhase) {
  auto phases = observe_phase(make_cuts(), make_outcome(), "one");
  auto cuts = make_cuts();
  cuts.marks[0]->readings[0].value = Measured::missing("no kernel threads");
  for (auto& observation : observe_phase(cuts, make_outcome(), "two"))
    phases.push_back(observation);
  const auto all = observe_whole_run(phases);
  EXPECT_EQ(find_value(all, "cpu_system").unavailable_reason, "in phase two: no kernel threads");
  EXPECT_FALSE(find_value(all, "cpu_per_op").value);
  EXPECT_TRUE(find_value(all, "device_written").value);
}

TEST(ObserveWholeRun, AMetricThatAPhaseDoesNotHaveIsMissingInTheTotal) {
  auto phases = observe_phase(make_cuts(), make_outcome(), "one");
  phases.push_back({"two", "operations", Measured::of(5)});
  const auto all = observe_whole_run(phases);
  EXPECT_DOUBLE_EQ(value_of(all, "operations"), 1005.0);
  EXPECT_EQ(find_value(all, "time_durable").unavailable_reason, "in phase two: not measured");
}

TEST(ObserveWholeRun, WithoutPhasesNothingIsZero) {
  for (const auto& observation : observe_whole_run({}))
    EXPECT_FALSE(observation.value.value) << observation.metric;
}

}  // namespace
}  // namespace fsduel::probe
