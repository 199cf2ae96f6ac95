// Randomised complete rounds, on the worked example E12.
#include "stats/blocks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fsduel::stats {
namespace {

using Table = std::vector<std::vector<double>>;

Table logs_of(Table table) {
  for (auto& row : table) {
    for (double& value : row) value = std::log(value);
  }
  return table;
}

// Rounds x candidates of the worked example, larger is better.
Table example() {
  return logs_of({{1.00, 1.20, .95},
                  {1.05, 1.22, 1.00},
                  {.98, 1.15, .97},
                  {1.02, 1.25, .96},
                  {1.01, 1.18, 1.03},
                  {1.03, 1.21, .99}});
}

// Candidate 2 is as noisy as `noise` against the calm pair 0 and 1.
Table with_noisy_third(double noise) {
  return {{0.00, 0.11, noise},  {0.01, 0.10, -noise}, {0.02, 0.13, noise},
          {0.03, 0.12, -noise}, {0.04, 0.15, noise},  {0.05, 0.14, -noise}};
}

void expect_interval(const Interval& interval, double estimate, double lower, double upper) {
  EXPECT_NEAR(interval.estimate, estimate, 5.01e-6);
  EXPECT_NEAR(interval.lower, lower, 5.01e-6);
  EXPECT_NEAR(interval.upper, upper, 5.01e-6);
}

TEST(BlockFit, WorkedExample) {
  const auto fit = fit_blocks(example());
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->mse, 0.00056392, 5e-9);
  EXPECT_EQ(fit->df, 10.0);
  EXPECT_EQ(fit->rounds, 6U);
}

TEST(BlockFit, ADriftBetweenRoundsIsNotNoise) {
  Table drifting = example();
  for (std::size_t round = 0; round < drifting.size(); ++round) {
    for (double& value : drifting[round]) value += static_cast<double>(round);
  }
  EXPECT_NEAR(fit_blocks(drifting)->mse, 0.00056392, 5e-9);
}

TEST(TukeyPairs, WorkedExample) {
  const auto table = tukey_pairs(example(), 0.95);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->pairs.size(), 3U);
  expect_interval(table->pairs[0].ratio, 1.18379, 1.14012, 1.22913);
  expect_interval(table->pairs[1].ratio, .96867, .93294, 1.00577);
  expect_interval(invert(table->pairs[2].ratio), 1.22207, 1.17699, 1.26887);
  EXPECT_TRUE(table->pairs[0].is_clear);
  EXPECT_FALSE(table->pairs[1].is_clear);
  EXPECT_TRUE(table->pairs[2].is_clear);
}

TEST(TukeyPairs, PlacesAndBestSetOfTheWorkedExample) {
  const auto beats = clear_beats(*tukey_pairs(example(), 0.95), Direction::larger_is_better);
  EXPECT_EQ(rank_ranges(3, beats), (std::vector<RankRange>{{2, 3}, {1, 1}, {2, 3}}));
  const std::size_t leader = leader_of(*fit_blocks(example()), Direction::larger_is_better);
  EXPECT_EQ(leader, 1U);
  EXPECT_EQ(best_set({3, leader}, beats), (std::vector<std::size_t>{1}));
}

TEST(TukeyPairs, WhereSmallerIsBetterTheSamePairsTurnRound) {
  const auto beats = clear_beats(*tukey_pairs(example(), 0.95), Direction::smaller_is_better);
  EXPECT_EQ(rank_ranges(3, beats), (std::vector<RankRange>{{1, 2}, {3, 3}, {1, 2}}));
  EXPECT_EQ(leader_of(*fit_blocks(example()), Direction::smaller_is_better), 2U);
}

TEST(Friedman, WorkedExample) {
  const auto result = friedman(example());
  ASSERT_TRUE(result);
  EXPECT_NEAR(result->chi_squared, 10.3333, 5e-5);
  EXPECT_NEAR(result->p, .005704, 5e-7);
  EXPECT_NEAR(result->mean_ranks[0], 1.83333, 5e-6);
  EXPECT_NEAR(result->mean_ranks[1], 3, 1e-12);
  EXPECT_NEAR(result->mean_ranks[2], 1.16667, 5e-6);
}

TEST(Friedman, TiesShareTheirRanksAndAreCorrectedFor) {
  // By hand: (k-1) n^2 * (.75^2 + .25^2 + 1) / (13.5 + 14 - 24) = 13 / 3.5.
  const auto result = friedman(Table{{1, 1, 2}, {1, 2, 3}});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->mean_ranks, (std::vector<double>{1.25, 1.75, 3}));
  EXPECT_NEAR(result->chi_squared, 13.0 / 3.5, 1e-12);
}

TEST(Friedman, NothingButTiesIsNoEvidence) {
  const auto result = friedman(Table{{1, 1, 1}, {2, 2, 2}});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->chi_squared, 0.0);
  EXPECT_EQ(result->p, 1.0);
}

TEST(Nemenyi, WorkedExample) {
  EXPECT_NEAR(nemenyi_difference({.rounds = 6, .candidates = 3}, 0.95), 1.35314, 5e-6);
}

TEST(HolmPairs, ANoisyCandidateDoesNotHideACalmPair) {
  const Table table = with_noisy_third(0.5);
  EXPECT_FALSE(tukey_pairs(table, 0.95)->pairs[0].is_clear);
  const auto pairs = holm_pairs(table, 0.95)->pairs;
  EXPECT_TRUE(pairs[0].is_clear);
  EXPECT_FALSE(pairs[1].is_clear);
  EXPECT_GT(pairs[0].ratio.lower, 1.0);
}

TEST(HolmPairs, IntervalsAreBonferronis) {
  // t(5) at 1 - 0.05/3 is 3.534; d = .11 .09 .11 .09 .11 .09, sd .0109545.
  const Interval ratio = holm_pairs(with_noisy_third(0.5), 0.95)->pairs[0].ratio;
  EXPECT_NEAR(std::log(ratio.estimate), 0.10, 1e-12);
  EXPECT_NEAR(std::log(ratio.upper) - 0.10, 3.534 * 0.0109545 / std::sqrt(6.0), 5e-6);
}

TEST(VarianceRatio, ChoosesTheMethod) {
  EXPECT_NEAR(variance_ratio(example()).value(), 1.545645, 5e-7);
  EXPECT_EQ(compare_pairs(example(), 0.95)->method, PairMethod::tukey);
  EXPECT_GT(variance_ratio(with_noisy_third(0.5)).value(), 4.0);
  EXPECT_EQ(compare_pairs(with_noisy_third(0.5), 0.95)->method, PairMethod::holm);
}

TEST(VarianceRatio, WithoutAnySpreadIsOneAndWithSomeInfinite) {
  EXPECT_EQ(variance_ratio(Table{{1, 2, 3}, {1, 2, 3}}), 1.0);
  EXPECT_EQ(variance_ratio(Table{{1, 2, 3}, {1, 2, 4}}), std::numeric_limits<double>::infinity());
}

TEST(Blocks, HaveNoAnswerForUnusableTables) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Table> tables{{},
                                  {{1, 2, 3}},
                                  {{1}, {2}, {3}},
                                  {{1, 2}, {1, 2}},
                                  {{1, 2, 3}, {1, 2}},
                                  {{1, 2, nan}, {1, 2, 3}}};
  for (const Table& table : tables) {
    EXPECT_FALSE(fit_blocks(table));
    EXPECT_FALSE(tukey_pairs(table, 0.95));
    EXPECT_FALSE(holm_pairs(table, 0.95));
    EXPECT_FALSE(compare_pairs(table, 0.95));
    EXPECT_FALSE(friedman(table));
    EXPECT_FALSE(variance_ratio(table));
  }
}

}  // namespace
}  // namespace fsduel::stats
