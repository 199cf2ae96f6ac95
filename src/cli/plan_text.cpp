#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/answer.hpp"

namespace fsduel::cli {
namespace {

constexpr std::uint64_t kLeastRounds = 6;

std::uint64_t runs_of(const Plan& plan, std::uint64_t rounds) {
  return plan.rounds.empty() ? 0 : rounds * plan.rounds.front().size();
}

std::string render_order(const Plan& plan, std::size_t round) {
  std::vector<std::string> names;
  for (const auto& cell : plan.rounds[round]) {
    names.push_back(escape_text(plan.spec.candidates[cell.candidate].label) +
                    (cell.twin == Twin::yes ? " (twin)" : ""));
  }
  return join(names, ", ");
}

std::string render_place(const Plan& plan) {
  if (!plan.spec.device.empty())
    return escape_text(plan.spec.device) + ", WHICH WILL BE OVERWRITTEN";
  if (plan.image_size.value == 0) return "the directories themselves, each in a fresh sub-folder";
  std::string text = fmt::format("image of {}", render_bytes(plan.image_size));
  if (plan.log_image_size.value > 0) {
    text += fmt::format(" and a log image of {}", render_bytes(plan.log_image_size));
  }
  return text + " in " + escape_text(plan.written_to);
}

std::string render_candidate(const CandidatePlan& candidate) {
  std::string text = fmt::format("\n{}: {}\n", escape_text(candidate.label), candidate.driver);
  for (const auto& fact : candidate.facts) {
    text += fmt::format("  {}: {}\n", escape_text(fact.name), escape_text(fact.value));
  }
  for (const auto& command : candidate.commands) text += "  $ " + command + "\n";
  return text;
}

// What others feel: one line each.
std::vector<std::string> list_disturbances(const Plan& plan) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    if (plan.spec.candidates[i].kind != CandidateKind::directory) continue;
    lines.push_back(fmt::format("about {} a run are written to {}",
                                render_bytes(plan.bytes_per_run), plan.candidates[i].driver));
  }
  if (lines.empty()) return lines;
  const auto cold = std::count_if(plan.phases.begin(), plan.phases.end(), [](const auto& phase) {
    return phase.cache == CacheState::cold;
  });
  lines.push_back("syncfs there writes back what others have pending on the same filesystem");
  if (cold > 0) {
    lines.push_back(fmt::format(
        "as root: the caches of the whole machine are dropped {} times a run (drop_caches)", cold));
  }
  return lines;
}

std::string render_phases(const Plan& plan) {
  std::vector<std::string> names;
  for (const auto& phase : plan.phases) names.push_back(phase.name);
  return join(names, ", ");
}

}  // namespace

std::string render_plan_text(const Plan& plan) {
  const std::uint64_t six = std::min<std::uint64_t>(kLeastRounds, plan.rounds.size());
  const std::uint64_t runs = runs_of(plan, six);
  std::string text = "Plan (nothing has been touched)\n";
  const auto row = [&](const char* name, const std::string& value) {
    text += fmt::format("  {:<10} {}\n", name, value);
  };
  row("workload", plan.spec.workload + ": " + render_phases(plan));
  row("venue", fmt::format("{} ({})", render_venue(plan.venue), plan.venue_reason));
  row("where", render_place(plan));
  row("rounds", fmt::format("at most {}; looks after 6, 9, 13, 19, 28, 40; at most {}",
                            plan.rounds.size(), render_duration(plan.spec.time_limit)));
  row("baseline",
      escape_text(plan.spec.candidates[plan.baseline].label) + ", run twice a round as A/A twin");
  row("written",
      fmt::format("about {} a run, {} in {} rounds, besides what the filesystem adds",
                  render_bytes(plan.bytes_per_run), render_bytes(plan.bytes_per_run * runs), six));
  for (const auto& line : list_disturbances(plan)) row("disturbs", line);
  row("time",
      fmt::format("about {} a run, {} for {} rounds (a guess until the first round)",
                  render_duration(plan.time_per_run),
                  render_duration(plan.time_per_run * static_cast<std::int64_t>(runs)), six));
  row("seed", fmt::format("{}", plan.spec.seed));
  for (std::size_t i = 0; i < six; ++i) {
    row(i == 0 ? "order" : "", fmt::format("{}. {}", i + 1, render_order(plan, i)));
  }
  for (const auto& candidate : plan.candidates) text += render_candidate(candidate);
  return text;
}

}  // namespace fsduel::cli
