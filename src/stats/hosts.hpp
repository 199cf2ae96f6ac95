// One ratio seen on several hosts: random effects.
#pragma once

#include <optional>
#include <span>

#include "stats/interval.hpp"

namespace fsduel::stats {

// What one host says: a log ratio and its standard error.
struct HostResult {
  double log_ratio = 0;
  double standard_error = 0;
};

struct RandomEffects {
  double fixed_log = 0;    // inverse-variance mean, as if all hosts had one true ratio
  double q = 0;            // Cochran's heterogeneity
  double tau_squared = 0;  // variance between hosts (DerSimonian-Laird, never below 0)
  double log_ratio = 0;    // random-effects mean
  double se_dl = 0;        // its classical standard error
  double se_hksj = 0;      // Hartung-Knapp-Sidik-Jonkman's, used for the interval
  Interval ratio;          // ratio scale, t with hosts-1 df; n counts hosts
};

// Fewer hosts are listed side by side, not pooled.
inline constexpr std::size_t kMinHosts = 3;

// nullopt below kMinHosts, or when a ratio is not finite or a standard error not above zero.
[[nodiscard]] std::optional<RandomEffects> pool_hosts(std::span<const HostResult> hosts,
                                                      double level);

}  // namespace fsduel::stats
