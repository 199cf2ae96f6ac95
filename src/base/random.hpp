// Seeded random numbers that are the same on every machine, and seeds derived from seeds.
//
// Generator: xoshiro256** 1.0 (Blackman and Vigna 2018), seeded through splitmix64, as its authors
// advise. The distributions are our own small ones: those of the standard library differ between
// implementations.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace fsduel {

// A seed for a part of the whole: derive(duel_seed, "order", 3). Equal arguments, equal seed, on
// every machine.
[[nodiscard]] std::uint64_t derive(std::uint64_t seed, std::string_view purpose,
                                   std::uint64_t index = 0);

// One stream of random numbers. Cheap to copy; not shared between threads.
class Random {
 public:
  explicit Random(std::uint64_t seed);

  // Uniform over all 64-bit values.
  std::uint64_t next();
  // Uniform over 0 .. bound-1, without bias; bound > 0.
  std::uint64_t below(std::uint64_t bound);
  // Uniform in [0, 1), 53 bits.
  double uniform();
  // Exponential with the given mean, > 0 (inverse transform).
  double exponential(double mean);
  // Standard normal (Box-Muller, one value per two uniforms: no hidden state).
  double normal();

  // Fisher-Yates from the back.
  template <typename T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace fsduel
