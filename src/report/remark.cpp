#include "report/remark.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/layout.hpp"
#include "report/sentence.hpp"

namespace fsduel::report {
namespace {

using verdict::DifferingFact;
using verdict::Judgement;
using verdict::RunProblem;

constexpr std::size_t kMostRunsNamed = 4;

// The only candidate that has the fact; nullopt when several have it.
std::optional<std::size_t> only_owner(const DifferingFact& fact) {
  std::optional<std::size_t> owner;
  for (std::size_t i = 0; i < fact.values.size(); ++i) {
    if (!fact.values[i]) continue;
    if (owner) return std::nullopt;
    owner = i;
  }
  return owner;
}

std::string fact_line(const Judgement& judgement, const DifferingFact& fact) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < fact.values.size(); ++i) {
    parts.push_back(fmt::format("{} = {}", label(judgement, i),
                                fact.values[i] ? escape_text(*fact.values[i]) : "(none)"));
  }
  return fmt::format("{}: {}", escape_text(fact.name), join(parts, "; "));
}

// "rounds 1, 2 and 3", the twin named; long lists are cut.
std::string name_runs(const RunProblem& problem) {
  std::vector<std::string> names;
  for (const RunKey& key : problem.runs) {
    if (names.size() == kMostRunsNamed) break;
    names.push_back(fmt::format("{}{}{}", key.round + 1, key.twin == Twin::yes ? " (twin)" : "",
                                key.attempt > 0 ? " (repeated)" : ""));
  }
  if (problem.runs.size() > kMostRunsNamed) {
    return fmt::format("rounds {} ...", join(names, ", "));
  }
  return fmt::format("round{} {}", names.size() == 1 ? "" : "s", list_words(names));
}

std::string problem_verb(const RunProblem& problem) {
  switch (problem.kind) {
    case RunProblem::Kind::failed:
      return problem.step.empty() ? "failed" : "failed at " + escape_text(problem.step);
    case RunProblem::Kind::interrupted:
      return "interrupted";
    case RunProblem::Kind::void_all:
      return "void";
    case RunProblem::Kind::void_time:
      return "void for times";
  }
  return "failed";
}

}  // namespace

std::vector<std::string> list_scope(const verdict::Scope& scope) {
  std::vector<std::string> lines{
      "Workload: " + escape_text(scope.workload) + "; " + scope.state + ".",
      fmt::format("Host: {}, kernel {}; venue {}.", escape_text(scope.host),
                  escape_text(scope.kernel), scope.venue),
      "Disk: " + escape_text(scope.disk) + "."};
  if (!scope.not_said.empty()) {
    lines.push_back("This says nothing about: " + join(scope.not_said, "; ") + ".");
  }
  for (const auto& change : scope.changes) lines.push_back("Mind: " + escape_text(change) + ".");
  return lines;
}

std::vector<std::string> list_differences(const Judgement& judgement) {
  std::vector<std::string> lines;
  std::vector<std::vector<std::string>> own(judgement.candidates.size());
  for (const auto& fact : judgement.differences) {
    const auto owner = only_owner(fact);
    if (!owner) {
      lines.push_back(fact_line(judgement, fact));
    } else {
      own[*owner].push_back(escape_text(fact.name) + " = " + escape_text(*fact.values[*owner]));
    }
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i].empty()) continue;
    lines.push_back(fmt::format("only {}: {}", label(judgement, i), join(own[i], "; ")));
  }
  if (!judgement.durability_note.empty()) {
    lines.push_back("Mind: " + escape_text(judgement.durability_note) + ".");
  }
  return lines;
}

std::vector<std::string> list_problems(const Judgement& judgement) {
  std::vector<std::string> lines;
  for (const auto& problem : judgement.problems) {
    const std::string cause =
        problem.cause.empty() ? std::string() : ": " + escape_text(problem.cause);
    lines.push_back(fmt::format("{}, {} run{} {} ({}){}", label(judgement, problem.candidate),
                                problem.runs.size(), problem.runs.size() == 1 ? "" : "s",
                                problem_verb(problem), name_runs(problem), cause));
  }
  return lines;
}

std::vector<std::string> list_errors(const Judgement& judgement) {
  std::vector<std::string> lines;
  for (const auto& error : judgement.errors) {
    lines.push_back(fmt::format("{}, {}: {} times {}; first: {}", label(judgement, error.candidate),
                                escape_text(error.phase), error.count, escape_text(error.what),
                                escape_text(error.first)));
  }
  return lines;
}

std::vector<std::string> list_unavailable(const Judgement& judgement) {
  std::vector<std::string> lines;
  for (const auto& entry : judgement.unavailable) {
    std::vector<std::string> who;
    for (const std::size_t candidate : entry.candidates) who.push_back(label(judgement, candidate));
    std::vector<std::string> phases;
    for (const auto& phase : entry.phases) phases.push_back(phase_title(phase));
    const std::string where = phases.empty() ? std::string() : " in " + list_words(phases);
    const Metric* metric = find_metric(entry.metric);
    lines.push_back(fmt::format("{} of {}{}: not available ({})",
                                metric == nullptr ? entry.metric : metric->title, list_words(who),
                                where, escape_text(entry.why)));
  }
  return lines;
}

}  // namespace fsduel::report
