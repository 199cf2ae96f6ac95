// The words of a verdict as people read them: each kind of metric has its own (METHOD 2.13).
#pragma once

#include <string>
#include <string_view>

#include "model/metric.hpp"
#include "verdict/judgement.hpp"

namespace fsduel::verdict {

// Keys for machines: "better_by_margin", "not_enough_data"; "candidate_ahead"; "twin_differs".
[[nodiscard]] std::string_view render_word(Word word);
[[nodiscard]] std::string_view render_lean(Lean lean);
[[nodiscard]] std::string_view render_mark(Mark mark);
[[nodiscard]] std::string_view render_doubt(Doubt doubt);
[[nodiscard]] std::string_view render_comparison_kind(ComparisonKind kind);
[[nodiscard]] std::string_view render_session(Session session);
[[nodiscard]] std::string_view render_field_method(FieldMethod method);
[[nodiscard]] std::string_view render_problem_kind(RunProblem::Kind kind);

// 0.05 -> "5 %", 0.025 -> "2.5 %".
[[nodiscard]] std::string render_percent(double fraction);

// What a headline is about: "Time", "CPU", "Device", "Space".
[[nodiscard]] std::string_view topic(const Metric& metric);

// What may be said of the candidate, without names: "faster by at least 5 %", "less CPU",
// "no difference within 5 %", "cannot tell".
[[nodiscard]] std::string short_word(const Metric& metric, Word word, double margin);

// The predicate between candidate and baseline for the words that name a side: "is faster than",
// "writes less than", "uses less CPU than", "is smaller than".
[[nodiscard]] std::string predicate(const Metric& metric, Word word);

}  // namespace fsduel::verdict
