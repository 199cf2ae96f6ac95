#include "stats/blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/check.hpp"
#include "stats/distributions.hpp"
#include "stats/multiple.hpp"
#include "stats/studentized_range.hpp"
#include "stats/summary.hpp"

namespace fsduel::stats {
namespace {

bool is_usable(Rounds table) {
  if (table.size() < 2) return false;
  const std::size_t candidates = table.front().size();
  if (candidates < 2 || (table.size() - 1) * (candidates - 1) < 2) return false;
  return std::ranges::all_of(table, [&](const std::vector<double>& row) {
    return row.size() == candidates && all_finite(row);
  });
}

std::vector<double> column_means(Rounds table) {
  std::vector<double> means(table.front().size(), 0.0);
  for (const auto& row : table) {
    for (std::size_t c = 0; c < row.size(); ++c) means[c] += row[c];
  }
  for (double& value : means) value /= static_cast<double>(table.size());
  return means;
}

std::vector<double> pair_differences(Rounds table, std::size_t first, std::size_t second) {
  std::vector<double> differences;
  differences.reserve(table.size());
  for (const auto& row : table) differences.push_back(row[second] - row[first]);
  return differences;
}

template <typename Visit>
void for_each_pair(std::size_t candidates, Visit visit) {
  for (std::size_t first = 0; first < candidates; ++first) {
    for (std::size_t second = first + 1; second < candidates; ++second) visit(first, second);
  }
}

Interval ratio_around(double centre_log, double half_log, const Interval& frame) {
  return {std::exp(centre_log - half_log), std::exp(centre_log), std::exp(centre_log + half_log),
          frame.level, frame.n};
}

// Ranks of a row, equal values sharing the mean of their places.
std::vector<double> mean_ranks_of(const std::vector<double>& row) {
  std::vector<double> ranks;
  ranks.reserve(row.size());
  for (const double value : row) {
    const auto below = std::ranges::count_if(row, [&](double other) { return other < value; });
    const auto equal = std::ranges::count(row, value);
    ranks.push_back(static_cast<double>(below) + static_cast<double>(equal + 1) / 2);
  }
  return ranks;
}

}  // namespace

std::optional<BlockFit> fit_blocks(Rounds log_values) {
  if (!is_usable(log_values)) return std::nullopt;
  BlockFit fit;
  fit.rounds = log_values.size();
  fit.means = column_means(log_values);
  fit.df = static_cast<double>((fit.rounds - 1) * (fit.means.size() - 1));
  const double grand = mean(fit.means);
  double squares = 0;
  for (const auto& row : log_values) {
    const double round_mean = mean(row);
    for (std::size_t c = 0; c < row.size(); ++c) {
      const double residual = row[c] - fit.means[c] - round_mean + grand;
      squares += residual * residual;
    }
  }
  fit.mse = squares / fit.df;
  return fit;
}

std::optional<PairTable> tukey_pairs(Rounds log_values, double level) {
  const auto fit = fit_blocks(log_values);
  if (!fit) return std::nullopt;
  const std::size_t candidates = fit->means.size();
  const double q = studentized_range_quantile({candidates, fit->df}, level);
  const double half = q * std::sqrt(fit->mse / static_cast<double>(fit->rounds));
  const Interval frame{0, 0, 0, level, fit->rounds};
  PairTable table{PairMethod::tukey, {}};
  for_each_pair(candidates, [&](std::size_t first, std::size_t second) {
    const Interval ratio = ratio_around(fit->means[second] - fit->means[first], half, frame);
    table.pairs.push_back({first, second, ratio, excludes_one(ratio)});
  });
  return table;
}

std::optional<PairTable> holm_pairs(Rounds log_values, double level) {
  if (!is_usable(log_values)) return std::nullopt;
  const std::size_t candidates = log_values.front().size();
  const auto rounds = static_cast<double>(log_values.size());
  const double pair_count = static_cast<double>(candidates * (candidates - 1)) / 2;
  const double t = critical_t(1 - (1 - level) / pair_count, rounds - 1);
  const Interval frame{0, 0, 0, level, log_values.size()};
  PairTable table{PairMethod::holm, {}};
  std::vector<double> p_values;
  for_each_pair(candidates, [&](std::size_t first, std::size_t second) {
    const auto differences = pair_differences(log_values, first, second);
    const double half = t * std::sqrt(variance(differences) / rounds);
    table.pairs.push_back({first, second, ratio_around(mean(differences), half, frame), false});
    // Usable tables always have a p; 1 would only make a pair unclear.
    p_values.push_back(paired_t_p(differences).value_or(1.0));
  });
  const auto adjusted = holm(p_values);
  for (std::size_t i = 0; i < adjusted.size(); ++i) {
    table.pairs[i].is_clear = adjusted[i] <= 1 - level;
  }
  return table;
}

std::optional<double> variance_ratio(Rounds log_values) {
  if (!is_usable(log_values)) return std::nullopt;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t candidate = 0; candidate < log_values.front().size(); ++candidate) {
    std::vector<double> column;
    for (const auto& row : log_values) column.push_back(row[candidate]);
    const double spread = variance(column);
    smallest = std::min(smallest, spread);
    largest = std::max(largest, spread);
  }
  if (largest == smallest) return 1.0;
  return largest / smallest;
}

std::optional<PairTable> compare_pairs(Rounds log_values, double level) {
  const auto ratio = variance_ratio(log_values);
  if (!ratio) return std::nullopt;
  return *ratio > kMaxVarianceRatio ? holm_pairs(log_values, level)
                                    : tukey_pairs(log_values, level);
}

std::vector<Beats> clear_beats(const PairTable& table, Direction direction) {
  std::vector<Beats> beats;
  for (const PairComparison& pair : table.pairs) {
    if (!pair.is_clear) continue;
    const bool second_is_larger = pair.ratio.estimate > 1;
    const bool second_wins = second_is_larger == (direction == Direction::larger_is_better);
    beats.push_back(second_wins ? Beats{pair.second, pair.first} : Beats{pair.first, pair.second});
  }
  return beats;
}

std::size_t leader_of(const BlockFit& fit, Direction direction) {
  const auto leader = direction == Direction::larger_is_better
                          ? std::ranges::max_element(fit.means)
                          : std::ranges::min_element(fit.means);
  return static_cast<std::size_t>(leader - fit.means.begin());
}

std::optional<FriedmanResult> friedman(Rounds log_values) {
  if (!is_usable(log_values)) return std::nullopt;
  const std::size_t candidates = log_values.front().size();
  const auto n = static_cast<double>(log_values.size());
  const auto k = static_cast<double>(candidates);
  FriedmanResult result;
  result.mean_ranks.assign(candidates, 0.0);
  double squared_ranks = 0;
  for (const auto& row : log_values) {
    const auto ranks = mean_ranks_of(row);
    for (std::size_t c = 0; c < candidates; ++c) {
      result.mean_ranks[c] += ranks[c] / n;
      squared_ranks += ranks[c] * ranks[c];
    }
  }
  // Spread of the ranks between candidates over their whole spread; ties only shrink the latter.
  double between = 0;
  for (const double rank : result.mean_ranks)
    between += (rank - (k + 1) / 2) * (rank - (k + 1) / 2);
  const double whole = squared_ranks - n * k * (k + 1) * (k + 1) / 4;
  if (whole <= 0) return result;  // every round is one big tie
  result.chi_squared = (k - 1) * n * n * between / whole;
  result.p = chi_squared_upper(result.chi_squared, k - 1);
  return result;
}

double nemenyi_difference(const BlockShape& shape, double level) {
  FSDUEL_CHECK(shape.rounds >= 1, "mean ranks need a round");
  const auto k = static_cast<double>(shape.candidates);
  const double q = studentized_range_quantile({shape.candidates, kInfiniteDf}, level);
  return q / std::sqrt(2.0) * std::sqrt(k * (k + 1) / (6 * static_cast<double>(shape.rounds)));
}

}  // namespace fsduel::stats
