// The guards: each forces or lowers a word that the interval alone would speak.
#include "verdict/headline.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/duel_builder.hpp"

namespace fsduel::verdict {
namespace {

using support::DuelBuilder;
using support::make_noisy;
using support::NoisyValues;
using support::ValuePlace;
using support::ValueSource;

DuelBuilder two(const ValueSource& values) {
  DuelBuilder builder({"ext4", "xfs"});
  builder.values(values);
  return builder;
}

ValueSource steady(double scale) {
  return make_noisy({.seed = 5, .scales = {1, scale}, .sd_log = 0.01});
}

Headlines judge_all(const Duel& duel) {
  const RunTable table(duel);
  return judge_headlines(table, {table.complete_rounds(), table.complete_rounds() >= 6, {}});
}

HeadlineVerdict only_verdict(const Duel& duel) {
  return judge_all(duel).metrics[0].verdicts[0];
}

TEST(Headline, PlantedDifferenceGetsItsWord) {
  const auto verdict = only_verdict(two(steady(0.8)).build());
  EXPECT_EQ(verdict.word, Word::better_by_margin);
  EXPECT_EQ(verdict.doubt, Doubt::none);
  EXPECT_EQ(verdict.reason, "");
}

TEST(Headline, FiveRoundsNeverDecide) {
  const auto verdict = only_verdict(two(steady(0.8)).rounds(5).build());
  EXPECT_EQ(verdict.word, Word::not_enough_data);
  EXPECT_EQ(verdict.doubt, Doubt::few_rounds);
  EXPECT_EQ(verdict.rounds_needed, 6U);
}

TEST(Headline, RoundsWithoutAValidPairDoNotCountTowardsSix) {
  Duel duel = two(steady(0.8)).build();
  duel.records[1].status = RunStatus::failed;
  const auto verdict = only_verdict(duel);
  EXPECT_EQ(verdict.doubt, Doubt::few_rounds);
  EXPECT_NE(verdict.reason.find("only 5 were usable"), std::string::npos) << verdict.reason;
}

TEST(Headline, MoreThanAFifthVoidIsNotEnoughData) {
  Duel duel = two(steady(0.8)).rounds(9).build();
  for (const std::size_t record : {1U, 4U, 7U}) {  // xfs in rounds 0, 1, 2
    duel.records[record].invalidities.push_back({"fsck was not clean", InvalidScope::all});
  }
  EXPECT_EQ(only_verdict(duel).doubt, Doubt::none) << "3 of 18 runs";
  duel.records[0].status = RunStatus::failed;
  const auto verdict = only_verdict(duel);
  EXPECT_EQ(verdict.doubt, Doubt::invalid_runs);
  EXPECT_NE(verdict.reason.find("4 of 18 runs"), std::string::npos) << verdict.reason;
}

TEST(Headline, TwinThatDiffersBarsItsMetricAndTheSession) {
  const auto source = steady(0.8);
  const auto shifted = [source](const ValuePlace& place) {
    const double factor = place.twin == Twin::yes && place.metric == "time_durable" ? 1.1 : 1.0;
    return Measured::of(*source(place).value * factor);
  };
  const auto result = judge_all(two(shifted)
                                    .metrics({"time_durable", "cpu_per_op"})
                                    .headline({"time_durable", "cpu_per_op"})
                                    .build());
  EXPECT_EQ(result.session, Session::unreliable);
  EXPECT_EQ(result.metrics[0].twin.state, TwinState::differs);
  EXPECT_EQ(result.metrics[0].verdicts[0].word, Word::not_enough_data);
  EXPECT_EQ(result.metrics[1].verdicts[0].doubt, Doubt::session);
}

// d of the twin: mean 0.02, p between 0.0125/2 and 0.0125, so that the metric alone is barred.
TEST(Headline, TwinThatFailsOnlyAloneBarsItsMetricOnly) {
  const std::vector<double> twin_logs{0.031, 0.009, 0.031, 0.009, 0.031, 0.009};
  const auto source = steady(0.8);
  const auto values = [&](const ValuePlace& place) {
    if (place.metric == "cpu_per_op" || place.candidate == 1) return source(place);
    return Measured::of(place.twin == Twin::yes ? std::exp(twin_logs[place.round]) : 1.0);
  };
  const auto result = judge_all(two(values)
                                    .metrics({"time_durable", "cpu_per_op"})
                                    .headline({"time_durable", "cpu_per_op"})
                                    .build());
  EXPECT_EQ(result.session, Session::reliable);
  EXPECT_EQ(result.metrics[0].verdicts[0].doubt, Doubt::twin);
  EXPECT_EQ(result.metrics[1].verdicts[0].word, Word::better_by_margin);
}

TEST(Headline, EffectBelowTheResolutionIsNotClaimed) {
  const auto values = [](const ValuePlace& place) {
    const double wave = place.round % 2 == 0 ? 0.03 : -0.03;
    if (place.twin == Twin::yes) return Measured::of(std::exp(wave));
    const double drift = 0.0005 * static_cast<double>(place.round % 3);
    return Measured::of(place.candidate == 1 ? std::exp(0.02 + drift) : 1.0);
  };
  const auto verdict = only_verdict(two(values).build());
  EXPECT_EQ(verdict.comparison.said.word, Word::no_difference);
  Duel narrow = two(values).build();
  narrow.plan.spec.margin = 0.005;
  const auto claimed = only_verdict(narrow);
  EXPECT_EQ(claimed.comparison.said.word, Word::worse_by_margin);
  EXPECT_EQ(claimed.word, Word::not_enough_data);
  EXPECT_EQ(claimed.doubt, Doubt::below_resolution);
}

// Evenly spread differences: the t interval ends just above ln 1.05, that of the ranks (the third
// smallest of 45 averages) just below.
TEST(Headline, SecondOpinionLowersTheWord) {
  const auto values = [](const ValuePlace& place) {
    const auto round = static_cast<double>(place.round);
    if (place.candidate == 1) return Measured::of(std::exp(-0.0384 - 0.01 * round));
    const double jitter = place.round % 2 == 0 ? 1.0001 : 0.9999;
    return Measured::of(place.twin == Twin::yes ? jitter : 1.0);
  };
  const auto verdict = only_verdict(two(values).rounds(9).build());
  ASSERT_EQ(verdict.comparison.said.word, Word::better_by_margin);
  EXPECT_EQ(verdict.word, Word::better);
  EXPECT_EQ(verdict.doubt, Doubt::second_opinion);
  EXPECT_NE(verdict.reason.find("weaker word"), std::string::npos) << verdict.reason;
}

TEST(Headline, UndecidedNamesTheRoundsThatWouldDo) {
  const auto values = make_noisy({.seed = 9, .scales = {1, 1}, .sd_log = 0.04});
  const auto verdict = only_verdict(two(values).build());
  ASSERT_EQ(verdict.doubt, Doubt::wide);
  ASSERT_TRUE(verdict.rounds_needed);
  EXPECT_GT(*verdict.rounds_needed, 6U);
  EXPECT_NE(verdict.reason.find("about"), std::string::npos) << verdict.reason;
}

TEST(Headline, HopelessNoiseIsSaidHonestly) {
  const auto values = make_noisy({.seed = 9, .scales = {1, 1.0}, .sd_log = 0.5});
  const auto verdict = only_verdict(two(values).build());
  EXPECT_EQ(verdict.rounds_needed, 41U);
  EXPECT_NE(verdict.reason.find("more than 40 rounds"), std::string::npos) << verdict.reason;
}

TEST(Headline, MissingEverywhereIsUnavailableWithItsReason) {
  const auto values = [](const ValuePlace& place) {
    return place.candidate == 1 ? Measured::missing("no block device") : Measured::of(1);
  };
  const auto verdict = only_verdict(two(values).build());
  EXPECT_EQ(verdict.doubt, Doubt::unavailable);
  EXPECT_EQ(verdict.reason, "not available (no block device)");
}

TEST(Headline, EqualExactCountsAreNoDifferenceWithoutSpread) {
  const auto result = judge_all(two([](const ValuePlace&) { return Measured::of(1.25); })
                                    .metrics({"space_per_byte"})
                                    .headline({"space_per_byte"})
                                    .build());
  const auto& verdict = result.metrics[0].verdicts[0];
  EXPECT_EQ(verdict.word, Word::no_difference);
  EXPECT_EQ(verdict.comparison.ratio, (Bounds{1, 1, 1}));
  EXPECT_EQ(result.metrics[0].twin.resolution, 0.0);
}

TEST(Headline, NobodyIsPlacedWhereEveryWordIsBarred) {
  const auto source = make_noisy({.seed = 5, .scales = {1, 0.8, 1.3}, .sd_log = 0.01});
  DuelBuilder builder({"ext4", "xfs", "btrfs"});
  builder.values(source);
  EXPECT_EQ(judge_all(builder.build()).metrics[0].best_set, (std::vector<std::size_t>{1}));
  builder.values([source](const ValuePlace& place) {
    return Measured::of(*source(place).value * (place.twin == Twin::yes ? 1.2 : 1.0));
  });
  const auto barred = judge_all(builder.build());
  EXPECT_TRUE(barred.metrics[0].best_set.empty());
  EXPECT_TRUE(barred.metrics[0].places.empty());
}

}  // namespace
}  // namespace fsduel::verdict
