#include "verdict/headline.hpp"

#include <algorithm>

#include "stats/looks.hpp"
#include "stats/multiple.hpp"
#include "verdict/compare.hpp"
#include "verdict/field.hpp"
#include "verdict/reason.hpp"
#include "verdict/twin.hpp"

namespace fsduel::verdict {
namespace {

constexpr double kMostVoid = 0.20;  // share of runs, METHOD 2.9

// What one verdict is made from, before its guards.
struct Evidence {
  const RunTable& table;
  const Analysis& analysis;
  Yardstick yardstick;
  Session session = Session::unknown;
  const TwinCheck& twin;
};

bool has_many_void(const Evidence& evidence, std::size_t candidate) {
  const Validity validity = validity_for(*evidence.yardstick.metric);
  const auto baseline = static_cast<std::size_t>(evidence.table.duel().plan.baseline);
  const auto mine =
      evidence.table.attempts({candidate, Twin::no}, validity, evidence.analysis.rounds);
  const auto its =
      evidence.table.attempts({baseline, Twin::no}, validity, evidence.analysis.rounds);
  const auto lost = static_cast<double>(mine.lost + its.lost);
  return lost > kMostVoid * static_cast<double>(mine.made + its.made);
}

// The guards that forbid every word, the strongest first.
Doubt find_veto(const Evidence& evidence, const HeadlineVerdict& verdict) {
  const Comparison& comparison = verdict.comparison;
  if (comparison.kind == ComparisonKind::unavailable) return Doubt::unavailable;
  if (!evidence.analysis.may_decide || comparison.rounds < kFewestRounds) return Doubt::few_rounds;
  if (has_many_void(evidence, verdict.candidate)) return Doubt::invalid_runs;
  if (evidence.session == Session::unreliable) return Doubt::session;
  if (evidence.twin.state == TwinState::differs) return Doubt::twin;
  if (comparison.kind == ComparisonKind::no_spread) return Doubt::no_spread;
  return Doubt::none;
}

bool claims_a_side(Word word) {
  return word != Word::no_difference && word != Word::not_enough_data;
}

void settle_word(const Evidence& evidence, HeadlineVerdict& verdict) {
  verdict.doubt = find_veto(evidence, verdict);
  if (verdict.doubt != Doubt::none) return;
  stats::Judgement said = verdict.comparison.said;
  if (verdict.second_opinion && verdict.second_opinion->said) {
    const auto weaker = stats::weaker_of(said, *verdict.second_opinion->said);
    if (weaker.word != said.word) verdict.doubt = Doubt::second_opinion;
    said = weaker;
  }
  if (claims_a_side(said.word) && is_below_resolution(verdict.comparison, evidence.twin)) {
    verdict.doubt = Doubt::below_resolution;
    said = {};
  }
  verdict.word = said.word;
  verdict.lean = said.lean;
  const bool is_open = said.word == Word::not_enough_data;
  if (is_open && verdict.doubt == Doubt::none) verdict.doubt = Doubt::wide;
}

Field collect(const RunTable& table, const Place& place, std::size_t rounds) {
  Field field;
  field.baseline = static_cast<std::size_t>(table.duel().plan.baseline);
  for (std::size_t i = 0; i < table.duel().plan.spec.candidates.size(); ++i) {
    field.rows.push_back(table.values({i, Twin::no}, place, rounds));
  }
  return field;
}

// The numbers of one metric, words still open.
HeadlineMetric measure(const RunTable& table, const Yardstick& yardstick, std::size_t rounds) {
  const Place place{kWholeRun, yardstick.metric};
  const Field field = collect(table, place, rounds);
  FieldResult result = compare_field(field, yardstick);
  HeadlineMetric headline;
  headline.metric = std::string(yardstick.metric->name);
  headline.method = result.method;
  headline.places = std::move(result.places);
  headline.best_set = std::move(result.best_set);
  for (std::size_t candidate = 0; candidate < field.rows.size(); ++candidate) {
    if (candidate == field.baseline) continue;
    HeadlineVerdict verdict;
    verdict.candidate = candidate;
    verdict.comparison = std::move(result.against_baseline[candidate]);
    const Pairs pairs = pair_up(field.rows[field.baseline], field.rows[candidate]);
    verdict.second_opinion = second_opinion(pairs, yardstick);
    if (verdict.comparison.kind == ComparisonKind::unavailable) {
      const std::string mine = table.reason_missing({candidate, Twin::no}, place, rounds);
      verdict.comparison.why =
          pairs.baseline.empty() && !field.rows[candidate].empty() &&
                  std::any_of(field.rows[candidate].begin(), field.rows[candidate].end(),
                              [](const auto& value) { return value.has_value(); })
              ? "baseline: " + table.reason_missing({field.baseline, Twin::no}, place, rounds)
              : mine;
    }
    headline.verdicts.push_back(std::move(verdict));
  }
  return headline;
}

Session judge_session(const std::vector<double>& twin_ps, const Analysis& analysis) {
  if (twin_ps.empty() || !analysis.may_decide) return Session::unknown;
  const auto adjusted = stats::holm(twin_ps);
  const bool fails = std::any_of(adjusted.begin(), adjusted.end(),
                                 [](double p) { return p <= 1 - stats::kLookLevel; });
  return fails ? Session::unreliable : Session::reliable;
}

}  // namespace

Headlines judge_headlines(const RunTable& table, const Analysis& analysis) {
  const Plan& plan = table.duel().plan;
  Headlines result;
  std::vector<double> twin_ps;
  for (const auto& name : plan.headline_metrics) {
    const Metric* metric = find_metric(name);
    if (metric == nullptr) continue;  // a record of a later version, whose metric is unknown here
    const Yardstick yardstick{metric, stats::kLookLevel, 1 + plan.spec.margin};
    HeadlineMetric headline = measure(table, yardstick, analysis.rounds);
    TwinResult twin = check_twin(table, {kWholeRun, metric}, analysis.rounds, yardstick);
    if (twin.p) twin_ps.push_back(*twin.p);
    headline.twin = std::move(twin.check);
    result.metrics.push_back(std::move(headline));
  }
  result.session = judge_session(twin_ps, analysis);
  for (HeadlineMetric& headline : result.metrics) {
    const Yardstick yardstick{find_metric(headline.metric), stats::kLookLevel,
                              1 + plan.spec.margin};
    const Evidence evidence{table, analysis, yardstick, result.session, headline.twin};
    bool all_barred = true;
    for (HeadlineVerdict& verdict : headline.verdicts) {
      settle_word(evidence, verdict);
      explain(verdict, {table, analysis, headline.twin, headline.metric});
      all_barred = all_barred && find_veto(evidence, verdict) != Doubt::none;
    }
    // Places are words too: where every word is forbidden, so are they.
    if (!all_barred) continue;
    headline.places.clear();
    headline.best_set.clear();
  }
  return result;
}

}  // namespace fsduel::verdict
