// Words of intervals (E16) and of two opinions.
#include "stats/word.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace fsduel::stats {
namespace {

constexpr std::array kWords{Word::better_by_margin, Word::worse_by_margin, Word::no_difference,
                            Word::better,           Word::worse,           Word::not_enough_data};

Judgement judge_bounds(double lower, double upper) {
  return judge({lower, (lower + upper) / 2, upper, 0.95, 8});
}

TEST(Judge, WorkedExamples) {
  using enum Word;
  EXPECT_EQ(judge_bounds(1.08, 1.2).word, better_by_margin);
  EXPECT_EQ(judge_bounds(1.01, 1.2).word, better);
  EXPECT_EQ(judge_bounds(1.01, 1.04), (Judgement{no_difference, Lean::candidate_ahead}));
  EXPECT_EQ(judge_bounds(.97, 1.03), (Judgement{no_difference, Lean::none}));
  EXPECT_EQ(judge_bounds(.9, 1.2).word, not_enough_data);
  EXPECT_EQ(judge_bounds(.9, .99).word, worse);
  EXPECT_EQ(judge_bounds(.8, .94).word, worse_by_margin);
  EXPECT_EQ(judge_bounds(.97, 1.08).word, not_enough_data);
  EXPECT_EQ(judge_bounds(1.05, 1.05).word, better_by_margin);
}

TEST(Judge, MarginsAreInsideAndOneIsNot) {
  using enum Word;
  EXPECT_EQ(judge_bounds(1 / 1.05, 1.05), (Judgement{no_difference, Lean::none}));
  EXPECT_EQ(judge_bounds(.8, 1 / 1.05).word, worse_by_margin);
  EXPECT_EQ(judge_bounds(1.0, 1.2).word, not_enough_data);
  EXPECT_EQ(judge_bounds(.8, 1.0).word, not_enough_data);
  EXPECT_EQ(judge_bounds(1, 1), (Judgement{no_difference, Lean::none}));
  EXPECT_EQ(judge_bounds(.96, .99), (Judgement{no_difference, Lean::baseline_ahead}));
}

TEST(Judge, TheMarginIsTheCallers) {
  EXPECT_EQ(judge({1.08, 1.1, 1.2, 0.95, 8}, 1.10).word, Word::better);
  EXPECT_EQ(judge({.97, 1, 1.08, 0.95, 8}, 1.10).word, Word::no_difference);
}

TEST(Judge, BrokenBoundsSayNothing) {
  EXPECT_EQ(judge_bounds(std::nan(""), 2).word, Word::not_enough_data);
  EXPECT_EQ(judge_bounds(1.1, std::nan("")).word, Word::not_enough_data);
  EXPECT_EQ(judge_bounds(1.2, 1.1).word, Word::not_enough_data);
  EXPECT_EQ(judge_bounds(0, INFINITY).word, Word::not_enough_data);
}

TEST(JudgeDeathTest, AMarginOfOneIsABug) {
  EXPECT_DEATH((void)judge({1, 1, 1, 0.95, 8}, 1.0), "margin");
}

TEST(WeakerOf, EqualWordsStayAndOrderDoesNotMatter) {
  for (const Word a : kWords) {
    EXPECT_EQ(weaker_of(a, a), a);
    EXPECT_EQ(weaker_of(a, Word::not_enough_data), Word::not_enough_data);
    for (const Word b : kWords) EXPECT_EQ(weaker_of(a, b), weaker_of(b, a));
  }
}

TEST(WeakerOf, OfOneDirectionTheWeakerStays) {
  EXPECT_EQ(weaker_of(Word::better_by_margin, Word::better), Word::better);
  EXPECT_EQ(weaker_of(Word::worse_by_margin, Word::worse), Word::worse);
}

TEST(WeakerOf, WithoutACommonWeakerWordNothingIsSaid) {
  using enum Word;
  EXPECT_EQ(weaker_of(better, worse), not_enough_data);
  EXPECT_EQ(weaker_of(better_by_margin, worse_by_margin), not_enough_data);
  EXPECT_EQ(weaker_of(better, no_difference), not_enough_data);
  EXPECT_EQ(weaker_of(no_difference, worse_by_margin), not_enough_data);
}

TEST(WeakerOf, ALeanIsKeptOnlyWhereBothSupportIt) {
  const Judgement ahead{Word::no_difference, Lean::candidate_ahead};
  const Judgement behind{Word::no_difference, Lean::baseline_ahead};
  const Judgement level{Word::no_difference, Lean::none};
  EXPECT_EQ(weaker_of(ahead, ahead), ahead);
  EXPECT_EQ(weaker_of(ahead, level), level);
  EXPECT_EQ(weaker_of(ahead, behind), level);
  EXPECT_EQ(weaker_of(ahead, Judgement{Word::better, Lean::none}).word, Word::better);
  EXPECT_EQ(weaker_of(behind, Judgement{Word::better, Lean::none}).word, Word::not_enough_data);
  EXPECT_EQ(weaker_of(behind, Judgement{Word::worse_by_margin, Lean::none}).word, Word::worse);
}

}  // namespace
}  // namespace fsduel::stats
