#include "probe/observe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include "probe/subtract.hpp"
#include "stats/blocked.hpp"

namespace fsduel::probe {
namespace {

double in_seconds(Nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

const Measured* find_reading(const Cut& cut, std::string_view metric) {
  const auto at = std::ranges::find(cut.readings, metric, &Reading::metric);
  return at == cut.readings.end() ? nullptr : &at->value;
}

Measured measure_time(const PhaseCuts& cuts, PhaseMark until) {
  const auto& begin = cuts.at(PhaseMark::begin);
  const auto& end = cuts.at(until);
  if (!begin || !end) return Measured::missing("the phase did not get that far");
  if (end->time < begin->time) return Measured::missing("the clock went backwards");
  return Measured::of(in_seconds(end->time - begin->time));
}

// Counters are large and their differences small: what is below a millionth of the unit is noise of
// the subtraction, and would make equal counts look unequal.
Measured round_to_millionths(Measured value) {
  if (value.value) *value.value = std::round(*value.value * 1e6) / 1e6;
  return value;
}

// Background work after the phase is part of what it cost: until quiet.
Measured measure_reading(const PhaseCuts& cuts, std::string_view name) {
  const auto& begin = cuts.at(PhaseMark::begin);
  const auto& quiet = cuts.at(PhaseMark::quiet);
  if (!begin || !quiet) return Measured::missing("the phase was not followed until it was quiet");
  const Measured* after = find_reading(*quiet, name);
  if (after == nullptr) return Measured::missing("not read at the end of the phase");
  const Metric* metric = find_metric(name);
  if (metric != nullptr && metric->accumulation == Accumulation::gauge) return *after;
  const Measured* before = find_reading(*begin, name);
  if (before == nullptr) return Measured::missing("not read at the beginning of the phase");
  return round_to_millionths(subtract(*before, *after));
}

Measured sum_run_delay(const PhaseCuts& cuts, std::uint64_t operations) {
  if (cuts.workers.empty() && operations > 0) return Measured::missing("no worker was seen");
  double sum = 0;
  for (const auto& worker : cuts.workers) {
    if (!worker.run_delay.value) return worker.run_delay;
    sum += *worker.run_delay.value;
  }
  return Measured::of(sum);
}

Measured measure_blocked(const PhaseCuts& cuts, Nanoseconds worker_cpu, const Measured& delay) {
  if (!delay.value) return delay;
  Nanoseconds present{0};
  for (const auto& worker : cuts.workers) present += worker.present;
  const double blocked = stats::blocked_seconds({.workers = 1,
                                                 .wall_seconds = in_seconds(present),
                                                 .cpu_seconds = in_seconds(worker_cpu),
                                                 .run_delay_seconds = *delay.value});
  // The clocks are read one after another: a little below zero is zero, more is a fault.
  constexpr double kTolerance = 0.01;
  if (blocked < -kTolerance * (1 + in_seconds(present)))
    return Measured::missing(fmt::format("the clocks disagree by {:.3f} s", -blocked));
  return Measured::of(std::max(0.0, blocked));
}

Measured divide(const Measured& total, const Measured& operations, double factor) {
  if (!total.value) return total;
  if (!operations.value) return operations;
  if (*operations.value == 0) return Measured::missing("there were no operations");
  return Measured::of(*total.value * factor / *operations.value);
}

double count_errors(const PhaseOutcome& outcome) {
  std::uint64_t errors = 0;
  for (const auto& [name, count] : outcome.errors) errors += count;
  return static_cast<double>(errors);
}

constexpr std::string_view kTotals[] = {"time_durable",
                                        "time_acknowledged",
                                        "cpu_system",
                                        "cpu_workers",
                                        "cpu_kernel_threads",
                                        "cpu_machine",
                                        "cpu_run_delay",
                                        "blocked",
                                        "device_written",
                                        "device_read",
                                        "device_write_requests",
                                        "device_read_requests",
                                        "device_flushes",
                                        "operations",
                                        "errors"};

struct PerOperation {
  std::string_view metric;
  std::string_view total;
  double factor;  // from the total's unit to that of the metric
};
constexpr double kMicroseconds = 1e6;
constexpr PerOperation kPerOperation[] = {{"cpu_per_op", "cpu_system", kMicroseconds},
                                          {"blocked_per_op", "blocked", kMicroseconds},
                                          {"device_written_per_op", "device_written", 1.0}};

const Measured& find_value(std::span<const Observation> all, std::string_view metric) {
  static const Measured kAbsent = Measured::missing("not measured");
  const auto at = std::ranges::find(all, metric, &Observation::metric);
  return at == all.end() ? kAbsent : at->value;
}

void add_per_operation(std::vector<Observation>& observations, const std::string& phase) {
  for (const auto& per : kPerOperation) {
    Measured value = divide(find_value(observations, per.total),
                            find_value(observations, "operations"), per.factor);
    observations.push_back({phase, std::string(per.metric), std::move(value)});
  }
}

Measured add_up(std::span<const Observation> phases, std::string_view metric) {
  double sum = 0;
  std::set<std::string_view> missing;
  std::set<std::string_view> having;
  for (const auto& observation : phases) {
    missing.insert(observation.phase);
    if (observation.metric != metric) continue;
    having.insert(observation.phase);
    if (!observation.value.value) {
      return Measured::missing(
          fmt::format("in phase {}: {}", observation.phase, observation.value.unavailable_reason));
    }
    sum += *observation.value.value;
  }
  for (const auto phase : having) missing.erase(phase);
  if (!missing.empty())
    return Measured::missing(fmt::format("in phase {}: not measured", *missing.begin()));
  if (having.empty()) return Measured::missing("no phase was run");
  return Measured::of(sum);
}

}  // namespace

std::vector<Observation> observe_phase(const PhaseCuts& cuts, const PhaseOutcome& outcome,
                                       const std::string& phase) {
  const Measured delay = sum_run_delay(cuts, outcome.operations);
  std::vector<Observation> all{
      {phase, "time_durable", measure_time(cuts, PhaseMark::durable)},
      {phase, "time_acknowledged", measure_time(cuts, PhaseMark::acknowledged)},
      {phase, "cpu_workers", Measured::of(in_seconds(outcome.worker_cpu))},
      {phase, "cpu_run_delay", delay},
      {phase, "blocked", measure_blocked(cuts, outcome.worker_cpu, delay)},
      {phase, "operations", Measured::of(static_cast<double>(outcome.operations))},
      {phase, "errors", Measured::of(count_errors(outcome))}};
  for (const auto metric : kTotals) {
    if (std::ranges::find(all, metric, &Observation::metric) == all.end())
      all.push_back({phase, std::string(metric), measure_reading(cuts, metric)});
  }
  add_per_operation(all, phase);
  return all;
}

Nanoseconds followed_time(const PhaseCuts& cuts) {
  const auto& begin = cuts.at(PhaseMark::begin);
  const auto& quiet = cuts.at(PhaseMark::quiet);
  return begin && quiet ? quiet->time - begin->time : Nanoseconds(0);
}

std::vector<Observation> observe_whole_run(std::span<const Observation> phases) {
  std::vector<Observation> all;
  for (const auto metric : kTotals)
    all.push_back({std::string(kWholeRun), std::string(metric), add_up(phases, metric)});
  add_per_operation(all, std::string(kWholeRun));
  return all;
}

}  // namespace fsduel::probe
