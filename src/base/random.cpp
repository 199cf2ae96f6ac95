#include "base/random.hpp"

#include <bit>
#include <cmath>
#include <numbers>

#include "base/check.hpp"

namespace fsduel {
namespace {

std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

std::uint64_t derive(std::uint64_t seed, std::string_view purpose, std::uint64_t index) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a over the purpose
  for (const char c : purpose) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  std::uint64_t state = seed ^ hash;
  state = splitmix64(state) ^ index;
  return splitmix64(state);
}

Random::Random(std::uint64_t seed) : state_{} {
  for (auto& word : state_) word = splitmix64(seed);
}

std::uint64_t Random::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Random::below(std::uint64_t bound) {
  FSDUEL_CHECK(bound > 0, "a random number below zero was asked for");
  const std::uint64_t rejected = (0 - bound) % bound;  // 2^64 mod bound values would make a bias
  std::uint64_t value = next();
  while (value < rejected) value = next();
  return value % bound;
}

double Random::uniform() {
  return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

double Random::exponential(double mean) {
  return -mean * std::log1p(-uniform());
}

double Random::normal() {
  const double radius = std::sqrt(-2 * std::log1p(-uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

}  // namespace fsduel
