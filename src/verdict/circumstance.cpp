#include "verdict/circumstance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"

namespace fsduel::verdict {
namespace {

constexpr std::string_view kDurabilityPrefix = "durability: ";

// The facts of one candidate that hold in all of its runs.
struct SteadyFacts {
  std::vector<std::string> order;  // names as they first occurred
  std::map<std::string, std::string> values;
  std::map<std::string, bool> changes;
};

// A command repeats the candidate's text with places of this machine in it; the plan shows it.
bool is_command(std::string_view name) {
  return name == "command" || name.ends_with(" command");
}

void take(SteadyFacts& facts, const std::string& name, const std::string& value) {
  if (is_command(name) || name == kChangedFact) return;
  const auto [at, is_new] = facts.values.emplace(name, value);
  if (is_new) {
    facts.order.push_back(name);
  } else if (at->second != value) {
    facts.changes[name] = true;
  }
}

SteadyFacts collect(const Duel& duel, std::size_t candidate) {
  SteadyFacts facts;
  if (candidate < duel.plan.candidates.size()) {
    const CandidatePlan& plan = duel.plan.candidates[candidate];
    if (!plan.driver.empty()) take(facts, "driver", plan.driver);
    for (const auto& fact : plan.facts) take(facts, fact.name, fact.value);
  }
  for (const auto& record : duel.records) {
    if (record.spec.key.candidate != candidate || record.status != RunStatus::ok) continue;
    for (const auto& fact : record.facts) take(facts, fact.name, fact.value);
  }
  return facts;
}

// "mounted as: xfs" of candidate xfs is its name once more.
bool only_repeats_names(const Duel& duel, const DifferingFact& fact) {
  const auto& candidates = duel.plan.spec.candidates;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!fact.values[i] || *fact.values[i] != candidates[i].filesystem) return false;
  }
  return true;
}

bool is_different(const DifferingFact& fact) {
  return std::any_of(fact.values.begin(), fact.values.end(),
                     [&](const auto& value) { return value != fact.values.front(); });
}

std::string describe_workload(const Spec& spec) {
  std::string text = spec.workload;
  std::vector<std::string> options;
  for (const auto& [name, value] : spec.workload_options) {
    if (!value.empty() && value != "false") options.push_back(name + "=" + value);
  }
  if (!options.empty()) text += " (" + join(options, ", ") + ")";
  return text + fmt::format(", seed {}", spec.seed);
}

struct Kinds {
  bool filesystems = false;
  bool directories = false;
};

Kinds kinds_of(const Spec& spec) {
  Kinds kinds;
  for (const auto& candidate : spec.candidates) {
    (candidate.kind == CandidateKind::directory ? kinds.directories : kinds.filesystems) = true;
  }
  return kinds;
}

std::string describe_disk(const Plan& plan) {
  std::vector<std::string> parts;
  const Kinds kinds = kinds_of(plan.spec);
  if (kinds.filesystems && !plan.spec.device.empty()) {
    parts.push_back("device " + plan.spec.device);
  } else if (kinds.filesystems) {
    parts.push_back(
        fmt::format("loop image of {} in {}", render_bytes(plan.image_size), plan.work_directory));
  }
  if (kinds.directories) parts.emplace_back("existing directories");
  std::string text = join(parts, " and ");
  if (!plan.written_to.empty()) text += ", written to " + plan.written_to;
  return text;
}

std::string describe_host(const Machine& machine) {
  return fmt::format("{}, {} CPU{}, {} memory", machine.host, machine.cpus,
                     machine.cpus == 1 ? "" : "s", render_bytes(machine.memory));
}

std::vector<std::string> list_limits(const Plan& plan) {
  const Kinds kinds = kinds_of(plan.spec);
  std::vector<std::string> limits{"other machines, kernels and disks"};
  if (kinds.filesystems) limits.emplace_back("aged or fuller filesystems: each run made a new one");
  if (kinds.filesystems && plan.spec.device.empty()) {
    limits.emplace_back(
        "a disk of one's own: the filesystem below the loop image takes part in every figure");
  }
  if (kinds.directories) {
    limits.emplace_back("filesystems alone: whatever else lives beside a directory takes part");
  }
  limits.emplace_back("many clients at once, and what a power cut leaves");
  if (plan.venue == VenueKind::guest) limits.emplace_back("time: in a guest it is an indication");
  return limits;
}

std::string find_change(const RunRecord& record) {
  const auto at = std::find_if(record.facts.begin(), record.facts.end(),
                               [](const Fact& fact) { return fact.name == kChangedFact; });
  return at == record.facts.end() ? std::string() : at->value;
}

// Where a resumed duel went on under other conditions.
std::vector<std::string> list_changes(const Duel& duel) {
  std::vector<std::string> changes;
  std::string last;
  for (std::size_t i = 0; i < duel.records.size(); ++i) {
    const std::string change = find_change(duel.records[i]);
    if (change == last) continue;
    last = change;
    changes.push_back(fmt::format("from run {} (round {}) on, changed since the duel began: {}",
                                  i + 1, duel.records[i].spec.key.round + 1,
                                  change.empty() ? "nothing any more" : change));
  }
  return changes;
}

}  // namespace

std::vector<DifferingFact> list_differences(const Duel& duel) {
  std::vector<SteadyFacts> facts;
  for (std::size_t i = 0; i < duel.plan.spec.candidates.size(); ++i) {
    facts.push_back(collect(duel, i));
  }
  std::vector<std::string> names;
  std::map<std::string, bool> dropped;
  for (const SteadyFacts& mine : facts) {
    for (const auto& name : mine.order) {
      if (dropped.emplace(name, false).second) names.push_back(name);
      if (mine.changes.contains(name)) dropped[name] = true;
    }
  }
  std::vector<DifferingFact> result;
  for (const auto& name : names) {
    if (dropped[name]) continue;
    DifferingFact fact{name, {}};
    for (const SteadyFacts& mine : facts) {
      const auto at = mine.values.find(name);
      fact.values.push_back(at == mine.values.end() ? std::nullopt
                                                    : std::optional<std::string>(at->second));
    }
    if (is_different(fact) && !only_repeats_names(duel, fact)) result.push_back(std::move(fact));
  }
  return result;
}

std::string note_durability(const Duel& duel, const std::vector<DifferingFact>& differences) {
  std::vector<std::string> parts;
  for (const auto& fact : differences) {
    if (!fact.name.starts_with(kDurabilityPrefix)) continue;
    std::vector<std::string> values;
    for (std::size_t i = 0; i < fact.values.size(); ++i) {
      values.push_back(duel.plan.spec.candidates[i].label + " " +
                       fact.values[i].value_or("unknown"));
    }
    parts.push_back(fact.name.substr(kDurabilityPrefix.size()) + ": " + join(values, ", "));
  }
  if (parts.empty()) return {};
  return "the candidates do not promise the same after a power cut (" + join(parts, "; ") +
         "); part of a difference may be the price of that promise";
}

Scope describe_scope(const Duel& duel) {
  const Kinds kinds = kinds_of(duel.plan.spec);
  Scope scope;
  scope.workload = describe_workload(duel.plan.spec);
  scope.state = !kinds.directories   ? "a new filesystem for every run"
                : !kinds.filesystems ? "a fresh folder for every run, in a filesystem as it is"
                                     : "a new filesystem, or a fresh folder, for every run";
  scope.host = describe_host(duel.machine);
  scope.kernel = duel.machine.kernel_release;
  scope.venue = std::string(render_venue(duel.plan.venue));
  scope.disk = describe_disk(duel.plan);
  scope.not_said = list_limits(duel.plan);
  scope.changes = list_changes(duel);
  return scope;
}

}  // namespace fsduel::verdict
