// From an interval and a margin to a word.
#pragma once

#include "stats/interval.hpp"

namespace fsduel::stats {

// What may be said of candidate / baseline, oriented so that above 1 is better. How a kind of
// metric names these (faster, less CPU, smaller) is the verdict's business.
enum class Word {
  better_by_margin,  // ratio >= margin
  worse_by_margin,   // ratio <= 1 / margin
  no_difference,     // ratio within 1 / margin .. margin
  better,            // ratio > 1
  worse,             // ratio < 1
  not_enough_data,
};

// Who is ahead within no_difference; none with every other word.
enum class Lean { none, candidate_ahead, baseline_ahead };

struct Judgement {
  Word word = Word::not_enough_data;
  Lean lean = Lean::none;
  friend bool operator==(const Judgement&, const Judgement&) = default;
};

inline constexpr double kMargin = 1.05;

// The word of the interval alone, tested in the order of the enumeration; the guards (too few
// rounds, failed twin, invalid runs) are the caller's. Bounds that are NaN or the wrong way round
// give not_enough_data. margin > 1 (a bug otherwise).
[[nodiscard]] Judgement judge(const Interval& ratio, double margin = kMargin);

// The strongest word that both opinions support. Each word is a claim that the ratio lies in a
// range: 1/M and below, below 1, 1/M..M (with a lean: only its half), above 1, M and above. The
// answer is the word of the smallest range that holds both, so better_by_margin weakens to better,
// no_difference without a lean against better or worse, and any two opposite directions beyond
// the margin, to not_enough_data.
[[nodiscard]] Judgement weaker_of(const Judgement& a, const Judgement& b);
// The same for bare words (no lean known).
[[nodiscard]] Word weaker_of(Word a, Word b);

}  // namespace fsduel::stats
