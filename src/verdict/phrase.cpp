#include "verdict/phrase.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fsduel::verdict {
namespace {

struct Sides {
  std::string_view better;  // after a name and before the other name
  std::string_view worse;
  std::string_view better_alone;  // standing by itself
  std::string_view worse_alone;
};

Sides sides_of(const Metric& metric) {
  switch (metric.kind) {
    case MetricKind::time:
    case MetricKind::rate:
      return {"is faster than", "is slower than", "faster", "slower"};
    case MetricKind::cpu:
      return {"uses less CPU than", "uses more CPU than", "less CPU", "more CPU"};
    case MetricKind::device:
      if (metric.name.find("read") != std::string_view::npos) {
        return {"reads less than", "reads more than", "reads less", "reads more"};
      }
      if (metric.name.find("flush") != std::string_view::npos) {
        return {"flushes less often than", "flushes more often than", "flushes less often",
                "flushes more often"};
      }
      return {"writes less than", "writes more than", "writes less", "writes more"};
    case MetricKind::space:
      return {"is smaller than", "is larger than", "smaller", "larger"};
    case MetricKind::count:
      break;
  }
  return {"has fewer than", "has more than", "fewer", "more"};
}

bool is_better(Word word) {
  return word == Word::better || word == Word::better_by_margin;
}

}  // namespace

std::string_view render_word(Word word) {
  switch (word) {
    case Word::better_by_margin:
      return "better_by_margin";
    case Word::worse_by_margin:
      return "worse_by_margin";
    case Word::no_difference:
      return "no_difference";
    case Word::better:
      return "better";
    case Word::worse:
      return "worse";
    case Word::not_enough_data:
      break;
  }
  return "not_enough_data";
}

std::string_view render_lean(Lean lean) {
  switch (lean) {
    case Lean::candidate_ahead:
      return "candidate_ahead";
    case Lean::baseline_ahead:
      return "baseline_ahead";
    case Lean::none:
      break;
  }
  return "none";
}

std::string_view render_mark(Mark mark) {
  switch (mark) {
    case Mark::none:
      return "none";
    case Mark::better_by_margin:
      return "better_by_margin";
    case Mark::better:
      return "better";
    case Mark::hint_better:
      return "hint_better";
    case Mark::same:
      return "same";
    case Mark::hint_worse:
      return "hint_worse";
    case Mark::worse:
      return "worse";
    case Mark::worse_by_margin:
      return "worse_by_margin";
    case Mark::twin_differs:
      return "twin_differs";
  }
  return "none";
}

std::string_view render_doubt(Doubt doubt) {
  switch (doubt) {
    case Doubt::none:
      return "none";
    case Doubt::unavailable:
      return "unavailable";
    case Doubt::few_rounds:
      return "few_rounds";
    case Doubt::invalid_runs:
      return "invalid_runs";
    case Doubt::session:
      return "session";
    case Doubt::twin:
      return "twin";
    case Doubt::no_spread:
      return "no_spread";
    case Doubt::second_opinion:
      return "second_opinion";
    case Doubt::below_resolution:
      return "below_resolution";
    case Doubt::wide:
      return "wide";
  }
  return "none";
}

std::string_view render_comparison_kind(ComparisonKind kind) {
  switch (kind) {
    case ComparisonKind::ratio:
      return "ratio";
    case ComparisonKind::both_zero:
      return "both_zero";
    case ComparisonKind::difference:
      return "difference";
    case ComparisonKind::no_spread:
      return "no_spread";
    case ComparisonKind::unavailable:
      break;
  }
  return "unavailable";
}

std::string_view render_session(Session session) {
  switch (session) {
    case Session::reliable:
      return "reliable";
    case Session::unreliable:
      return "unreliable";
    case Session::unknown:
      break;
  }
  return "unknown";
}

std::string_view render_field_method(FieldMethod method) {
  switch (method) {
    case FieldMethod::pair:
      return "pair";
    case FieldMethod::tukey:
      return "tukey";
    case FieldMethod::bonferroni:
      return "bonferroni";
  }
  return "pair";
}

std::string_view render_problem_kind(RunProblem::Kind kind) {
  switch (kind) {
    case RunProblem::Kind::failed:
      return "failed";
    case RunProblem::Kind::interrupted:
      return "interrupted";
    case RunProblem::Kind::void_all:
      return "void";
    case RunProblem::Kind::void_time:
      return "void_time";
  }
  return "failed";
}

std::string render_percent(double fraction) {
  const double percent = fraction * 100;
  if (percent >= 9.95) return fmt::format("{:.0f} %", percent);
  const double tenths = std::round(percent * 10) / 10;
  if (tenths == std::floor(tenths)) return fmt::format("{:.0f} %", tenths);
  return fmt::format("{:.1f} %", tenths);
}

std::string_view topic(const Metric& metric) {
  switch (metric.kind) {
    case MetricKind::time:
      return "Time";
    case MetricKind::rate:
      return "Rate";
    case MetricKind::cpu:
      return "CPU";
    case MetricKind::device:
      return "Device";
    case MetricKind::space:
      return "Space";
    case MetricKind::count:
      break;
  }
  return "Count";
}

std::string short_word(const Metric& metric, Word word, double margin) {
  const Sides sides = sides_of(metric);
  switch (word) {
    case Word::better_by_margin:
      return fmt::format("{} by at least {}", sides.better_alone, render_percent(margin));
    case Word::worse_by_margin:
      return fmt::format("{} by at least {}", sides.worse_alone, render_percent(margin));
    case Word::no_difference:
      return fmt::format("no difference within {}", render_percent(margin));
    case Word::better:
      return std::string(sides.better_alone);
    case Word::worse:
      return std::string(sides.worse_alone);
    case Word::not_enough_data:
      break;
  }
  return "cannot tell";
}

std::string predicate(const Metric& metric, Word word) {
  const Sides sides = sides_of(metric);
  return std::string(is_better(word) ? sides.better : sides.worse);
}

}  // namespace fsduel::verdict
