#include "verdict/run_table.hpp"

#include <algorithm>
#include <cmath>

namespace fsduel::verdict {
namespace {

// The twin's column comes after those of the candidates.
std::size_t column(const Series& series, std::size_t candidates) {
  return series.twin == Twin::yes ? candidates : series.candidate;
}

std::size_t count_rounds(const Duel& duel) {
  std::size_t rounds = duel.plan.rounds.size();
  for (const auto& record : duel.records) {
    rounds = std::max(rounds, static_cast<std::size_t>(record.spec.key.round) + 1);
  }
  return rounds;
}

}  // namespace

Validity validity_for(const Metric& metric) {
  const bool is_time = metric.kind == MetricKind::time || metric.kind == MetricKind::rate;
  return is_time ? Validity::for_times : Validity::for_the_rest;
}

bool is_valid(const RunRecord& record, Validity validity) {
  if (record.status != RunStatus::ok) return false;
  return std::none_of(
      record.invalidities.begin(), record.invalidities.end(), [&](const Invalidity& invalidity) {
        return validity == Validity::for_times || invalidity.scope == InvalidScope::all;
      });
}

RunTable::RunTable(const Duel& duel)
    : duel_(&duel),
      series_count_(duel.plan.spec.candidates.size() + 1),
      slots_(count_rounds(duel) * series_count_) {
  for (const auto& record : duel.records) {
    const auto& key = record.spec.key;
    if (record.status == RunStatus::interrupted) continue;
    if (key.candidate + 1 >= series_count_) continue;
    const Series series{static_cast<std::size_t>(key.candidate), key.twin};
    const std::size_t at =
        static_cast<std::size_t>(key.round) * series_count_ + column(series, series_count_ - 1);
    slots_[at].attempts.push_back(&record);
  }
  for (auto& slot : slots_) {
    std::stable_sort(slot.attempts.begin(), slot.attempts.end(), [](const auto* a, const auto* b) {
      return a->spec.key.attempt < b->spec.key.attempt;
    });
  }
  const auto is_complete = [&](std::size_t round) {
    const auto& cells = duel.plan.rounds[round];
    return std::all_of(cells.begin(), cells.end(), [&](const Cell& cell) {
      return !slot({static_cast<std::size_t>(cell.candidate), cell.twin}, round).attempts.empty();
    });
  };
  while (complete_rounds_ < duel.plan.rounds.size() && is_complete(complete_rounds_)) {
    ++complete_rounds_;
  }
}

const RunTable::Slot& RunTable::slot(const Series& series, std::size_t round) const {
  return slots_[round * series_count_ + column(series, series_count_ - 1)];
}

const RunRecord* RunTable::find_run(const Series& series, std::size_t round,
                                    Validity validity) const {
  const auto& attempts = slot(series, round).attempts;
  const auto last = std::find_if(attempts.rbegin(), attempts.rend(), [&](const RunRecord* record) {
    return is_valid(*record, validity);
  });
  return last == attempts.rend() ? nullptr : *last;
}

Row RunTable::values(const Series& series, const Place& place, std::size_t rounds) const {
  Row row(rounds);
  const Validity validity = validity_for(*place.metric);
  for (std::size_t round = 0; round < rounds; ++round) {
    const RunRecord* run = find_run(series, round, validity);
    if (run == nullptr) continue;
    const Observation* observation = find_observation(*run, place.phase, place.metric->name);
    if (observation == nullptr || !observation->value.value) continue;
    if (std::isfinite(*observation->value.value)) row[round] = observation->value.value;
  }
  return row;
}

std::string RunTable::reason_missing(const Series& series, const Place& place,
                                     std::size_t rounds) const {
  const Validity validity = validity_for(*place.metric);
  std::string reason(kNoValidRun);
  for (std::size_t round = 0; round < rounds; ++round) {
    const RunRecord* run = find_run(series, round, validity);
    if (run == nullptr) continue;
    const Observation* observation = find_observation(*run, place.phase, place.metric->name);
    if (observation != nullptr && !observation->value.unavailable_reason.empty()) {
      return observation->value.unavailable_reason;
    }
    reason = kNotMeasured;
  }
  return reason;
}

RunTable::Attempts RunTable::attempts(const Series& series, Validity validity,
                                      std::size_t rounds) const {
  Attempts sum;
  for (std::size_t round = 0; round < rounds; ++round) {
    for (const RunRecord* record : slot(series, round).attempts) {
      ++sum.made;
      if (!is_valid(*record, validity)) ++sum.lost;
    }
  }
  return sum;
}

}  // namespace fsduel::verdict
