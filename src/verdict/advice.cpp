#include "verdict/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <vector>

#include "base/text.hpp"
#include "verdict/phrase.hpp"
#include "verdict/reason.hpp"
#include "verdict/schedule.hpp"

namespace fsduel::verdict {
namespace {

// A tenth more than the rounds so far would take, in whole minutes.
std::string time_for(const Duel& duel, const Judgement& judgement, std::size_t rounds) {
  const auto done = static_cast<double>(std::max<std::size_t>(judgement.rounds.complete, 1));
  const double per_round = static_cast<double>(duel.elapsed.count()) / done;
  const double minutes = per_round * static_cast<double>(rounds) * 1.1 / 60e9;
  return fmt::format("{}m", static_cast<long>(std::ceil(std::max(minutes, 1.0))));
}

// "--rounds 19 --time-limit 8m", only what is not so already.
std::string options_for(const Duel& duel, const Judgement& judgement, std::size_t rounds) {
  std::vector<std::string> options;
  if (duel.plan.spec.rounds_cap < rounds) options.push_back(fmt::format("--rounds {}", rounds));
  const std::string time = time_for(duel, judgement, rounds);
  const auto limit = parse_duration(time);
  if (limit && *limit > duel.plan.spec.time_limit) options.push_back("--time-limit " + time);
  return options.empty() ? std::string("letting it run to its end") : join(options, " ");
}

std::optional<std::string> advise_failures(const Judgement& judgement) {
  if (judgement.never_ran.empty()) return std::nullopt;
  const std::size_t candidate = judgement.never_ran.front();
  const auto problem = std::find_if(
      judgement.problems.begin(), judgement.problems.end(), [&](const RunProblem& entry) {
        return entry.candidate == candidate && entry.kind == RunProblem::Kind::failed;
      });
  const bool is_named = problem != judgement.problems.end() && !problem->step.empty();
  return fmt::format("mend what stops {} at {}, then run again", judgement.candidates[candidate],
                     is_named ? problem->step : "its run");
}

std::string after_decision(const Spec& spec) {
  std::vector<std::string> options;
  if (spec.workload_options.contains("tar")) options.emplace_back("--tar FILE");
  if (spec.workload_options.contains("files")) options.emplace_back("--files N");
  const std::string how = options.empty() ? "" : " (" + join(options, ", ") + ")";
  return "all that was measured is decided; try it with your own data and size" + how;
}

struct Open {
  std::vector<std::string> topics;  // "time"
  std::size_t rounds = 0;           // the most that any of them needs
};

void add_topic(Open& open, const Metric& metric) {
  std::string name(topic(metric));
  if (name != "CPU") name[0] = static_cast<char>(name[0] - 'A' + 'a');
  if (std::find(open.topics.begin(), open.topics.end(), name) == open.topics.end()) {
    open.topics.push_back(std::move(name));
  }
}

// Headlines that more rounds, or less noise, would settle.
Open find_open(const Judgement& judgement) {
  Open open;
  for (const auto& headline : judgement.headline) {
    for (const auto& verdict : headline.verdicts) {
      if (!verdict.rounds_needed) continue;
      add_topic(open, *find_metric(headline.metric));
      open.rounds = std::max(open.rounds, *verdict.rounds_needed);
    }
  }
  return open;
}

std::vector<std::string> find_shaken(const Judgement& judgement) {
  Open shaken;
  for (const auto& headline : judgement.headline) {
    const bool is_shaken = std::any_of(
        headline.verdicts.begin(), headline.verdicts.end(), [](const HeadlineVerdict& verdict) {
          return verdict.doubt == Doubt::twin || verdict.doubt == Doubt::below_resolution ||
                 verdict.doubt == Doubt::invalid_runs;
        });
    if (is_shaken) add_topic(shaken, *find_metric(headline.metric));
  }
  return shaken.topics;
}

}  // namespace

std::string advise(const Duel& duel, const Judgement& judgement) {
  if (const auto mend = advise_failures(judgement)) return *mend;
  if (judgement.session == Session::unreliable) {
    return "quiet the machine (end what else runs on it) and run again: the baseline differs from "
           "itself";
  }
  if (judgement.rounds.complete < kFewestRounds) {
    return fmt::format("at least {} rounds: {}", kFewestRounds,
                       options_for(duel, judgement, kFewestRounds));
  }
  const Open open = find_open(judgement);
  if (open.rounds > kMostRounds) {
    return fmt::format(
        "for {}: a longer workload or a quieter machine; more rounds alone will not do",
        join(open.topics, ", "));
  }
  if (open.rounds > 0) {
    return fmt::format("for {}: a quieter machine or {}", join(open.topics, ", "),
                       options_for(duel, judgement, open.rounds));
  }
  const auto shaken = find_shaken(judgement);
  if (!shaken.empty()) return fmt::format("for {}: a quieter machine", join(shaken, ", "));
  return after_decision(duel.plan.spec);
}

}  // namespace fsduel::verdict
