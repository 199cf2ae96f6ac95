#include "verdict/schedule.hpp"

#include <gtest/gtest.h>

namespace fsduel::verdict {
namespace {

TEST(Schedule, LooksAreDeclaredAndTheCapIsTheLast) {
  EXPECT_EQ(moment_of(5, 40), Moment::undeclared);
  EXPECT_EQ(moment_of(6, 40), Moment::look);
  EXPECT_EQ(moment_of(7, 40), Moment::undeclared);
  EXPECT_EQ(moment_of(7, 7), Moment::last_look);
  EXPECT_EQ(moment_of(40, 100), Moment::last_look);
  EXPECT_EQ(moment_of(41, 100), Moment::undeclared);
}

TEST(Schedule, CapBelowSixNeverDecides) {
  EXPECT_EQ(moment_of(3, 3), Moment::undeclared);
}

TEST(Schedule, NextLookIsNeverBeyondTheCap) {
  EXPECT_EQ(next_look(0, 40), 6U);
  EXPECT_EQ(next_look(6, 40), 9U);
  EXPECT_EQ(next_look(6, 8), 8U);
  EXPECT_EQ(next_look(8, 8), std::nullopt);
  EXPECT_EQ(next_look(40, 100), std::nullopt);
}

TEST(ChooseAnalysis, AtALookAllRoundsCount) {
  EXPECT_EQ(choose_analysis({9, 40, StopReason::decided}), (Analysis{9, true, {}}));
}

TEST(ChooseAnalysis, TimeLimitIsALastLook) {
  EXPECT_EQ(choose_analysis({7, 40, StopReason::time_limit}), (Analysis{7, true, {}}));
}

TEST(ChooseAnalysis, InterruptedDuelFallsBackToTheLastDeclaredLook) {
  const auto analysis = choose_analysis({8, 40, StopReason::interrupted});
  EXPECT_EQ(analysis.rounds, 6U);
  EXPECT_TRUE(analysis.may_decide);
  EXPECT_NE(analysis.note.find("first 6 of 8"), std::string::npos);
}

TEST(ChooseAnalysis, BelowSixRoundsNothingMayBeDecided) {
  const auto analysis = choose_analysis({2, 40, StopReason::time_limit});
  EXPECT_EQ(analysis.rounds, 2U);
  EXPECT_FALSE(analysis.may_decide);
  EXPECT_NE(analysis.note.find("6 rounds are the least"), std::string::npos);
}

}  // namespace
}  // namespace fsduel::verdict
