#include "stats/pacing.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"

namespace fsduel::stats {
namespace {

constexpr double kNanosecondsPerSecond = 1e9;

}  // namespace

std::optional<std::vector<Served>> serve_fifo(std::span<const Nanoseconds> due,
                                              std::span<const Nanoseconds> service) {
  if (due.size() != service.size() || !std::ranges::is_sorted(due)) return std::nullopt;
  std::vector<Served> served;
  served.reserve(due.size());
  Nanoseconds idle_from{0};
  for (std::size_t i = 0; i < due.size(); ++i) {
    const Nanoseconds start = i == 0 ? due[i] : std::max(due[i], idle_from);
    idle_from = start + service[i];
    served.push_back({start, idle_from, idle_from - due[i]});
  }
  return served;
}

std::vector<Nanoseconds> correct_coordinated_omission(std::span<const Nanoseconds> latencies,
                                                      Nanoseconds interval) {
  FSDUEL_CHECK(interval > Nanoseconds{0}, "requests are sent some time apart");
  std::vector<Nanoseconds> corrected;
  corrected.reserve(latencies.size());
  for (const Nanoseconds latency : latencies) {
    corrected.push_back(latency);
    for (Nanoseconds hidden = latency - interval; hidden >= interval; hidden -= interval) {
      corrected.push_back(hidden);
    }
  }
  return corrected;
}

Arrivals::Arrivals(const ArrivalPlan& plan) : plan_(plan), random_(plan.seed) {
  FSDUEL_CHECK(std::isfinite(plan.per_second) && plan.per_second > 0, "a rate is above zero");
}

Nanoseconds Arrivals::next() {
  const double gap_ns = kNanosecondsPerSecond / plan_.per_second;
  if (plan_.pattern == ArrivalPattern::constant) {
    // Multiplied, not added up, so that rounding does not grow with time.
    return Nanoseconds{std::llround(static_cast<double>(sent_++) * gap_ns)};
  }
  clock_ns_ += random_.exponential(gap_ns);
  return Nanoseconds{std::llround(clock_ns_)};
}

std::vector<Nanoseconds> arrival_schedule(const ArrivalPlan& plan, Nanoseconds duration) {
  Arrivals arrivals(plan);
  std::vector<Nanoseconds> due;
  for (Nanoseconds next = arrivals.next(); next < duration; next = arrivals.next()) {
    due.push_back(next);
  }
  return due;
}

}  // namespace fsduel::stats
