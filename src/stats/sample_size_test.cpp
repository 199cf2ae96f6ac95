// Rounds needed, both tables of E6.
#include "stats/sample_size.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "stats/looks.hpp"

namespace fsduel::stats {
namespace {

using Table = std::vector<std::pair<double, std::size_t>>;

void expect_table(const Table& table, double margin, double level) {
  for (const auto& [sd, n] : table) {
    EXPECT_EQ(rounds_needed({.sd_log = sd, .margin_ratio = margin, .level = level}), n) << sd;
  }
}

TEST(RoundsNeeded, FivePercentAt95) {
  expect_table({{.01, 3},
                {.02, 4},
                {.03, 4},
                {.05, 7},
                {.08, 13},
                {.10, 19},
                {.15, 39},
                {.20, 67},
                {.30, 148}},
               1.05, 0.95);
}

TEST(RoundsNeeded, FivePercentAtTheLevelOfALook) {
  expect_table({{.01, 4},
                {.02, 5},
                {.03, 6},
                {.05, 11},
                {.08, 21},
                {.10, 30},
                {.15, 63},
                {.20, 109},
                {.30, 240}},
               1.05, kLookLevel);
}

TEST(RoundsNeeded, TwoPercentAt95) {
  expect_table({{.01, 4}, {.02, 7}, {.03, 12}, {.05, 27}, {.10, 101}}, 1.02, 0.95);
}

TEST(RoundsNeeded, TwoAreEnoughWithoutNoise) {
  EXPECT_EQ(rounds_needed({.sd_log = 0}), 2U);
}

TEST(RoundsNeeded, HopelessNoiseAndNonsenseHaveNoAnswer) {
  EXPECT_FALSE(rounds_needed({.sd_log = 1000}));
  EXPECT_FALSE(rounds_needed({.sd_log = -0.1}));
  EXPECT_FALSE(rounds_needed({.sd_log = std::nan("")}));
  EXPECT_FALSE(rounds_needed({.sd_log = 0, .margin_ratio = 1.0}));
}

}  // namespace
}  // namespace fsduel::stats
