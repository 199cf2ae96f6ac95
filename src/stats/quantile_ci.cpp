#include "stats/quantile_ci.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "stats/distributions.hpp"
#include "stats/summary.hpp"

namespace fsduel::stats {
namespace {

// Room for the rounding of products like 0.9 * 100 that are whole numbers on paper.
constexpr double kRounding = 1e-9;

void check_question(const QuantileQuestion& question) {
  FSDUEL_CHECK(question.quantile > 0 && question.quantile < 1, "a quantile lies between 0 and 1");
  FSDUEL_CHECK(question.level > 0 && question.level < 1, "a level lies between 0 and 1");
}

// The smallest k in 0 .. n for which the claim holds, when it holds for all above it; n when none.
template <typename Claim>
std::size_t first_true(std::size_t n, Claim claim) {
  std::size_t low = 0;
  std::size_t high = n;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (claim(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

QuantileRanks quantile_ranks(const QuantileQuestion& question, std::size_t n) {
  check_question(question);
  QuantileRanks ranks{std::nullopt, std::nullopt, 1};
  if (n == 0) return ranks;
  const double tail = (1 - question.level) / 2;
  const Binomial below{n, question.quantile};
  // k observations below the quantile or fewer: too likely to be left out from here on.
  const std::size_t lower = first_true(n, [&](auto k) { return binomial_cdf(below, k) > tail; });
  if (lower >= 1) {
    ranks.lower = lower;
    ranks.coverage -= binomial_cdf(below, lower - 1);
  }
  // P(X >= u) <= tail, with P(X >= k + 1) = 1 - P(X <= k).
  const std::size_t k = first_true(n, [&](auto i) { return 1 - binomial_cdf(below, i) <= tail; });
  if (k + 1 <= n) {
    ranks.upper = k + 1;
    ranks.coverage -= 1 - binomial_cdf(below, k);
  }
  return ranks;
}

std::size_t smallest_n_with_upper(const QuantileQuestion& question) {
  check_question(question);
  const double tail = (1 - question.level) / 2;
  return static_cast<std::size_t>(
      std::max(1.0, std::ceil(std::log(tail) / std::log(question.quantile) - kRounding)));
}

bool percentile_allowed(double quantile, std::size_t n) {
  FSDUEL_CHECK(quantile >= 0 && quantile < 1, "a percentile lies between 0 and 1");
  return static_cast<double>(n) * (1 - quantile) >= 10 * (1 - kRounding);
}

std::size_t quantile_rank(double quantile, std::size_t n) {
  FSDUEL_CHECK(n >= 1 && quantile >= 0 && quantile <= 1, "a rank needs a sample and a quantile");
  const double exact = quantile * static_cast<double>(n);
  const auto rank = static_cast<std::size_t>(std::ceil(exact * (1 - kRounding)));
  return std::clamp(rank, std::size_t{1}, n);
}

std::optional<QuantileBounds> quantile_bounds(std::span<const double> sorted,
                                              const QuantileQuestion& question) {
  if (sorted.empty() || !all_finite(sorted)) return std::nullopt;
  const QuantileRanks ranks = quantile_ranks(question, sorted.size());
  QuantileBounds bounds;
  bounds.estimate = sorted[quantile_rank(question.quantile, sorted.size()) - 1];
  if (ranks.lower) bounds.lower = sorted[*ranks.lower - 1];
  if (ranks.upper) bounds.upper = sorted[*ranks.upper - 1];
  bounds.coverage = ranks.coverage;
  return bounds;
}

}  // namespace fsduel::stats
