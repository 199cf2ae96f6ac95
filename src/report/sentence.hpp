// The headline in sentences, the same in every report for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verdict/judgement.hpp"

namespace fsduel::report {

// How a sentence may be coloured.
enum class Tone { plain, good, bad, open };

struct Sentence {
  std::string topic;  // "Time"
  std::string text;   // without the topic; labels escaped
  Tone tone = Tone::plain;
  friend bool operator==(const Sentence&, const Sentence&) = default;
};

// One per headline metric and candidate, and with three and more candidates one per metric that
// names who leads. Candidates that never ran have one sentence instead, with its topic empty.
[[nodiscard]] std::vector<Sentence> write_headline(const verdict::Judgement& judgement);

// What the topics stand for and how sure the bounds are, in one line.
[[nodiscard]] std::string write_reading_help(const verdict::Judgement& judgement);

// "time 2.1 %, CPU 0.8 %, space exact": how finely this session can tell.
[[nodiscard]] std::string write_resolution(const verdict::Judgement& judgement);

// The rank-based estimates, per metric and candidate; empty when there are none.
[[nodiscard]] std::string write_second_opinion(const verdict::Judgement& judgement);

// Rounds, runs and the reason of the end.
[[nodiscard]] std::string write_rounds(const verdict::Judgement& judgement);

// The label of a candidate, safe to print.
[[nodiscard]] std::string label(const verdict::Judgement& judgement, std::size_t candidate);

// The name of a phase, safe to print; "whole run" for totals.
[[nodiscard]] std::string phase_title(std::string_view phase);

// "++", "+", "(+)", "=", "(-)", "-", "--", "!", "".
[[nodiscard]] std::string_view mark_sign(verdict::Mark mark);
[[nodiscard]] std::string write_mark_legend(const verdict::Judgement& judgement);

}  // namespace fsduel::report
