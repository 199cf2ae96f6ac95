// Open-loop load: when operations are due, and what waiting does to their response times.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "base/units.hpp"

namespace fsduel::stats {

struct Served {
  Nanoseconds start{0};
  Nanoseconds finish{0};
  Nanoseconds response{0};  // finish - due
  friend bool operator==(const Served&, const Served&) = default;
};

// One server, first come first served. Due times ascend, there is one service time for each
// (nullopt otherwise).
[[nodiscard]] std::optional<std::vector<Served>> serve_fifo(std::span<const Nanoseconds> due,
                                                            std::span<const Nanoseconds> service);

// Tene's correction for latencies of a closed loop that ought to have sent one request per
// `interval`: a latency longer than the interval hid requests that would have waited latency -
// interval, latency - 2 interval ... as long as that is at least the interval. Original order, each
// followed by its hidden ones. interval > 0 (a bug otherwise).
[[nodiscard]] std::vector<Nanoseconds> correct_coordinated_omission(
    std::span<const Nanoseconds> latencies, Nanoseconds interval);

enum class ArrivalPattern { constant, poisson };

struct ArrivalPlan {
  ArrivalPattern pattern = ArrivalPattern::constant;
  double per_second = 1;   // > 0, finite (a bug otherwise)
  std::uint64_t seed = 0;  // poisson only
};

// Due times since the start, one after another; equal plans give equal times on every machine.
// Constant arrivals start at 0 and do not drift; Poisson ones start after a first gap. For one
// thread.
class Arrivals {
 public:
  explicit Arrivals(const ArrivalPlan& plan);
  [[nodiscard]] Nanoseconds next();

 private:
  ArrivalPlan plan_;
  Random random_;
  std::uint64_t sent_ = 0;
  double clock_ns_ = 0;
};

// All due times before `duration`.
[[nodiscard]] std::vector<Nanoseconds> arrival_schedule(const ArrivalPlan& plan,
                                                        Nanoseconds duration);

}  // namespace fsduel::stats
