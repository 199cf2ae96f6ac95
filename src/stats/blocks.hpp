// Many candidates in randomised complete rounds: every pair compared at once.
//
// The data are logs of values, one row per round, one column per candidate. A table is usable when
// it has at least two rounds, at least two candidates, (rounds-1)(candidates-1) >= 2, full rows and
// only finite numbers; for any other every function answers nullopt.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/interval.hpp"
#include "stats/ranking.hpp"

namespace fsduel::stats {

using Rounds = std::span<const std::vector<double>>;

// Additive model: log value = candidate + round + noise.
struct BlockFit {
  std::size_t rounds = 0;
  std::vector<double> means;  // log scale, per candidate
  double mse = 0;             // residual mean square
  double df = 0;              // (rounds-1)(candidates-1)
};
[[nodiscard]] std::optional<BlockFit> fit_blocks(Rounds log_values);

// `second` over `first`, first < second.
struct PairComparison {
  std::size_t first = 0;
  std::size_t second = 0;
  Interval ratio;         // ratio scale, second / first, simultaneous over all pairs
  bool is_clear = false;  // "equal" is ruled out, errors over all pairs held at 1 - level
};

enum class PairMethod {
  tukey,  // one pooled variance, studentized range
  holm,   // each pair its own variance: paired t, Holm over the pairs, Bonferroni intervals
};

struct PairTable {
  PairMethod method = PairMethod::tukey;
  std::vector<PairComparison> pairs;  // (0,1) (0,2) ... (1,2) ...
};

// Tukey's simultaneous intervals of every pair.
[[nodiscard]] std::optional<PairTable> tukey_pairs(Rounds log_values, double level);
// The same question without the belief in one variance. Holm decides is_clear; the interval printed
// beside it is the wider Bonferroni one, as Holm has none of its own.
[[nodiscard]] std::optional<PairTable> holm_pairs(Rounds log_values, double level);

// Largest over smallest variance of the candidates' log values over the rounds. What all candidates
// of a round share is part of each variance, so strong drift hides a difference; among few rounds
// chance alone may exceed the limit, which only costs width. Infinity when only some candidates
// show no spread, 1 when none shows any.
[[nodiscard]] std::optional<double> variance_ratio(Rounds log_values);
// Above this ratio the pooled variance is not believed.
inline constexpr double kMaxVarianceRatio = 4.0;
// Tukey, or Holm where the variances differ by more than kMaxVarianceRatio.
[[nodiscard]] std::optional<PairTable> compare_pairs(Rounds log_values, double level);

enum class Direction { larger_is_better, smaller_is_better };
// The clear pairs, told as who beats whom.
[[nodiscard]] std::vector<Beats> clear_beats(const PairTable& table, Direction direction);
// The candidate with the best mean; the first of equals.
[[nodiscard]] std::size_t leader_of(const BlockFit& fit, Direction direction);

// Friedman's rank test, the check that needs no model; ties get mean ranks and are corrected for.
struct FriedmanResult {
  double chi_squared = 0;
  double p = 1;
  std::vector<double> mean_ranks;  // rank 1 is the smallest value of a round
};
[[nodiscard]] std::optional<FriedmanResult> friedman(Rounds log_values);

struct BlockShape {
  std::size_t rounds = 0;
  std::size_t candidates = 0;
};
// Nemenyi's critical difference of mean ranks at a level; at least one round, two candidates.
[[nodiscard]] double nemenyi_difference(const BlockShape& shape, double level);

}  // namespace fsduel::stats
