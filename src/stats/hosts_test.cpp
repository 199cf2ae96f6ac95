// Random effects over hosts, on the worked example E19.
#include "stats/hosts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace fsduel::stats {
namespace {

using Hosts = std::vector<HostResult>;

TEST(PoolHosts, WorkedExample) {
  const auto pooled = pool_hosts(Hosts{{.10, .02}, {.04, .03}, {.16, .025}}, 0.95);
  ASSERT_TRUE(pooled);
  EXPECT_NEAR(pooled->fixed_log, .105629, 5e-7);
  EXPECT_NEAR(pooled->q, 9.594883, 5e-7);
  EXPECT_NEAR(pooled->tau_squared, .00231299, 5e-9);
  EXPECT_NEAR(pooled->log_ratio, .101713, 5e-7);
  EXPECT_NEAR(pooled->se_dl, .031308, 5e-7);
  EXPECT_NEAR(pooled->se_hksj, .033885, 5e-7);
  EXPECT_NEAR(pooled->ratio.estimate, 1.10707, 5e-6);
  EXPECT_NEAR(pooled->ratio.lower, .95688, 5e-6);
  EXPECT_NEAR(pooled->ratio.upper, 1.28083, 5e-6);
  EXPECT_EQ(pooled->ratio.n, 3U);
}

TEST(PoolHosts, HostsThatAgreeShowNoVarianceBetweenThem) {
  const auto pooled = pool_hosts(Hosts{{.10, .1}, {.11, .1}, {.12, .1}}, 0.95);
  ASSERT_TRUE(pooled);
  EXPECT_EQ(pooled->tau_squared, 0.0);
  EXPECT_EQ(pooled->log_ratio, pooled->fixed_log);
}

TEST(PoolHosts, TwoHostsAndUnusableOnesAreNotPooled) {
  const double nan = std::nan("");
  EXPECT_FALSE(pool_hosts(Hosts{{.1, .1}, {.1, .1}}, 0.95));
  EXPECT_FALSE(pool_hosts(Hosts{{.1, .1}, {.1, .1}, {.1, 0}}, 0.95));
  EXPECT_FALSE(pool_hosts(Hosts{{.1, .1}, {.1, .1}, {.1, nan}}, 0.95));
  EXPECT_FALSE(pool_hosts(Hosts{{.1, .1}, {.1, .1}, {nan, .1}}, 0.95));
}

}  // namespace
}  // namespace fsduel::stats
