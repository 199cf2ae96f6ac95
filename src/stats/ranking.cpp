#include "stats/ranking.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace fsduel::stats {

std::vector<RankRange> rank_ranges(std::size_t candidates, std::span<const Beats> beats) {
  std::vector<RankRange> ranges(candidates, RankRange{1, candidates});
  for (const Beats& pair : beats) {
    FSDUEL_CHECK(pair.better < candidates && pair.worse < candidates, "a pair names candidates");
    ++ranges[pair.worse].best;
    --ranges[pair.better].worst;
  }
  return ranges;
}

std::vector<std::size_t> best_set(const Field& field, std::span<const Beats> beats) {
  FSDUEL_CHECK(field.leader < field.candidates, "the leader is a candidate");
  std::vector<std::size_t> best;
  for (std::size_t candidate = 0; candidate < field.candidates; ++candidate) {
    const Beats beaten{field.leader, candidate};
    if (std::ranges::find(beats, beaten) == beats.end()) best.push_back(candidate);
  }
  return best;
}

}  // namespace fsduel::stats
