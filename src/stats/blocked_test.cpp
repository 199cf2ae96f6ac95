// Blocked time, on the worked example E23.
#include "stats/blocked.hpp"

#include <gtest/gtest.h>

namespace fsduel::stats {
namespace {

TEST(BlockedSeconds, WorkedExample) {
  const WorkerTime stat{
      .wall_seconds = .164, .cpu_seconds = .068, .run_delay_seconds = .037, .think_seconds = 0};
  EXPECT_NEAR(blocked_seconds(stat), .059, 1e-12);
}

TEST(BlockedSeconds, CountsEveryWorkerAndLeavesOutDeliberatePauses) {
  const WorkerTime four{.workers = 4,
                        .wall_seconds = 10,
                        .cpu_seconds = 8,
                        .run_delay_seconds = 2,
                        .think_seconds = 20};
  EXPECT_NEAR(blocked_seconds(four), 10, 1e-12);
}

TEST(BlockedSeconds, AHairBelowZeroIsGivenAsMeasured) {
  EXPECT_LT(blocked_seconds({.wall_seconds = 1, .cpu_seconds = 1.001}), 0);
}

}  // namespace
}  // namespace fsduel::stats
