#include "stats/hosts.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/distributions.hpp"

namespace fsduel::stats {
namespace {

bool is_usable(const HostResult& host) {
  return std::isfinite(host.log_ratio) && std::isfinite(host.standard_error) &&
         host.standard_error > 0;
}

// Weighted sums with weights 1 / (se^2 + tau^2).
struct Weighted {
  double total = 0;    // sum w
  double squares = 0;  // sum w^2
  double mean = 0;     // sum w y / sum w
  double scatter = 0;  // sum w (y - mean)^2
};

Weighted weigh(std::span<const HostResult> hosts, double tau_squared) {
  const auto weight = [&](const HostResult& host) {
    return 1 / (host.standard_error * host.standard_error + tau_squared);
  };
  Weighted sums;
  for (const HostResult& host : hosts) {
    sums.total += weight(host);
    sums.squares += weight(host) * weight(host);
    sums.mean += weight(host) * host.log_ratio;
  }
  sums.mean /= sums.total;
  for (const HostResult& host : hosts) {
    const double deviation = host.log_ratio - sums.mean;
    sums.scatter += weight(host) * deviation * deviation;
  }
  return sums;
}

}  // namespace

std::optional<RandomEffects> pool_hosts(std::span<const HostResult> hosts, double level) {
  if (hosts.size() < kMinHosts || !std::ranges::all_of(hosts, is_usable)) return std::nullopt;
  const double df = static_cast<double>(hosts.size()) - 1;
  const Weighted fixed = weigh(hosts, 0);
  RandomEffects result;
  result.fixed_log = fixed.mean;
  result.q = fixed.scatter;
  const double scale = fixed.total - fixed.squares / fixed.total;
  result.tau_squared = std::max(0.0, (result.q - df) / scale);
  const Weighted random = weigh(hosts, result.tau_squared);
  result.log_ratio = random.mean;
  result.se_dl = std::sqrt(1 / random.total);
  result.se_hksj = std::sqrt(random.scatter / (df * random.total));
  const double half = critical_t(level, df) * result.se_hksj;
  result.ratio = Interval{std::exp(result.log_ratio - half), std::exp(result.log_ratio),
                          std::exp(result.log_ratio + half), level, hosts.size()};
  return result;
}

}  // namespace fsduel::stats
