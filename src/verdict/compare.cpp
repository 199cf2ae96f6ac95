#include "verdict/compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/looks.hpp"
#include "stats/multiple.hpp"
#include "stats/paired.hpp"
#include "stats/rank.hpp"
#include "stats/summary.hpp"

namespace fsduel::verdict {
namespace {

constexpr double kSecondOpinionLevel = 0.95;

Bounds to_bounds(const stats::Interval& interval) {
  return {interval.lower, interval.estimate, interval.upper};
}

std::vector<double> differences(const Pairs& pairs) {
  std::vector<double> result;
  for (std::size_t i = 0; i < pairs.baseline.size(); ++i) {
    result.push_back(pairs.candidate[i] - pairs.baseline[i]);
  }
  return result;
}

bool all_zero(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value == 0; });
}

ComparisonKind kind_of(const Pairs& pairs) {
  if (pairs.baseline.empty()) return ComparisonKind::unavailable;
  if (all_zero(pairs.baseline) && all_zero(pairs.candidate)) return ComparisonKind::both_zero;
  const bool has_logs = stats::all_positive(pairs.baseline) && stats::all_positive(pairs.candidate);
  return has_logs ? ComparisonKind::ratio : ComparisonKind::difference;
}

void fill_ratio(Comparison& result, const Pairs& pairs, const Yardstick& yardstick) {
  const auto paired = stats::paired_log_ratio(pairs.candidate, pairs.baseline, yardstick.level);
  if (!paired) {
    const double only = pairs.candidate.front() / pairs.baseline.front();
    result.ratio = Bounds{0, only, std::numeric_limits<double>::infinity()};
    return;
  }
  result.ratio = to_bounds(paired->ratio);
  result.sd_log = paired->sd_log;
  if (paired->sd_log == 0 && yardstick.metric->exactness == Exactness::noisy) {
    result.kind = ComparisonKind::no_spread;
    return;
  }
  result.said = judge_ratio(*result.ratio, yardstick);
}

// A difference in units has no margin: it is better, worse or open.
void fill_difference(Comparison& result, const Pairs& pairs, const Yardstick& yardstick) {
  const auto values = differences(pairs);
  const auto interval = stats::mean_interval(values, yardstick.level);
  if (!interval) {
    const double infinite = std::numeric_limits<double>::infinity();
    result.difference = Bounds{-infinite, values.front(), infinite};
    return;
  }
  result.difference = to_bounds(*interval);
  const bool is_point = interval->lower == interval->upper;
  if (is_point && yardstick.metric->exactness == Exactness::noisy) {
    result.kind = ComparisonKind::no_spread;
    return;
  }
  if (!excludes_equal(result) || yardstick.metric->better == Better::neither) return;
  const bool is_lower = interval->upper < 0;
  const bool wants_lower = yardstick.metric->better == Better::lower;
  result.said.word = is_lower == wants_lower ? Word::better : Word::worse;
}

}  // namespace

Pairs pair_up(const Row& baseline, const Row& candidate) {
  Pairs pairs;
  for (std::size_t round = 0; round < std::min(baseline.size(), candidate.size()); ++round) {
    if (!baseline[round] || !candidate[round]) continue;
    pairs.baseline.push_back(*baseline[round]);
    pairs.candidate.push_back(*candidate[round]);
  }
  return pairs;
}

Comparison compare(const Pairs& pairs, const Yardstick& yardstick) {
  Comparison result;
  result.kind = kind_of(pairs);
  result.rounds = pairs.baseline.size();
  result.level = yardstick.level;
  switch (result.kind) {
    case ComparisonKind::ratio:
      fill_ratio(result, pairs, yardstick);
      break;
    case ComparisonKind::difference:
      fill_difference(result, pairs, yardstick);
      break;
    case ComparisonKind::both_zero:
      if (yardstick.metric->better != Better::neither) result.said.word = Word::no_difference;
      break;
    case ComparisonKind::no_spread:
    case ComparisonKind::unavailable:
      break;
  }
  return result;
}

stats::Judgement judge_ratio(const Bounds& ratio, const Yardstick& yardstick) {
  if (yardstick.metric->better == Better::neither) return {};
  stats::Interval rho{ratio.lower, ratio.estimate, ratio.upper, yardstick.level, 0};
  if (yardstick.metric->better == Better::lower) rho = stats::invert(rho);
  return stats::judge(rho, yardstick.margin);
}

std::optional<SecondOpinion> second_opinion(const Pairs& pairs, const Yardstick& yardstick) {
  const auto logs = stats::log_ratios(pairs.candidate, pairs.baseline);
  if (!logs) return std::nullopt;
  const auto shown = stats::hodges_lehmann(*logs, kSecondOpinionLevel);
  const auto interval = shown ? stats::to_ratio(*shown) : std::nullopt;
  if (!interval) return std::nullopt;
  SecondOpinion opinion{to_bounds(*interval), interval->level, std::nullopt};
  if (!stats::hodges_lehmann_takes_part(logs->size())) return opinion;
  const auto at_look = stats::hodges_lehmann(*logs, stats::kLookLevel);
  const auto deciding = at_look ? stats::to_ratio(*at_look) : std::nullopt;
  if (deciding) opinion.said = judge_ratio(to_bounds(*deciding), yardstick);
  return opinion;
}

std::optional<double> equality_p(const Pairs& pairs, ComparisonKind kind) {
  if (kind == ComparisonKind::difference) return stats::paired_t_p(differences(pairs));
  if (kind != ComparisonKind::ratio) return std::nullopt;
  const auto logs = stats::log_ratios(pairs.candidate, pairs.baseline);
  return logs ? stats::paired_t_p(*logs) : std::nullopt;
}

bool excludes_equal(const Comparison& comparison) {
  if (comparison.ratio) return comparison.ratio->lower > 1 || comparison.ratio->upper < 1;
  if (comparison.difference) {
    return comparison.difference->lower > 0 || comparison.difference->upper < 0;
  }
  return false;
}

std::optional<double> half_width(const Comparison& comparison) {
  if (!comparison.ratio) return std::nullopt;
  return stats::relative_half_width({comparison.ratio->lower, comparison.ratio->estimate,
                                     comparison.ratio->upper, comparison.level, comparison.rounds});
}

}  // namespace fsduel::verdict
