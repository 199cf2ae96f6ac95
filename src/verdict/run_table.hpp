// The records of a duel as a table: which run stands for a candidate in a round, and its values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/metric.hpp"
#include "model/plan.hpp"

namespace fsduel::verdict {

// A column of the table: a candidate, or the second label of the baseline.
struct Series {
  std::size_t candidate = 0;
  Twin twin = Twin::no;
  friend bool operator==(const Series&, const Series&) = default;
};

// Which of a run's causes of invalidity concern a metric: all of them for times and rates, only
// those with scope `all` for the rest.
enum class Validity { for_times, for_the_rest };
[[nodiscard]] Validity validity_for(const Metric& metric);

// One metric in one phase.
struct Place {
  std::string_view phase;
  const Metric* metric = nullptr;
};

// Values of one series, one per round; nullopt where there is none.
using Row = std::vector<std::optional<double>>;

// What reason_missing answers when no record gives a reason of its own.
inline constexpr std::string_view kNoValidRun = "no valid run";
inline constexpr std::string_view kNotMeasured = "not measured";

// The last valid attempt of each run counts (METHOD 2.11). Refers to the duel, which must outlive
// it and not change.
class RunTable {
 public:
  explicit RunTable(const Duel& duel);

  // The number of rounds from the first on in which every planned run ended, well or not.
  [[nodiscard]] std::size_t complete_rounds() const { return complete_rounds_; }
  [[nodiscard]] const Duel& duel() const { return *duel_; }

  // The run that counts; nullptr when none is valid.
  [[nodiscard]] const RunRecord* find_run(const Series& series, std::size_t round,
                                          Validity validity) const;
  // Of the first `rounds` rounds.
  [[nodiscard]] Row values(const Series& series, const Place& place, std::size_t rounds) const;
  // Why there is no value in any of the first `rounds` rounds: the first reason that was recorded.
  [[nodiscard]] std::string reason_missing(const Series& series, const Place& place,
                                           std::size_t rounds) const;

  struct Attempts {
    std::size_t made = 0;
    std::size_t lost = 0;  // failed or void
  };
  // Runs of the first `rounds` rounds, repeated ones counted again, interrupted ones not.
  [[nodiscard]] Attempts attempts(const Series& series, Validity validity,
                                  std::size_t rounds) const;

 private:
  struct Slot {
    std::vector<const RunRecord*> attempts;  // ended ones, by attempt
  };
  [[nodiscard]] const Slot& slot(const Series& series, std::size_t round) const;

  const Duel* duel_;
  std::size_t series_count_;
  std::vector<Slot> slots_;  // round-major
  std::size_t complete_rounds_ = 0;
};

// Whether the run's values of that validity count.
[[nodiscard]] bool is_valid(const RunRecord& record, Validity validity);

}  // namespace fsduel::verdict
