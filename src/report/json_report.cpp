#include "report/json_report.hpp"

#include <string_view>

#include "model/json_value.hpp"
#include "verdict/phrase.hpp"

namespace fsduel::report {
namespace {

using verdict::Bounds;
using verdict::Comparison;
using verdict::ComparisonKind;
using verdict::Judgement;
using Array = JsonValue::Array;
using Object = JsonValue::Object;

JsonValue unavailable(const std::string& why) {
  return Object{{"unavailable", why}};
}

template <typename Range, typename Function>
Array array_of(const Range& range, const Function& convert) {
  Array items;
  for (const auto& item : range) items.push_back(convert(item));
  return items;
}

JsonValue bounds_of(const Bounds& bounds) {
  return Object{{"estimate", bounds.estimate}, {"lower", bounds.lower}, {"upper", bounds.upper}};
}

JsonValue comparison_of(const Comparison& comparison) {
  if (comparison.kind == ComparisonKind::unavailable) return unavailable(comparison.why);
  Object object{{"kind", verdict::render_comparison_kind(comparison.kind)},
                {"rounds", comparison.rounds},
                {"level", comparison.level}};
  if (comparison.ratio) {
    object.emplace_back("ratio", bounds_of(*comparison.ratio));
    object.emplace_back("sd_log", comparison.sd_log);
  }
  if (comparison.difference) object.emplace_back("difference", bounds_of(*comparison.difference));
  return object;
}

// Turns candidate numbers into labels.
class Writer {
 public:
  explicit Writer(const Judgement& judgement) : judgement_(judgement) {}

  [[nodiscard]] JsonValue headline() const {
    return array_of(judgement_.headline, [&](const auto& entry) { return metric(entry); });
  }

  [[nodiscard]] JsonValue details() const {
    Array rows;
    for (const auto& table : judgement_.details) {
      const Metric& metric = *find_metric(table.metric);
      for (const auto& row : table.rows) {
        Array cells;
        for (std::size_t i = 0; i < row.cells.size(); ++i) cells.push_back(cell(i, row.cells[i]));
        rows.push_back(Object{{"phase", row.phase},
                              {"metric", table.metric},
                              {"unit", metric.unit},
                              {"candidates", std::move(cells)}});
      }
    }
    return rows;
  }

  [[nodiscard]] JsonValue unavailable_list() const {
    return array_of(judgement_.unavailable, [&](const auto& entry) {
      return Object{{"metric", entry.metric},
                    {"phases", array_of(entry.phases, [](const auto& p) { return JsonValue(p); })},
                    {"candidates", labels(entry.candidates)},
                    {"unavailable", entry.why}};
    });
  }

  [[nodiscard]] JsonValue problems() const {
    return array_of(judgement_.problems, [&](const auto& problem) {
      return Object{{"candidate", judgement_.candidates[problem.candidate]},
                    {"kind", verdict::render_problem_kind(problem.kind)},
                    {"step", problem.step},
                    {"cause", problem.cause},
                    {"runs", array_of(problem.runs, [](const RunKey& key) {
                       return Object{{"round", key.round},
                                     {"twin", key.twin == Twin::yes},
                                     {"attempt", key.attempt}};
                     })}};
    });
  }

  [[nodiscard]] JsonValue errors() const {
    return array_of(judgement_.errors, [&](const auto& error) {
      return Object{{"candidate", judgement_.candidates[error.candidate]},
                    {"phase", error.phase},
                    {"error", error.what},
                    {"count", error.count},
                    {"first", error.first}};
    });
  }

  [[nodiscard]] JsonValue differences() const {
    return array_of(judgement_.differences, [&](const auto& fact) {
      Object values;
      for (std::size_t i = 0; i < fact.values.size(); ++i) {
        values.emplace_back(judgement_.candidates[i],
                            fact.values[i] ? JsonValue(*fact.values[i]) : JsonValue());
      }
      return Object{{"fact", fact.name}, {"values", std::move(values)}};
    });
  }

  [[nodiscard]] JsonValue labels(const std::vector<std::size_t>& candidates) const {
    return array_of(candidates, [&](std::size_t i) { return JsonValue(judgement_.candidates[i]); });
  }

 private:
  [[nodiscard]] JsonValue metric(const verdict::HeadlineMetric& entry) const {
    const Metric& metric = *find_metric(entry.metric);
    Object twin{{"comparison", comparison_of(entry.twin.comparison)},
                {"differs", entry.twin.state == verdict::TwinState::differs}};
    twin.emplace_back("resolution", entry.twin.resolution ? JsonValue(*entry.twin.resolution)
                                                          : unavailable(entry.twin.comparison.why));
    Array places;
    for (std::size_t i = 0; i < entry.places.size(); ++i) {
      if (entry.places[i].best == 0) continue;
      places.push_back(Object{{"candidate", judgement_.candidates[i]},
                              {"best", entry.places[i].best},
                              {"worst", entry.places[i].worst}});
    }
    return Object{
        {"metric", entry.metric},
        {"title", metric.title},
        {"unit", metric.unit},
        {"method", verdict::render_field_method(entry.method)},
        {"verdicts",
         array_of(entry.verdicts, [&](const auto& verdict) { return word(metric, verdict); })},
        {"places", std::move(places)},
        {"best_set", labels(entry.best_set)},
        {"twin", std::move(twin)}};
  }

  [[nodiscard]] JsonValue word(const Metric& metric,
                               const verdict::HeadlineVerdict& verdict) const {
    Object object{{"candidate", judgement_.candidates[verdict.candidate]},
                  {"word", verdict::render_word(verdict.word)},
                  {"text", verdict::short_word(metric, verdict.word, judgement_.margin)},
                  {"lean", verdict::render_lean(verdict.lean)},
                  {"doubt", verdict::render_doubt(verdict.doubt)},
                  {"reason", verdict.reason},
                  {"comparison", comparison_of(verdict.comparison)}};
    object.emplace_back("rounds_needed",
                        verdict.rounds_needed ? JsonValue(*verdict.rounds_needed) : JsonValue());
    if (!verdict.second_opinion) return object;
    Object second{{"ratio", bounds_of(verdict.second_opinion->ratio)},
                  {"confidence", verdict.second_opinion->confidence}};
    if (verdict.second_opinion->said) {
      second.emplace_back("word", verdict::render_word(verdict.second_opinion->said->word));
    }
    object.emplace_back("second_opinion", std::move(second));
    return object;
  }

  [[nodiscard]] JsonValue cell(std::size_t candidate, const verdict::DetailCell& cell) const {
    Object object{{"candidate", judgement_.candidates[candidate]}};
    if (cell.summary) {
      object.emplace_back("value", Object{{"rounds", cell.summary->rounds},
                                          {"median", cell.summary->median},
                                          {"spread", cell.summary->spread},
                                          {"minimum", cell.summary->minimum},
                                          {"maximum", cell.summary->maximum}});
    } else {
      object.emplace_back("value", unavailable(cell.unavailable_reason));
    }
    if (candidate == judgement_.baseline) return object;
    object.emplace_back("comparison", comparison_of(cell.comparison));
    object.emplace_back("mark", verdict::render_mark(cell.mark));
    return object;
  }

  const Judgement& judgement_;
};

JsonValue candidates_of(const Duel& duel) {
  Array items;
  for (std::size_t i = 0; i < duel.plan.spec.candidates.size(); ++i) {
    const Candidate& candidate = duel.plan.spec.candidates[i];
    Object object{{"label", candidate.label}, {"text", candidate.text}};
    if (i < duel.plan.candidates.size()) {
      object.emplace_back("driver", duel.plan.candidates[i].driver);
      object.emplace_back("commands",
                          array_of(duel.plan.candidates[i].commands,
                                   [](const auto& command) { return JsonValue(command); }));
    }
    items.push_back(std::move(object));
  }
  return items;
}

JsonValue scope_of(const verdict::Scope& scope) {
  return Object{
      {"workload", scope.workload},
      {"state", scope.state},
      {"host", scope.host},
      {"kernel", scope.kernel},
      {"venue", scope.venue},
      {"disk", scope.disk},
      {"not_said", array_of(scope.not_said, [](const auto& line) { return JsonValue(line); })},
      {"changes", array_of(scope.changes, [](const auto& line) { return JsonValue(line); })}};
}

JsonValue rounds_of(const Judgement& judgement) {
  const auto& rounds = judgement.rounds;
  return Object{{"cap", rounds.cap},
                {"complete", rounds.complete},
                {"analysed", rounds.analysed},
                {"may_decide", rounds.may_decide},
                {"stopped", render_stop_reason(rounds.stop)},
                {"note", rounds.note}};
}

JsonValue runs_of(const Judgement& judgement) {
  const auto& runs = judgement.runs;
  return Object{{"made", runs.made},
                {"failed", runs.failed},
                {"void", runs.void_all},
                {"void_for_times", runs.void_time},
                {"interrupted", runs.interrupted}};
}

}  // namespace

std::string render_json_report(const Duel& duel, const Judgement& judgement) {
  const Writer writer(judgement);
  return render_json_value(Object{{"id", duel.id},
                                  {"uid", duel.uid},
                                  {"fsduel", duel.fsduel_version},
                                  {"created_ns", static_cast<std::int64_t>(duel.created.count())},
                                  {"elapsed_ns", static_cast<std::int64_t>(duel.elapsed.count())},
                                  {"command_line", duel.command_line},
                                  {"candidates", candidates_of(duel)},
                                  {"baseline", judgement.candidates[judgement.baseline]},
                                  {"margin", judgement.margin},
                                  {"level", judgement.level},
                                  {"session", verdict::render_session(judgement.session)},
                                  {"headline", writer.headline()},
                                  {"never_ran", writer.labels(judgement.never_ran)},
                                  {"scope", scope_of(judgement.scope)},
                                  {"differences", writer.differences()},
                                  {"durability_note", judgement.durability_note},
                                  {"rounds", rounds_of(judgement)},
                                  {"runs", runs_of(judgement)},
                                  {"problems", writer.problems()},
                                  {"errors", writer.errors()},
                                  {"details", writer.details()},
                                  {"unavailable", writer.unavailable_list()},
                                  {"next_step", judgement.next_step}});
}

}  // namespace fsduel::report
