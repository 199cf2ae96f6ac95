// When a duel may look at its results. Looking at other moments, or more often, breaks the level.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace fsduel::stats {

// Numbers of rounds after which the duel looks.
inline constexpr std::array<std::size_t, 6> kLooks{6, 9, 13, 19, 28, 40};
// Confidence of an interval at one look; over all six the words err in 5 % (simulated).
inline constexpr double kLookLevel = 0.9875;
// Hodges-Lehmann has no interval at this level below 8 rounds and takes part from this look on.
inline constexpr std::size_t kHodgesLehmannFrom = 9;

[[nodiscard]] constexpr bool is_look(std::size_t rounds) {
  return std::ranges::find(kLooks, rounds) != kLooks.end();
}

// The first look after so many rounds; nullopt when the last has been.
[[nodiscard]] constexpr std::optional<std::size_t> next_look(std::size_t rounds) {
  const auto next = std::ranges::upper_bound(kLooks, rounds);
  if (next == kLooks.end()) return std::nullopt;
  return *next;
}

[[nodiscard]] constexpr bool hodges_lehmann_takes_part(std::size_t rounds) {
  return rounds >= kHodgesLehmannFrom;
}

}  // namespace fsduel::stats
