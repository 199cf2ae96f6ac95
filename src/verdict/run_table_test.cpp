#include "verdict/run_table.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/duel_builder.hpp"

namespace fsduel::verdict {
namespace {

using support::DuelBuilder;
using support::ValuePlace;

Duel make_duel() {
  return DuelBuilder({"ext4", "xfs"})
      .metrics({"time_durable", "cpu_per_op"})
      .values([](const ValuePlace& place) {
        return Measured::of(static_cast<double>(10 * place.round + place.candidate));
      })
      .build();
}

Place time_of_run() {
  return {kWholeRun, find_metric("time_durable")};
}
Place cpu_of_run() {
  return {kWholeRun, find_metric("cpu_per_op")};
}

TEST(RunTable, GivesOneValuePerRound) {
  const Duel duel = make_duel();
  const RunTable table(duel);
  EXPECT_EQ(table.complete_rounds(), 6U);
  EXPECT_EQ(table.values({1, Twin::no}, time_of_run(), 3), (Row{1.0, 11.0, 21.0}));
}

TEST(RunTable, CauseOfScopeWallVoidsTimesOnly) {
  Duel duel = make_duel();
  duel.records[1].invalidities.push_back({"foreign CPU 12 %", InvalidScope::wall});
  const RunTable table(duel);
  EXPECT_FALSE(table.values({1, Twin::no}, time_of_run(), 1).front());
  EXPECT_TRUE(table.values({1, Twin::no}, cpu_of_run(), 1).front());
  EXPECT_EQ(table.attempts({1, Twin::no}, Validity::for_times, 6).lost, 1U);
  EXPECT_EQ(table.attempts({1, Twin::no}, Validity::for_the_rest, 6).lost, 0U);
}

TEST(RunTable, LastValidAttemptCounts) {
  Duel duel = make_duel();
  RunRecord again = duel.records[1];
  again.spec.key.attempt = 1;
  again.observations[0].value = Measured::of(77);
  duel.records.push_back(again);
  again.spec.key.attempt = 2;
  again.observations[0].value = Measured::of(88);
  again.status = RunStatus::failed;
  duel.records.push_back(again);
  const RunTable table(duel);
  EXPECT_EQ(table.values({1, Twin::no}, time_of_run(), 1), Row{77.0});
}

TEST(RunTable, NotANumberIsNoValue) {
  Duel duel = make_duel();
  duel.records[0].observations[0].value.value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(RunTable(duel).values({0, Twin::no}, time_of_run(), 1).front());
}

TEST(RunTable, RoundIsCompleteWhenEveryPlannedRunEnded) {
  Duel duel = make_duel();
  duel.records.back().status = RunStatus::interrupted;
  EXPECT_EQ(RunTable(duel).complete_rounds(), 5U);
  duel.records.back().status = RunStatus::failed;
  EXPECT_EQ(RunTable(duel).complete_rounds(), 6U);
}

TEST(RunTable, ReasonOfAMissingValueIsTheRecordedOne) {
  Duel duel = make_duel();
  for (auto& record : duel.records) record.observations[1].value = Measured::missing("no counter");
  const RunTable table(duel);
  EXPECT_EQ(table.reason_missing({0, Twin::no}, cpu_of_run(), 6), "no counter");
  EXPECT_EQ(table.reason_missing({0, Twin::no}, {"rm", find_metric("cpu_per_op")}, 6),
            kNotMeasured);
}

}  // namespace
}  // namespace fsduel::verdict
