// Places and the best set.
#include "stats/ranking.hpp"

#include <gtest/gtest.h>

namespace fsduel::stats {
namespace {

TEST(RankRanges, WithoutClearPairsAnyoneMayBeAnywhere) {
  EXPECT_EQ(rank_ranges(3, {}), (std::vector<RankRange>{{1, 3}, {1, 3}, {1, 3}}));
}

TEST(RankRanges, EachClearPairNarrowsBothPlaces) {
  const std::vector<Beats> beats{{1, 0}, {1, 2}};
  EXPECT_EQ(rank_ranges(3, beats), (std::vector<RankRange>{{2, 3}, {1, 1}, {2, 3}}));
}

TEST(BestSet, HoldsAllThatTheLeaderDoesNotClearlyBeat) {
  // 2 beats 3 and 1 beats 0, but only what the leader 2 beats is out.
  const std::vector<Beats> beats{{2, 3}, {1, 0}};
  EXPECT_EQ(best_set({.candidates = 4, .leader = 2}, beats), (std::vector<std::size_t>{0, 1, 2}));
}

TEST(RankingDeathTest, UnknownCandidatesAreBugs) {
  const std::vector<Beats> beats{{3, 0}};
  EXPECT_DEATH((void)rank_ranges(3, beats), "candidates");
  EXPECT_DEATH((void)best_set({.candidates = 1, .leader = 1}, {}), "leader");
}

}  // namespace
}  // namespace fsduel::stats
