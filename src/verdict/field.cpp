#include "verdict/field.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "stats/blocks.hpp"
#include "verdict/schedule.hpp"

namespace fsduel::verdict {
namespace {

// `second` over `first`, as positions among those that take part.
struct FieldPair {
  std::size_t first = 0;
  std::size_t second = 0;
  Comparison comparison;
};

std::vector<std::size_t> who_takes_part(const Field& field) {
  std::vector<std::size_t> present;
  for (std::size_t candidate = 0; candidate < field.rows.size(); ++candidate) {
    const Row& row = field.rows[candidate];
    if (std::any_of(row.begin(), row.end(), [](const auto& value) { return value.has_value(); })) {
      present.push_back(candidate);
    }
  }
  return present;
}

// Rows of logs by round; nullopt unless those who take part have the same rounds, all above zero.
std::optional<std::vector<std::vector<double>>> log_rounds(
    const Field& field, const std::vector<std::size_t>& present) {
  std::vector<std::vector<double>> result;
  for (std::size_t round = 0; round < field.rows[present.front()].size(); ++round) {
    std::vector<double> logs;
    for (const std::size_t candidate : present) {
      const auto& value = field.rows[candidate][round];
      if (value && *value <= 0) return std::nullopt;
      if (value) logs.push_back(std::log(*value));
    }
    if (logs.empty()) continue;
    if (logs.size() != present.size()) return std::nullopt;
    result.push_back(std::move(logs));
  }
  return result;
}

std::optional<stats::PairTable> tukey_table(const Field& field,
                                            const std::vector<std::size_t>& present, double level) {
  const auto rounds = log_rounds(field, present);
  if (!rounds) return std::nullopt;
  auto table = stats::compare_pairs(*rounds, level);
  if (!table || table->method != stats::PairMethod::tukey) return std::nullopt;
  return table;
}

std::vector<FieldPair> compare_all(const Field& field, const std::vector<std::size_t>& present,
                                   const Yardstick& yardstick) {
  std::vector<FieldPair> pairs;
  for (std::size_t first = 0; first < present.size(); ++first) {
    for (std::size_t second = first + 1; second < present.size(); ++second) {
      const Pairs values = pair_up(field.rows[present[first]], field.rows[present[second]]);
      pairs.push_back({first, second, compare(values, yardstick)});
    }
  }
  return pairs;
}

// Replaces the single intervals by Tukey's, which stand in the same order.
void use_tukey(std::vector<FieldPair>& pairs, const stats::PairTable& table,
               const Yardstick& yardstick) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    Comparison& comparison = pairs[i].comparison;
    if (comparison.kind != ComparisonKind::ratio) continue;
    const auto& ratio = table.pairs[i].ratio;
    comparison.ratio = Bounds{ratio.lower, ratio.estimate, ratio.upper};
    comparison.said = judge_ratio(*comparison.ratio, yardstick);
  }
}

// The same comparison seen from the other side.
Comparison turned(const Comparison& comparison, const Yardstick& yardstick) {
  Comparison result = comparison;
  if (comparison.ratio) {
    const Bounds& ratio = *comparison.ratio;
    result.ratio = Bounds{1 / ratio.upper, 1 / ratio.estimate, 1 / ratio.lower};
    if (comparison.kind == ComparisonKind::ratio) {
      result.said = judge_ratio(*result.ratio, yardstick);
    }
  }
  if (comparison.difference) {
    const Bounds& difference = *comparison.difference;
    result.difference = Bounds{-difference.upper, -difference.estimate, -difference.lower};
    if (comparison.said.word == Word::better) result.said.word = Word::worse;
    if (comparison.said.word == Word::worse) result.said.word = Word::better;
  }
  return result;
}

// Who clearly beats whom: the interval printed beside it excludes "equal". (Holm's test would find
// a few more pairs, but a reader would then see "clearly better" beside an interval that holds 1.)
std::vector<stats::Beats> find_beats(const std::vector<FieldPair>& pairs, Better better) {
  std::vector<stats::Beats> beats;
  for (const FieldPair& pair : pairs) {
    if (!excludes_equal(pair.comparison)) continue;
    const bool second_is_larger = pair.comparison.ratio->estimate > 1;
    const bool second_wins = second_is_larger == (better == Better::higher);
    beats.push_back(second_wins ? stats::Beats{pair.second, pair.first}
                                : stats::Beats{pair.first, pair.second});
  }
  return beats;
}

bool can_be_ranked(const std::vector<FieldPair>& pairs, const Metric& metric) {
  return metric.better != Better::neither &&
         std::all_of(pairs.begin(), pairs.end(), [](const FieldPair& pair) {
           return pair.comparison.kind == ComparisonKind::ratio &&
                  pair.comparison.rounds >= kFewestRounds;
         });
}

// The one with the best estimate against the first of those who take part.
std::size_t find_leader(const std::vector<FieldPair>& pairs, Better better) {
  std::size_t leader = 0;
  double best = 1;
  for (const FieldPair& pair : pairs) {
    if (pair.first != 0) break;
    const double ratio = pair.comparison.ratio->estimate;
    if (better == Better::higher ? ratio > best : ratio < best) {
      leader = pair.second;
      best = ratio;
    }
  }
  return leader;
}

void rank(FieldResult& result, const std::vector<FieldPair>& pairs,
          const std::vector<std::size_t>& present, Better better) {
  const auto beats = find_beats(pairs, better);
  const auto ranges = stats::rank_ranges(present.size(), beats);
  result.places.resize(result.against_baseline.size());
  for (std::size_t i = 0; i < present.size(); ++i) {
    result.places[present[i]] = {ranges[i].best, ranges[i].worst};
  }
  for (const std::size_t i : stats::best_set({present.size(), find_leader(pairs, better)}, beats)) {
    result.best_set.push_back(present[i]);
  }
}

}  // namespace

FieldResult compare_field(const Field& field, const Yardstick& yardstick) {
  FieldResult result;
  result.against_baseline.resize(field.rows.size());
  const auto present = who_takes_part(field);
  if (present.size() < 2) return result;

  const std::size_t pair_count = present.size() * (present.size() - 1) / 2;
  std::vector<FieldPair> pairs;
  if (pair_count == 1) {
    pairs = compare_all(field, present, yardstick);
  } else if (const auto table = tukey_table(field, present, yardstick.level)) {
    result.method = FieldMethod::tukey;
    pairs = compare_all(field, present, yardstick);
    use_tukey(pairs, *table, yardstick);
  } else {
    result.method = FieldMethod::bonferroni;
    Yardstick single = yardstick;
    single.level = 1 - (1 - yardstick.level) / static_cast<double>(pair_count);
    pairs = compare_all(field, present, single);
  }
  for (FieldPair& pair : pairs) {
    pair.comparison.level = yardstick.level;
    if (present[pair.first] == field.baseline) {
      result.against_baseline[present[pair.second]] = pair.comparison;
    } else if (present[pair.second] == field.baseline) {
      result.against_baseline[present[pair.first]] = turned(pair.comparison, yardstick);
    }
  }
  if (pair_count > 1 && can_be_ranked(pairs, *yardstick.metric)) {
    rank(result, pairs, present, yardstick.metric->better);
  }
  return result;
}

}  // namespace fsduel::verdict
