// The declared looks.
#include "stats/looks.hpp"

#include <gtest/gtest.h>

#include "stats/rank.hpp"

namespace fsduel::stats {
namespace {

TEST(Looks, AreTheDeclaredOnes) {
  EXPECT_EQ(kLooks, (std::array<std::size_t, 6>{6, 9, 13, 19, 28, 40}));
  EXPECT_EQ(kLookLevel, 1 - 0.0125);
  EXPECT_TRUE(is_look(6));
  EXPECT_TRUE(is_look(40));
  EXPECT_FALSE(is_look(0));
  EXPECT_FALSE(is_look(7));
  EXPECT_FALSE(is_look(41));
}

TEST(Looks, TheNextIsAlwaysLater) {
  EXPECT_EQ(next_look(0), 6U);
  EXPECT_EQ(next_look(6), 9U);
  EXPECT_EQ(next_look(20), 28U);
  EXPECT_EQ(next_look(39), 40U);
  EXPECT_FALSE(next_look(40));
}

TEST(Looks, HodgesLehmannTakesPartAtEveryLookWhereItHasAnInterval) {
  for (const std::size_t look : kLooks) {
    EXPECT_EQ(hodges_lehmann_takes_part(look), signed_rank_depth(look, kLookLevel).has_value());
  }
}

}  // namespace
}  // namespace fsduel::stats
