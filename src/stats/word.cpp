#include "stats/word.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace fsduel::stats {
namespace {

// The five places that matter on the ratio scale, in their order.
enum Place { zero, inverse_margin, one, margin_itself, infinity };

// A claim: the ratio lies between these.
struct Range {
  Place low = zero;
  Place high = infinity;
};

// The word of a range, tested in the order of the method.
Judgement word_of(const Range& range) {
  if (range.low >= margin_itself) return {Word::better_by_margin, Lean::none};
  if (range.high <= inverse_margin) return {Word::worse_by_margin, Lean::none};
  if (range.low >= inverse_margin && range.high <= margin_itself) {
    if (range.low >= one) return {Word::no_difference, Lean::candidate_ahead};
    if (range.high <= one) return {Word::no_difference, Lean::baseline_ahead};
    return {Word::no_difference, Lean::none};
  }
  if (range.low >= one) return {Word::better, Lean::none};
  if (range.high <= one) return {Word::worse, Lean::none};
  return {Word::not_enough_data, Lean::none};
}

Range range_of(const Judgement& judgement) {
  switch (judgement.word) {
    case Word::better_by_margin:
      return {margin_itself, infinity};
    case Word::worse_by_margin:
      return {zero, inverse_margin};
    case Word::better:
      return {one, infinity};
    case Word::worse:
      return {zero, one};
    case Word::not_enough_data:
      return {zero, infinity};
    case Word::no_difference:
      break;
  }
  return {judgement.lean == Lean::candidate_ahead ? one : inverse_margin,
          judgement.lean == Lean::baseline_ahead ? one : margin_itself};
}

// The largest place that the lower bound has reached. "Above 1" is strict, the margins are not.
Place reached_by_lower(double lower, double margin) {
  if (lower >= margin) return margin_itself;
  if (lower > 1) return one;
  return lower >= 1 / margin ? inverse_margin : zero;
}

Place reached_by_upper(double upper, double margin) {
  if (upper <= 1 / margin) return inverse_margin;
  if (upper < 1) return one;
  return upper <= margin ? margin_itself : infinity;
}

}  // namespace

Judgement judge(const Interval& ratio, double margin) {
  FSDUEL_CHECK(margin > 1, "a margin is a ratio above 1");
  if (!(ratio.lower <= ratio.upper)) return {};
  return word_of({reached_by_lower(ratio.lower, margin), reached_by_upper(ratio.upper, margin)});
}

Judgement weaker_of(const Judgement& a, const Judgement& b) {
  const Range x = range_of(a);
  const Range y = range_of(b);
  return word_of({std::min(x.low, y.low), std::max(x.high, y.high)});
}

Word weaker_of(Word a, Word b) {
  return weaker_of(Judgement{a, Lean::none}, Judgement{b, Lean::none}).word;
}

}  // namespace fsduel::stats
