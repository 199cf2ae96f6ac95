// Duels made of numbers: for tests of what comes after the measuring.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/plan.hpp"

namespace fsduel::support {

// Which value stands at a place.
struct ValuePlace {
  std::uint64_t round = 0;
  std::size_t candidate = 0;
  Twin twin = Twin::no;
  std::string phase;
  std::string metric;
};
using ValueSource = std::function<Measured(const ValuePlace&)>;

// Complete rounds of filesystems named as the labels, the first the baseline, in a fixed order.
// Facts of machine and plan are injected constants.
class DuelBuilder {
 public:
  explicit DuelBuilder(std::vector<std::string> labels);

  DuelBuilder& headline(std::vector<std::string> metrics);
  DuelBuilder& phases(std::vector<std::string> names);  // besides the whole run
  // Metrics that every phase has, and the whole run.
  DuelBuilder& metrics(std::vector<std::string> names);
  DuelBuilder& rounds(std::uint64_t count);
  DuelBuilder& cap(std::uint64_t count);
  DuelBuilder& stop(StopReason reason);
  DuelBuilder& values(ValueSource source);
  [[nodiscard]] Duel build() const;

 private:
  [[nodiscard]] RunRecord make_record(const Duel& duel, std::uint64_t round,
                                      const Cell& cell) const;

  std::vector<std::string> labels_;
  std::vector<std::string> headline_{"time_durable"};
  std::vector<std::string> phases_;
  std::vector<std::string> metrics_{"time_durable"};
  std::uint64_t rounds_ = 6;
  std::uint64_t cap_ = 40;
  StopReason stop_ = StopReason::decided;
  ValueSource values_;
};

// Values "scale x (1 + noise)" with seeded lognormal noise: `scale` per candidate, the same round
// effect for all candidates of a round.
struct NoisyValues {
  std::uint64_t seed = 1;
  std::vector<double> scales;
  double sd_log = 0.02;    // of one value
  double round_sd = 0.05;  // of what a round's runs share
};
[[nodiscard]] ValueSource make_noisy(const NoisyValues& noise);

}  // namespace fsduel::support
