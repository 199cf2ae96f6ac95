#include "verdict/account.hpp"

#include <gtest/gtest.h>

#include "support/duel_builder.hpp"

namespace fsduel::verdict {
namespace {

using support::DuelBuilder;
using support::ValuePlace;

Duel make_duel() {
  return DuelBuilder({"ext4", "btrfs"})
      .values([](const ValuePlace&) { return Measured::of(1); })
      .build();
}

void fail(RunRecord& record, const std::string& words) {
  record.status = RunStatus::failed;
  record.failed_step = "mkfs";
  record.failure = words;
}

TEST(Account, RunsOfTheSameCauseAreOneProblem) {
  Duel duel = make_duel();
  fail(duel.records[1], "too small");
  fail(duel.records[4], "too small");
  fail(duel.records[7], "in use");
  const auto problems = list_problems(duel);
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[0].cause, "too small");
  EXPECT_EQ(problems[0].step, "mkfs");
  EXPECT_EQ(problems[0].runs.size(), 2U);
  EXPECT_EQ(problems[1].candidate, 1U);
}

TEST(Account, CountsWhatBecameOfTheRuns) {
  Duel duel = make_duel();
  fail(duel.records[0], "no");
  duel.records[1].invalidities = {{"foreign CPU", InvalidScope::wall}};
  duel.records[2].invalidities = {{"foreign CPU", InvalidScope::wall}, {"fsck", InvalidScope::all}};
  duel.records[3].status = RunStatus::interrupted;
  const auto account = count_runs(duel);
  EXPECT_EQ(account.made, 18U);
  EXPECT_EQ(account.failed, 1U);
  EXPECT_EQ(account.void_time, 1U);
  EXPECT_EQ(account.void_all, 1U);
  EXPECT_EQ(account.interrupted, 1U);
}

TEST(Account, ErrorsOfOperationsAreSummedOverRuns) {
  Duel duel = make_duel();
  for (const std::size_t i : {1U, 4U}) {
    PhaseRecord phase;
    phase.name = "untar";
    phase.outcome.errors = {{"create ENOSPC", 3}};
    phase.outcome.first_error = "create a/b: ENOSPC";
    duel.records[i].phases.push_back(phase);
  }
  const std::vector<OperationErrors> expected{
      {1, "untar", "create ENOSPC", 6, "create a/b: ENOSPC"}};
  EXPECT_EQ(sum_errors(duel), expected);
}

}  // namespace
}  // namespace fsduel::verdict
