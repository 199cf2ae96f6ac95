// From "who is clearly better than whom" to places and the best set. Never a total order: places
// are ranges.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fsduel::stats {

// Candidate `better` is clearly better than candidate `worse`. Candidates are numbered from 0.
struct Beats {
  std::size_t better = 0;
  std::size_t worse = 0;
  friend bool operator==(const Beats&, const Beats&) = default;
};

// Places that a candidate may hold; 1 is the first.
struct RankRange {
  std::size_t best = 1;   // 1 + number of those clearly better
  std::size_t worst = 1;  // k - number of those clearly worse
  friend bool operator==(const RankRange&, const RankRange&) = default;
};

// One range per candidate; each pair named at most once.
[[nodiscard]] std::vector<RankRange> rank_ranges(std::size_t candidates,
                                                 std::span<const Beats> beats);

// All candidates that the leader does not clearly beat, the leader among them, in their order.
struct Field {
  std::size_t candidates = 0;
  std::size_t leader = 0;  // the one with the best estimate
};
[[nodiscard]] std::vector<std::size_t> best_set(const Field& field, std::span<const Beats> beats);

}  // namespace fsduel::stats
