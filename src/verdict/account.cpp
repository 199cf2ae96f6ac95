#include "verdict/account.hpp"

#include <algorithm>

#include "verdict/run_table.hpp"

namespace fsduel::verdict {
namespace {

void add_problem(std::vector<RunProblem>& problems, RunProblem problem) {
  const auto same = std::find_if(problems.begin(), problems.end(), [&](const RunProblem& other) {
    return other.kind == problem.kind && other.candidate == problem.candidate &&
           other.step == problem.step && other.cause == problem.cause;
  });
  if (same == problems.end()) {
    problems.push_back(std::move(problem));
  } else {
    same->runs.push_back(problem.runs.front());
  }
}

void add_errors(std::vector<OperationErrors>& sums, std::size_t candidate,
                const PhaseRecord& phase) {
  for (const auto& [what, count] : phase.outcome.errors) {
    const auto same = std::find_if(sums.begin(), sums.end(), [&, &name = what](const auto& sum) {
      return sum.candidate == candidate && sum.phase == phase.name && sum.what == name;
    });
    if (same == sums.end()) {
      sums.push_back({candidate, phase.name, what, count, phase.outcome.first_error});
    } else {
      same->count += count;
    }
  }
}

}  // namespace

RunsAccount count_runs(const Duel& duel) {
  RunsAccount account;
  for (const auto& record : duel.records) {
    ++account.made;
    if (record.status == RunStatus::failed) ++account.failed;
    if (record.status == RunStatus::interrupted) ++account.interrupted;
    if (record.status != RunStatus::ok || record.invalidities.empty()) continue;
    ++(is_valid(record, Validity::for_the_rest) ? account.void_time : account.void_all);
  }
  return account;
}

std::vector<std::size_t> find_never_ran(const Duel& duel) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < duel.plan.spec.candidates.size(); ++i) {
    bool has_failed = false;
    bool has_run = false;
    for (const auto& record : duel.records) {
      if (record.spec.key.candidate != i) continue;
      has_run = has_run || record.status == RunStatus::ok;
      has_failed = has_failed || record.status == RunStatus::failed;
    }
    if (has_failed && !has_run) result.push_back(i);
  }
  return result;
}

std::vector<RunProblem> list_problems(const Duel& duel) {
  using Kind = RunProblem::Kind;
  std::vector<RunProblem> problems;
  for (const auto& record : duel.records) {
    const RunKey& key = record.spec.key;
    const auto candidate = static_cast<std::size_t>(key.candidate);
    if (record.status != RunStatus::ok) {
      const Kind kind = record.status == RunStatus::failed ? Kind::failed : Kind::interrupted;
      add_problem(problems, {kind, candidate, record.failed_step, record.failure, {key}});
      continue;
    }
    for (const auto& invalidity : record.invalidities) {
      const Kind kind = invalidity.scope == InvalidScope::all ? Kind::void_all : Kind::void_time;
      add_problem(problems, {kind, candidate, {}, invalidity.cause, {key}});
    }
  }
  return problems;
}

std::vector<OperationErrors> sum_errors(const Duel& duel) {
  std::vector<OperationErrors> sums;
  for (std::size_t candidate = 0; candidate < duel.plan.spec.candidates.size(); ++candidate) {
    for (const auto& record : duel.records) {
      if (record.spec.key.candidate != candidate) continue;
      for (const auto& phase : record.phases) add_errors(sums, candidate, phase);
    }
  }
  return sums;
}

}  // namespace fsduel::verdict
