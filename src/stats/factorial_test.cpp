// Effects and aliases, on the worked example E15.
#include "stats/factorial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fsduel::stats {
namespace {

constexpr FactorSet kA = 1;
constexpr FactorSet kB = 2;
constexpr FactorSet kC = 4;

const std::vector<std::vector<int>> kFull{{-1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}, {-1, 1, 1},
                                          {1, -1, -1},  {1, -1, 1},  {1, 1, -1},  {1, 1, 1}};
const std::vector<double> kY{60, 72, 54, 68, 52, 83, 45, 80};
// The runs of the full design with A B C = +1.
const std::vector<std::vector<int>> kHalf{{-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}, {1, 1, 1}};
const std::vector<double> kHalfY{72, 54, 52, 80};

const Effect& effect_of(const FactorialResult& result, FactorSet factors) {
  const auto found = std::ranges::find(result.effects, factors, &Effect::factors);
  EXPECT_NE(found, result.effects.end()) << factors;
  return *found;
}

TEST(FactorialEffects, FullDesignOfTheWorkedExample) {
  const auto result = factorial_effects(kFull, kY, 3);
  ASSERT_TRUE(result);
  EXPECT_DOUBLE_EQ(result->mean, 64.25);
  const std::vector<std::pair<FactorSet, double>> expected{
      {kA, 1.5},     {kB, -5},       {kC, 23},           {kA | kB, 0},
      {kA | kC, 10}, {kB | kC, 1.5}, {kA | kB | kC, 0.5}};
  ASSERT_EQ(result->effects.size(), expected.size());
  for (const auto& [factors, value] : expected) {
    EXPECT_NEAR(effect_of(*result, factors).value, value, 1e-12) << factors;
    EXPECT_TRUE(effect_of(*result, factors).aliases.empty()) << factors;
  }
}

TEST(FactorialEffects, TheHalfFractionTurnsBRoundAndSaysThatAcHidesInIt) {
  const auto result = factorial_effects(kHalf, kHalfY, 2);
  ASSERT_TRUE(result);
  EXPECT_NEAR(effect_of(*result, kA).value, 3, 1e-12);
  EXPECT_NEAR(effect_of(*result, kC).value, 23, 1e-12);
  const Effect& b = effect_of(*result, kB);
  EXPECT_NEAR(b.value, 5, 1e-12);
  ASSERT_EQ(b.aliases.size(), 1U);
  EXPECT_EQ(b.aliases[0].factors, kA | kC);
  EXPECT_EQ(b.aliases[0].correlation, 1.0);
}

TEST(FactorialEffects, ASetThatEqualsTheMeanIsNoEffect) {
  const auto result = factorial_effects(kHalf, kHalfY, 3);
  ASSERT_TRUE(result);
  EXPECT_EQ(std::ranges::count(result->effects, kA | kB | kC, &Effect::factors), 0);
}

TEST(FactorialEffects, PlackettBurmanLeaksAThirdOfEachInteraction) {
  // The 12-run design, cyclic shifts of its first row and a row of minus.
  const std::vector<int> first{1, 1, -1, 1, 1, 1, -1, -1, -1, 1, -1};
  std::vector<std::vector<int>> design;
  for (std::size_t shift = 0; shift < first.size(); ++shift) {
    std::vector<int> row = first;
    std::ranges::rotate(row, row.end() - static_cast<std::ptrdiff_t>(shift));
    design.push_back(row);
  }
  design.emplace_back(first.size(), -1);
  const auto result = factorial_effects(design, std::vector<double>(12, 1.0), 2);
  ASSERT_TRUE(result);
  const Effect& a = effect_of(*result, kA);
  EXPECT_EQ(a.aliases.size(), 45U);  // every pair of the ten others, no pair with A itself
  for (const Alias& alias : a.aliases) EXPECT_NEAR(std::abs(alias.correlation), 1.0 / 3, 1e-12);
}

TEST(FactorialEffects, HaveNoAnswerForUnusableDesigns) {
  EXPECT_FALSE(factorial_effects({}, {}, 1));
  EXPECT_FALSE(factorial_effects(kFull, kHalfY, 1));
  EXPECT_FALSE(factorial_effects(kFull, kY, 0));
  EXPECT_FALSE(factorial_effects(kFull, kY, 4));
  using Rows = std::vector<std::vector<int>>;
  const std::vector<double> y{1, 2};
  EXPECT_FALSE(factorial_effects(Rows{{1}, {1}}, y, 1));       // not balanced
  EXPECT_FALSE(factorial_effects(Rows{{2}, {-2}}, y, 1));      // no levels of a two-level design
  EXPECT_FALSE(factorial_effects(Rows{{1, -1}, {-1}}, y, 1));  // ragged
  EXPECT_FALSE(factorial_effects(Rows{{1}, {-1}}, std::vector<double>{1, std::nan("")}, 1));
  EXPECT_FALSE(factorial_effects(Rows{{}, {}}, y, 1));
}

}  // namespace
}  // namespace fsduel::stats
