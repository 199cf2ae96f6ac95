// Effects of two-level designs: full, fractional and Plackett-Burman.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fsduel::stats {

// One level per factor for each run: -1 or +1. Replicated centre runs stand apart and are not part
// of the design.
using Design = std::span<const std::vector<int>>;

// A set of factors: bit i is factor i (A = 1, B = 2, AB = 3, C = 4 ...). 0 stands for the mean.
using FactorSet = std::uint32_t;

struct Alias {
  FactorSet factors = 0;
  // +1 or -1: cannot be told apart at all. Between (Plackett-Burman): that share of it leaks in.
  double correlation = 0;
};

struct Effect {
  FactorSet factors = 0;
  double value = 0;            // mean of y where the product of the levels is +1, minus where -1
  std::vector<Alias> aliases;  // every other set up to the order asked for that leaks into it
};

struct FactorialResult {
  double mean = 0;
  std::vector<Effect>
      effects;  // by size of the set, then by number; sets that equal the mean left out
};

inline constexpr std::size_t kMaxFactors = 31;

// Effects of all sets of at most `max_order` factors. nullopt unless there is a y for each run, all
// rows have the same 1 .. kMaxFactors levels, all -1 or +1, every factor is balanced, max_order is
// 1 .. 3 and y is finite.
[[nodiscard]] std::optional<FactorialResult> factorial_effects(Design design,
                                                               std::span<const double> y,
                                                               std::size_t max_order);

}  // namespace fsduel::stats
