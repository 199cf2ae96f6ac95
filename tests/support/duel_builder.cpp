#include "support/duel_builder.hpp"

#include <chrono>
#include <cmath>
#include <utility>

#include "base/random.hpp"

namespace fsduel::support {
namespace {

using std::chrono::seconds;

Candidate make_candidate(const std::string& label) {
  Candidate candidate;
  candidate.label = label;
  candidate.text = label;
  candidate.filesystem = label;
  return candidate;
}

Machine make_machine() {
  Machine machine;
  machine.host = "store7";
  machine.kernel_release = "6.1.0-28-amd64";
  machine.root = Ability::yes;
  machine.loop_devices = Ability::yes;
  machine.cpus = 4;
  machine.memory = kGiB * 8;
  return machine;
}

}  // namespace

DuelBuilder::DuelBuilder(std::vector<std::string> labels) : labels_(std::move(labels)) {}

DuelBuilder& DuelBuilder::headline(std::vector<std::string> metrics) {
  headline_ = std::move(metrics);
  return *this;
}

DuelBuilder& DuelBuilder::phases(std::vector<std::string> names) {
  phases_ = std::move(names);
  return *this;
}

DuelBuilder& DuelBuilder::metrics(std::vector<std::string> names) {
  metrics_ = std::move(names);
  return *this;
}

DuelBuilder& DuelBuilder::rounds(std::uint64_t count) {
  rounds_ = count;
  return *this;
}

DuelBuilder& DuelBuilder::cap(std::uint64_t count) {
  cap_ = count;
  return *this;
}

DuelBuilder& DuelBuilder::stop(StopReason reason) {
  stop_ = reason;
  return *this;
}

DuelBuilder& DuelBuilder::values(ValueSource source) {
  values_ = std::move(source);
  return *this;
}

Duel DuelBuilder::build() const {
  Duel duel;
  duel.id = 7;
  duel.uid = "00c0ffee00c0ffee";
  duel.fsduel_version = "0.1.0";
  duel.command_line = "fsduel compare";
  duel.machine = make_machine();
  duel.stop = stop_;
  Plan& plan = duel.plan;
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    plan.spec.candidates.push_back(make_candidate(labels_[i]));
    plan.candidates.push_back({labels_[i], {}, labels_[i], {}});
    cells.push_back({i, Twin::no});
  }
  cells.push_back({0, Twin::yes});
  plan.spec.workload_options = {{"files", "4000"}};
  plan.spec.rounds_cap = cap_;
  plan.headline_metrics = headline_;
  for (const auto& name : phases_) {
    PhasePlan phase;
    phase.name = name;
    plan.phases.push_back(std::move(phase));
  }
  plan.rounds.assign(cap_, cells);
  plan.work_directory = "/var/tmp/fsduel";
  plan.image_size = kGiB;
  plan.written_to = "/dev/vda1 (ext4)";
  for (std::uint64_t round = 0; round < rounds_; ++round) {
    for (const Cell& cell : cells) duel.records.push_back(make_record(duel, round, cell));
  }
  duel.elapsed = seconds{5} * static_cast<std::int64_t>(duel.records.size());
  return duel;
}

RunRecord DuelBuilder::make_record(const Duel& duel, std::uint64_t round, const Cell& cell) const {
  RunRecord record;
  record.spec.key = {round, cell.candidate, cell.twin, 0};
  record.spec.candidate = duel.plan.spec.candidates[cell.candidate];
  record.spec.workload = duel.plan.spec.workload;
  record.duration = seconds{5};
  std::vector<std::string> phases = phases_;
  phases.emplace_back(kWholeRun);
  for (const auto& phase : phases) {
    for (const auto& metric : metrics_) {
      const auto value = values_({round, cell.candidate, cell.twin, phase, metric});
      record.observations.push_back({phase, metric, value});
    }
  }
  return record;
}

ValueSource make_noisy(const NoisyValues& noise) {
  return [noise](const ValuePlace& place) {
    const std::string name = place.phase + "/" + place.metric;
    const std::uint64_t seed = derive(noise.seed, name, place.round);
    Random shared(derive(seed, "round"));
    const std::uint64_t column = place.twin == Twin::yes ? 1000 : place.candidate;
    Random own(derive(seed, "run", column));
    const double log_value = noise.round_sd * shared.normal() + noise.sd_log * own.normal();
    return Measured::of(noise.scales[place.candidate] * std::exp(log_value));
  };
}

}  // namespace fsduel::support
