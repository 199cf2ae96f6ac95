// Three candidates against E12 of the method, and what happens where a cell is missing.
#include "verdict/field.hpp"

#include <gtest/gtest.h>

#include "stats/looks.hpp"

namespace fsduel::verdict {
namespace {

const Row kFirst{1.00, 1.05, .98, 1.02, 1.01, 1.03};
const Row kSecond{1.20, 1.22, 1.15, 1.25, 1.18, 1.21};
const Row kThird{.95, 1.00, .97, .96, 1.03, .99};

Yardstick time_at(double level) {
  return {find_metric("time_durable"), level, 1.05};
}

TEST(CompareField, ThreeCandidatesHaveTukeysIntervals) {
  const auto result = compare_field({{kFirst, kSecond, kThird}, 0}, time_at(0.95));
  EXPECT_EQ(result.method, FieldMethod::tukey);
  const auto& second = result.against_baseline[1];
  ASSERT_TRUE(second.ratio);
  EXPECT_NEAR(second.ratio->lower, 1.14012, 1e-5);
  EXPECT_NEAR(second.ratio->upper, 1.22913, 1e-5);
  EXPECT_EQ(second.said.word, Word::worse_by_margin);
  EXPECT_NEAR(result.against_baseline[2].ratio->lower, 0.93294, 1e-5);
}

TEST(CompareField, PlacesAreRangesAndTheBestSetHoldsAllNotBeaten) {
  const auto result = compare_field({{kFirst, kSecond, kThird}, 0}, time_at(0.95));
  const std::vector<Places> expected{{1, 2}, {3, 3}, {1, 2}};
  EXPECT_EQ(result.places, expected);
  EXPECT_EQ(result.best_set, (std::vector<std::size_t>{0, 2}));
}

TEST(CompareField, BaselineNeedNotBeTheFirst) {
  const auto result = compare_field({{kFirst, kSecond, kThird}, 1}, time_at(0.95));
  ASSERT_TRUE(result.against_baseline[0].ratio);
  EXPECT_NEAR(result.against_baseline[0].ratio->upper, 1 / 1.14012, 1e-5);
  EXPECT_EQ(result.against_baseline[0].said.word, Word::better_by_margin);
  EXPECT_EQ(result.against_baseline[1].kind, ComparisonKind::unavailable);
}

TEST(CompareField, MissingCellDropsTheRoundForItsPairsOnly) {
  Row third = kThird;
  third[2].reset();
  const auto result = compare_field({{kFirst, kSecond, third}, 0}, time_at(0.95));
  EXPECT_EQ(result.method, FieldMethod::bonferroni);
  EXPECT_EQ(result.against_baseline[1].rounds, 6U);
  EXPECT_EQ(result.against_baseline[2].rounds, 5U);
  EXPECT_TRUE(result.places.empty()) << "five rounds place nobody";
  const auto single = compare(pair_up(kFirst, kSecond), time_at(1 - 0.05 / 3));
  EXPECT_EQ(result.against_baseline[1].ratio, single.ratio) << "three pairs share the error";
}

TEST(CompareField, VeryDifferentVariancesGetTheirOwnIntervals) {
  const Row wild{1.0, 3.0, 0.4, 2.0, 0.7, 1.6};
  const auto result = compare_field({{kFirst, kSecond, wild}, 0}, time_at(0.95));
  EXPECT_EQ(result.method, FieldMethod::bonferroni);
  EXPECT_EQ(result.against_baseline[1].said.word, Word::worse_by_margin);
  EXPECT_EQ(result.against_baseline[2].said.word, Word::not_enough_data);
}

TEST(CompareField, CandidateWithoutValuesTakesNoPart) {
  const Row none(6);
  const auto with = compare_field({{kFirst, kSecond, none}, 0}, time_at(stats::kLookLevel));
  const auto without = compare_field({{kFirst, kSecond}, 0}, time_at(stats::kLookLevel));
  EXPECT_EQ(with.method, FieldMethod::pair);
  EXPECT_EQ(with.against_baseline[1], without.against_baseline[1]);
  EXPECT_EQ(with.against_baseline[2].kind, ComparisonKind::unavailable);
}

}  // namespace
}  // namespace fsduel::verdict
