#include "verdict/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "stats/looks.hpp"
#include "verdict/account.hpp"
#include "verdict/advice.hpp"
#include "verdict/circumstance.hpp"
#include "verdict/compare.hpp"
#include "verdict/details.hpp"
#include "verdict/headline.hpp"
#include "verdict/phrase.hpp"
#include "verdict/reason.hpp"
#include "verdict/run_table.hpp"
#include "verdict/schedule.hpp"

namespace fsduel::verdict {
namespace {

// A word strong enough to stop, an interval narrow enough, or nothing that more rounds could give.
bool is_settled(const HeadlineVerdict& verdict) {
  switch (verdict.word) {
    case Word::better_by_margin:
    case Word::worse_by_margin:
    case Word::no_difference:
      return true;
    case Word::better:
    case Word::worse:
      if (verdict.comparison.kind == ComparisonKind::difference) return true;
      break;
    case Word::not_enough_data:
      if (verdict.doubt == Doubt::unavailable || verdict.doubt == Doubt::no_spread) return true;
      if (verdict.doubt != Doubt::wide) return false;
      break;
  }
  const auto width = half_width(verdict.comparison);
  return width && *width <= kFineEnough;
}

std::string look_line(const Plan& plan, const HeadlineMetric& headline) {
  const Metric& metric = *find_metric(headline.metric);
  std::vector<std::string> parts;
  for (const auto& verdict : headline.verdicts) {
    const std::string text = verdict.word == Word::not_enough_data
                                 ? verdict.reason
                                 : short_word(metric, verdict.word, plan.spec.margin);
    parts.push_back(plan.spec.candidates[verdict.candidate].label + " " + text);
  }
  return fmt::format("{}: {}", topic(metric), join(parts, "; "));
}

}  // namespace

Judgement judge(const Duel& duel) {
  const RunTable table(duel);
  const Spec& spec = duel.plan.spec;
  Judgement judgement;
  for (const auto& candidate : spec.candidates) judgement.candidates.push_back(candidate.label);
  judgement.baseline = static_cast<std::size_t>(duel.plan.baseline);
  judgement.margin = spec.margin;
  judgement.level = stats::kLookLevel;

  const auto cap = static_cast<std::size_t>(spec.rounds_cap);
  const Analysis analysis = choose_analysis({table.complete_rounds(), cap, duel.stop});
  judgement.rounds = {
      cap, table.complete_rounds(), analysis.rounds, analysis.may_decide, analysis.note, duel.stop};
  judgement.runs = count_runs(duel);
  judgement.never_ran = find_never_ran(duel);

  Headlines headlines = judge_headlines(table, analysis);
  Details details = tabulate(table, analysis, headlines);
  judgement.session = headlines.session;
  judgement.headline = std::move(headlines.metrics);
  judgement.details = std::move(details.tables);
  judgement.unavailable = std::move(details.unavailable);
  judgement.problems = list_problems(duel);
  judgement.errors = sum_errors(duel);
  judgement.differences = list_differences(duel);
  judgement.durability_note = note_durability(duel, judgement.differences);
  judgement.scope = describe_scope(duel);
  judgement.next_step = advise(duel, judgement);
  return judgement;
}

LookDecision decide(const Duel& duel, std::size_t rounds_done) {
  const auto cap = static_cast<std::size_t>(duel.plan.spec.rounds_cap);
  const RunTable table(duel);
  const std::size_t rounds = std::min(rounds_done, table.complete_rounds());
  const Moment moment = moment_of(rounds, cap);
  LookDecision decision;
  decision.next_look = next_look(rounds, cap);
  if (moment == Moment::undeclared) return decision;

  decision.is_look = true;
  bool all_settled = true;
  for (const auto& headline : judge_headlines(table, {rounds, true, {}}).metrics) {
    decision.lines.push_back(look_line(duel.plan, headline));
    all_settled =
        all_settled && std::all_of(headline.verdicts.begin(), headline.verdicts.end(), is_settled);
  }
  if (all_settled) {
    decision.next = LookDecision::Next::stop_decided;
  } else if (moment == Moment::last_look) {
    decision.next = LookDecision::Next::stop_last;
  }
  return decision;
}

}  // namespace fsduel::verdict
