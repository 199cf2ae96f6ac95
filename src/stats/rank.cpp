#include "stats/rank.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/check.hpp"
#include "stats/robust.hpp"
#include "stats/summary.hpp"

namespace fsduel::stats {
namespace {

// P(W = w) for w = 0 .. n(n+1)/2. Rank i joins the sum or not, each with probability one half.
std::vector<double> signed_rank_probabilities(std::size_t n) {
  std::vector<double> probability(n * (n + 1) / 2 + 1, 0.0);
  probability[0] = 1;
  std::size_t top = 0;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    top += rank;
    for (std::size_t w = top; w >= rank; --w) {
      probability[w] = (probability[w] + probability[w - rank]) / 2;
    }
    for (std::size_t w = 0; w < rank; ++w) probability[w] /= 2;
  }
  return probability;
}

std::vector<double> sorted_walsh_averages(std::span<const double> values) {
  std::vector<double> averages;
  averages.reserve(values.size() * (values.size() + 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    // Halves are added so that two huge values do not overflow.
    for (std::size_t j = i; j < values.size(); ++j) {
      averages.push_back(values[i] / 2 + values[j] / 2);
    }
  }
  std::ranges::sort(averages);
  return averages;
}

}  // namespace

std::optional<SignedRankDepth> signed_rank_depth(std::size_t n, double level) {
  FSDUEL_CHECK(level > 0 && level < 1, "a confidence level lies between 0 and 1");
  if (n == 0) return std::nullopt;
  const auto probability = signed_rank_probabilities(n);
  std::optional<SignedRankDepth> deepest;
  double tail = 0;  // P(W <= k-1)
  for (std::size_t k = 1; 2 * k <= probability.size(); ++k) {
    tail += probability[k - 1];
    const double confidence = 1 - 2 * tail;
    if (confidence < level) break;
    deepest = SignedRankDepth{k, confidence};
  }
  return deepest;
}

std::optional<HodgesLehmann> hodges_lehmann(std::span<const double> differences, double level) {
  if (differences.empty() || !all_finite(differences)) return std::nullopt;
  const auto averages = sorted_walsh_averages(differences);
  HodgesLehmann result{median_of_sorted(averages), differences.size(), std::nullopt};
  if (const auto depth = signed_rank_depth(differences.size(), level)) {
    result.bounds =
        HodgesLehmann::Bounds{averages[depth->k - 1], averages[averages.size() - depth->k], *depth};
  }
  return result;
}

std::optional<Interval> to_ratio(const HodgesLehmann& log_result) {
  if (!log_result.bounds) return std::nullopt;
  return Interval{std::exp(log_result.bounds->lower), std::exp(log_result.estimate),
                  std::exp(log_result.bounds->upper), log_result.bounds->depth.confidence,
                  log_result.n};
}

}  // namespace fsduel::stats
