#include "verdict/judge.hpp"

#include <gtest/gtest.h>

#include "support/duel_builder.hpp"

namespace fsduel::verdict {
namespace {

using support::DuelBuilder;
using support::make_noisy;
using support::ValuePlace;
using Next = LookDecision::Next;

DuelBuilder two(double scale, double sd_log) {
  DuelBuilder builder({"ext4", "xfs"});
  builder.values(make_noisy({.seed = 5, .scales = {1, scale}, .sd_log = sd_log}));
  return builder;
}

// E1 of the method: its eight rounds, as a duel that the time limit ended, speak its word.
TEST(Judge, WorkedExampleSpeaksItsWord) {
  const std::vector<double> a{1000, 1040, 980, 1015, 1100, 990, 1025, 1060};
  const std::vector<double> b{1102, 1130, 1071, 1099, 1195, 1105, 1098, 1170};
  const auto judgement =
      judge(DuelBuilder({"a", "b"})
                .rounds(8)
                .stop(StopReason::time_limit)
                .values([&](const ValuePlace& place) {
                  const double jitter = place.round % 2 == 0 ? 1.001 : 0.999;
                  const double twin = place.twin == Twin::yes ? jitter : 1;
                  return Measured::of((place.candidate == 0 ? a : b)[place.round] * twin);
                })
                .build());
  const auto& verdict = judgement.headline[0].verdicts[0];
  EXPECT_EQ(verdict.word, Word::worse_by_margin) << "b takes longer";
  EXPECT_NEAR(verdict.comparison.ratio->lower, 1.07611, 1e-5);
  EXPECT_NEAR(verdict.comparison.ratio->upper, 1.10940, 1e-5);
  EXPECT_NEAR(verdict.second_opinion->ratio.lower, 1.07885, 1e-5);
}

TEST(Judge, SameDuelGivesTheSameAnswer) {
  const Duel duel = two(0.9, 0.03).phases({"untar", "rm"}).build();
  EXPECT_EQ(judge(duel), judge(duel));
}

TEST(Judge, InterruptedDuelRestsOnTheLastLook) {
  const auto eight = judge(two(0.9, 0.02).rounds(8).stop(StopReason::interrupted).build());
  const auto six = judge(two(0.9, 0.02).rounds(6).stop(StopReason::decided).build());
  EXPECT_EQ(eight.rounds.complete, 8U);
  EXPECT_EQ(eight.rounds.analysed, 6U);
  EXPECT_EQ(eight.headline, six.headline);
}

TEST(Judge, EmptyDuelHasAnAnswerWithoutWords) {
  const auto judgement = judge(two(1, 0.1).rounds(0).stop(StopReason::interrupted).build());
  EXPECT_EQ(judgement.headline[0].verdicts[0].word, Word::not_enough_data);
  EXPECT_FALSE(judgement.next_step.empty());
}

TEST(Advice, NamesTheOptionsThatWouldSettleIt) {
  const auto judgement = judge(two(1, 0.045).rounds(6).cap(6).stop(StopReason::rounds_cap).build());
  const auto needed = judgement.headline[0].verdicts[0].rounds_needed;
  ASSERT_TRUE(needed);
  EXPECT_NE(judgement.next_step.find("for time: a quieter machine or --rounds " +
                                     std::to_string(*needed)),
            std::string::npos)
      << judgement.next_step;
  EXPECT_NE(judgement.next_step.find("--time-limit"), std::string::npos) << judgement.next_step;
}

TEST(Advice, BrokenCandidateComesFirst) {
  Duel duel = two(1, 0.3).build();
  for (auto& record : duel.records) {
    if (record.spec.key.candidate != 1) continue;
    record.status = RunStatus::failed;
    record.failed_step = "mkfs";
    record.failure = "no";
  }
  EXPECT_EQ(judge(duel).next_step, "mend what stops xfs at mkfs, then run again");
}

TEST(Decide, LooksOnlyAtDeclaredMoments) {
  const Duel duel = two(0.5, 0.01).rounds(8).build();
  const auto between = decide(duel, 8);
  EXPECT_FALSE(between.is_look);
  EXPECT_EQ(between.next, Next::carry_on);
  EXPECT_TRUE(between.lines.empty());
  EXPECT_EQ(between.next_look, 9U);
  EXPECT_EQ(decide(duel, 6).next, Next::stop_decided);
}

TEST(Decide, CarriesOnWhileAHeadlineIsOpen) {
  const auto decision = decide(two(1, 0.1).rounds(6).build(), 6);
  EXPECT_EQ(decision.next, Next::carry_on);
  ASSERT_EQ(decision.lines.size(), 1U);
  EXPECT_EQ(decision.lines[0].find("Time: xfs cannot tell"), 0U) << decision.lines[0];
}

TEST(Decide, StopsAtTheCapWhateverIsKnown) {
  EXPECT_EQ(decide(two(1, 0.1).rounds(7).cap(7).build(), 7).next, Next::stop_last);
}

TEST(Decide, NarrowIntervalAcrossTheMarginIsEnough) {
  const auto duel = two(1.05, 0.008).rounds(6).build();
  const auto verdict = judge(duel).headline[0].verdicts[0];
  ASSERT_NE(verdict.word, Word::worse_by_margin);
  ASSERT_NE(verdict.word, Word::no_difference);
  EXPECT_EQ(decide(duel, 6).next, Next::stop_decided);
}

TEST(Decide, WhatCannotBeMeasuredDoesNotHoldTheDuelUp) {
  const auto source = make_noisy({.seed = 5, .scales = {1, 0.5}, .sd_log = 0.01});
  const auto duel =
      DuelBuilder({"ext4", "xfs"})
          .metrics({"time_durable", "device_written_per_op"})
          .headline({"time_durable", "device_written_per_op"})
          .values([source](const ValuePlace& place) {
            return place.metric == "time_durable" ? source(place) : Measured::missing("no device");
          })
          .build();
  EXPECT_EQ(decide(duel, 6).next, Next::stop_decided);
}

}  // namespace
}  // namespace fsduel::verdict
