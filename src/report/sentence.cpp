#include "report/sentence.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/layout.hpp"
#include "report/number.hpp"
#include "verdict/phrase.hpp"

namespace fsduel::report {
namespace {

using verdict::Comparison;
using verdict::ComparisonKind;
using verdict::HeadlineMetric;
using verdict::HeadlineVerdict;
using verdict::Judgement;
using verdict::Word;

// What is multiplied: "1.90 times the time".
std::string noun(const Metric& metric) {
  switch (metric.kind) {
    case MetricKind::time:
      return "the time";
    case MetricKind::rate:
      return "the rate";
    case MetricKind::cpu:
      return "the CPU";
    case MetricKind::space:
      return "the space";
    case MetricKind::device:
      if (metric.name.find("device_written") == 0) return "the kB written";
      break;
    case MetricKind::count:
      break;
  }
  return "the " + std::string(metric.title);
}

// "1.90 times the time [1.83, 1.97]"; a point is "exactly 1.25 times the space".
std::string effect(const Metric& metric, const Comparison& comparison) {
  if (comparison.difference) {
    return render_difference(*comparison.difference, metric.unit) +
           " (no ratio: there are zeros among the values)";
  }
  if (!comparison.ratio) return {};
  const bool is_point = comparison.ratio->lower == comparison.ratio->upper;
  const std::string text = render_ratio(*comparison.ratio);
  const std::size_t blank = text.find(' ');
  const std::string bounds = blank == std::string::npos ? "" : text.substr(blank);
  return fmt::format("{}{} times {}{}", is_point ? "exactly " : "", text.substr(0, blank),
                     noun(metric), bounds);
}

bool names_a_side(Word word) {
  return word != Word::no_difference && word != Word::not_enough_data;
}

bool is_by_margin(Word word) {
  return word == Word::better_by_margin || word == Word::worse_by_margin;
}

std::string equal_text(const Judgement& judgement, const HeadlineVerdict& verdict,
                       const Metric& metric) {
  const std::string mine = label(judgement, verdict.candidate);
  const std::string its = label(judgement, judgement.baseline);
  const Comparison& comparison = verdict.comparison;
  if (comparison.kind == ComparisonKind::both_zero) {
    return fmt::format("no difference between {} and {}: both are zero", mine, its);
  }
  if (comparison.ratio && comparison.ratio->lower == 1 && comparison.ratio->upper == 1) {
    return fmt::format("no difference between {} and {}: equal in every round", mine, its);
  }
  std::string lean;
  if (verdict.lean == verdict::Lean::candidate_ahead) lean = fmt::format(" ({} ahead)", mine);
  if (verdict.lean == verdict::Lean::baseline_ahead) lean = fmt::format(" ({} ahead)", its);
  return fmt::format("no difference within {} between {} and {}{}: {}",
                     verdict::render_percent(judgement.margin), mine, its, lean,
                     effect(metric, comparison));
}

// Causes that hold for every verdict stand in one sentence before them all.
bool is_said_once(const Judgement& judgement, const HeadlineVerdict& verdict) {
  return verdict.doubt == verdict::Doubt::session ||
         (verdict.doubt == verdict::Doubt::few_rounds && !judgement.rounds.may_decide);
}

std::string verdict_text(const Judgement& judgement, const HeadlineVerdict& verdict,
                         const Metric& metric) {
  const std::string mine = label(judgement, verdict.candidate);
  const std::string its = label(judgement, judgement.baseline);
  if (verdict.word == Word::no_difference) return equal_text(judgement, verdict, metric);
  if (names_a_side(verdict.word)) {
    const std::string by = is_by_margin(verdict.word)
                               ? " by at least " + verdict::render_percent(judgement.margin)
                               : std::string();
    return fmt::format("{} {} {}{}: {}", mine, verdict::predicate(metric, verdict.word), its, by,
                       effect(metric, verdict.comparison));
  }
  const std::string so_far = effect(metric, verdict.comparison);
  if (is_said_once(judgement, verdict) && !so_far.empty()) {
    return fmt::format("{} against {}, undecided: {}", mine, its, so_far);
  }
  return fmt::format("{} against {}: {}{}{}", mine, its, escape_text(verdict.reason),
                     so_far.empty() ? "" : ". So far ", so_far);
}

Tone tone_of(Word word) {
  switch (word) {
    case Word::better:
    case Word::better_by_margin:
      return Tone::good;
    case Word::worse:
    case Word::worse_by_margin:
      return Tone::bad;
    case Word::not_enough_data:
      return Tone::open;
    case Word::no_difference:
      break;
  }
  return Tone::plain;
}

bool never_ran(const Judgement& judgement, std::size_t candidate) {
  return std::find(judgement.never_ran.begin(), judgement.never_ran.end(), candidate) !=
         judgement.never_ran.end();
}

Sentence write_verdict(const Judgement& judgement, const HeadlineVerdict& verdict,
                       const Metric& metric) {
  std::string text = verdict_text(judgement, verdict, metric);
  const bool fewer_rounds = verdict.comparison.rounds < judgement.rounds.analysed &&
                            verdict.comparison.kind != ComparisonKind::unavailable;
  if (fewer_rounds) {
    text += fmt::format(" (from {} usable rounds)", verdict.comparison.rounds);
  }
  if (verdict.doubt == verdict::Doubt::second_opinion && verdict.word != Word::not_enough_data) {
    text += "; " + verdict.reason;
  }
  return {std::string(verdict::topic(metric)), text + ".", tone_of(verdict.word)};
}

std::vector<std::string> labels_where(const Judgement& judgement, const HeadlineMetric& headline,
                                      bool in_best_set) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < headline.places.size(); ++i) {
    const bool is_best =
        std::find(headline.best_set.begin(), headline.best_set.end(), i) != headline.best_set.end();
    if (headline.places[i].best > 0 && is_best == in_best_set) {
      names.push_back(label(judgement, i));
    }
  }
  return names;
}

Sentence write_leaders(const Judgement& judgement, const HeadlineMetric& headline) {
  const auto best = labels_where(judgement, headline, true);
  const auto behind = labels_where(judgement, headline, false);
  std::string text;
  if (behind.empty()) {
    text = "nobody is clearly behind the leader.";
  } else if (best.size() == 1) {
    text = fmt::format("{} leads; {} {} clearly behind.", best.front(), list_words(behind),
                       behind.size() == 1 ? "is" : "are");
  } else {
    text = fmt::format("{} lead, none clearly behind the best of them; {} {} clearly behind.",
                       list_words(best), list_words(behind), behind.size() == 1 ? "is" : "are");
  }
  return {std::string(verdict::topic(*find_metric(headline.metric))), text, Tone::plain};
}

Sentence write_never_ran(const Judgement& judgement, std::size_t candidate) {
  std::size_t runs = 0;
  std::string step;
  for (const auto& problem : judgement.problems) {
    if (problem.candidate != candidate || problem.kind != verdict::RunProblem::Kind::failed) {
      continue;
    }
    runs += problem.runs.size();
    if (step.empty()) step = problem.step;
  }
  const std::string at = step.empty() ? std::string() : " at " + escape_text(step);
  return {"",
          fmt::format("{} was not compared: each of its {} runs failed{}.",
                      label(judgement, candidate), runs, at),
          Tone::bad};
}

std::string lower_topic(const Metric& metric) {
  std::string name(verdict::topic(metric));
  if (name != "CPU") name.front() = static_cast<char>(name.front() - 'A' + 'a');
  return name;
}

std::string resolution_of(const HeadlineMetric& headline) {
  const auto& twin = headline.twin;
  if (twin.state == verdict::TwinState::unknown) return "unknown (" + twin.comparison.why + ")";
  const std::string bounds = twin.comparison.ratio ? render_ratio(*twin.comparison.ratio) : "";
  if (twin.state == verdict::TwinState::differs) {
    return fmt::format("not steady, {} times itself", bounds);
  }
  if (!twin.resolution) return "unknown";
  return *twin.resolution == 0 ? "exact" : verdict::render_percent(*twin.resolution);
}

}  // namespace

std::string label(const Judgement& judgement, std::size_t candidate) {
  return escape_text(judgement.candidates[candidate]);
}

std::string phase_title(std::string_view phase) {
  return phase == kWholeRun ? std::string("whole run") : escape_text(phase);
}

std::vector<Sentence> write_headline(const Judgement& judgement) {
  std::vector<Sentence> sentences;
  if (judgement.session == verdict::Session::unreliable) {
    sentences.push_back({"",
                         fmt::format("This session is unreliable: {} differs from itself, beyond "
                                     "chance. None of its figures decides anything.",
                                     label(judgement, judgement.baseline)),
                         Tone::bad});
  }
  if (!judgement.rounds.may_decide) {
    sentences.push_back({"", "Nothing is decided: " + judgement.rounds.note + ".", Tone::open});
  }
  for (const std::size_t candidate : judgement.never_ran) {
    sentences.push_back(write_never_ran(judgement, candidate));
  }
  if (never_ran(judgement, judgement.baseline)) return sentences;
  for (const auto& headline : judgement.headline) {
    const Metric& metric = *find_metric(headline.metric);
    for (const auto& verdict : headline.verdicts) {
      if (never_ran(judgement, verdict.candidate)) continue;
      sentences.push_back(write_verdict(judgement, verdict, metric));
    }
    if (!headline.best_set.empty()) sentences.push_back(write_leaders(judgement, headline));
  }
  return sentences;
}

std::string write_reading_help(const Judgement& judgement) {
  std::vector<std::string> topics;
  bool is_joint = false;
  for (const auto& headline : judgement.headline) {
    const Metric& metric = *find_metric(headline.metric);
    topics.push_back(fmt::format("{} = {}", verdict::topic(metric), metric.title));
    is_joint = is_joint || headline.method != verdict::FieldMethod::pair;
  }
  return fmt::format(
      "{}, of the whole run; [from, to] holds the true ratio with {:.4g} % "
      "confidence{}.",
      join(topics, ", "), judgement.level * 100, is_joint ? ", all pairs together" : "");
}

std::string write_resolution(const Judgement& judgement) {
  std::vector<std::string> parts;
  for (const auto& headline : judgement.headline) {
    parts.push_back(lower_topic(*find_metric(headline.metric)) + " " + resolution_of(headline));
  }
  return fmt::format("{} run twice in each round shows what cannot be told apart here: {}.",
                     label(judgement, judgement.baseline), join(parts, ", "));
}

std::string write_second_opinion(const Judgement& judgement) {
  std::vector<std::string> parts;
  for (const auto& headline : judgement.headline) {
    std::vector<std::string> values;
    for (const auto& verdict : headline.verdicts) {
      if (!verdict.second_opinion) continue;
      const auto& ratio = verdict.second_opinion->ratio;
      if (ratio.lower == ratio.upper) continue;  // an exact count needs none
      values.push_back(label(judgement, verdict.candidate) + " " + render_ratio(ratio));
    }
    if (values.empty()) continue;
    parts.push_back(lower_topic(*find_metric(headline.metric)) + " " + join(values, ", "));
  }
  if (parts.empty()) return {};
  return "by ranks (Hodges-Lehmann, at least 95 %): " + join(parts, "; ") + ".";
}

std::string write_rounds(const Judgement& judgement) {
  const auto& rounds = judgement.rounds;
  const auto& runs = judgement.runs;
  std::string text = fmt::format("{} complete of at most {}; ended: {}.", rounds.complete,
                                 rounds.cap, render_stop_reason(rounds.stop));
  const bool all_count = runs.failed + runs.void_all + runs.void_time == 0;
  text += all_count ? fmt::format(" {} runs, none failed or void", runs.made)
                    : fmt::format(" {} runs: {} failed, {} void, {} void for times only", runs.made,
                                  runs.failed, runs.void_all, runs.void_time);
  if (runs.interrupted > 0) text += fmt::format(", {} interrupted", runs.interrupted);
  text += ".";
  if (rounds.analysed != rounds.complete) text += " Note: " + rounds.note + ".";
  return text;
}

std::string_view mark_sign(verdict::Mark mark) {
  switch (mark) {
    case verdict::Mark::none:
      return "";
    case verdict::Mark::better_by_margin:
      return "++";
    case verdict::Mark::better:
      return "+";
    case verdict::Mark::hint_better:
      return "(+)";
    case verdict::Mark::same:
      return "=";
    case verdict::Mark::hint_worse:
      return "(-)";
    case verdict::Mark::worse:
      return "-";
    case verdict::Mark::worse_by_margin:
      return "--";
    case verdict::Mark::twin_differs:
      return "!";
  }
  return "";
}

std::string write_mark_legend(const Judgement& judgement) {
  const std::string margin = verdict::render_percent(judgement.margin);
  return fmt::format(
      "++ better by at least {0}, + better, = no difference within {0}, - worse, -- worse by at "
      "least {0}; (+) (-) a hint only: does not stand the correction for many phases; ! the "
      "baseline differs from itself here; no mark: cannot tell.",
      margin);
}

}  // namespace fsduel::report
