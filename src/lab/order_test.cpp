#include "lab/order.hpp"

#include <gtest/gtest.h>

#include <map>

namespace fsduel::lab {
namespace {

TEST(Order, EveryRoundIsCompleteAndHasOneTwin) {
  for (const auto& round : make_order({.seed = 5, .rounds = 40, .candidates = 3, .baseline = 1})) {
    std::map<std::pair<std::uint64_t, bool>, int> seen;
    for (const auto& cell : round) ++seen[{cell.candidate, cell.twin == Twin::yes}];
    EXPECT_EQ(round.size(), 4U);
    EXPECT_EQ(seen.size(), 4U);
    EXPECT_EQ((seen[{1, true}]), 1);
  }
}

TEST(Order, IsTheSameForTheSameSeedAndBeginsAShorterDuel) {
  const auto longer = make_order({.seed = 5, .rounds = 9, .candidates = 3});
  const auto shorter = make_order({.seed = 5, .rounds = 6, .candidates = 3});
  EXPECT_TRUE(std::equal(shorter.begin(), shorter.end(), longer.begin()));
  EXPECT_NE(longer, make_order({.seed = 6, .rounds = 9, .candidates = 3}));
}

TEST(Order, EveryPlaceInTheRoundIsEquallyLikely) {
  std::map<std::size_t, int> place;
  const int rounds = 4000;
  for (const auto& round : make_order({.seed = 9, .rounds = rounds, .candidates = 3})) {
    for (std::size_t i = 0; i < round.size(); ++i) {
      if (round[i] == Cell{2, Twin::no}) ++place[i];
    }
  }
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(place[i], rounds / 4, 140);  // 5 sigma
}

}  // namespace
}  // namespace fsduel::lab
