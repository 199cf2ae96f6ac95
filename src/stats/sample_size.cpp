#include "stats/sample_size.hpp"

#include <cmath>

#include "stats/distributions.hpp"

namespace fsduel::stats {
namespace {

bool is_enough(const RoundsQuestion& question, std::size_t n) {
  const auto rounds = static_cast<double>(n);
  const double half = critical_t(question.level, rounds - 1) * question.sd_log / std::sqrt(rounds);
  return half <= std::log(question.margin_ratio);
}

}  // namespace

std::optional<std::size_t> rounds_needed(const RoundsQuestion& question) {
  if (!std::isfinite(question.sd_log) || question.sd_log < 0) return std::nullopt;
  if (!std::isfinite(question.margin_ratio) || question.margin_ratio <= 1) return std::nullopt;
  if (!is_enough(question, kMaxRoundsSearched)) return std::nullopt;
  // The half-width only falls with n, so the first n that is enough can be bisected.
  std::size_t too_few = 1;
  std::size_t enough = kMaxRoundsSearched;
  while (enough - too_few > 1) {
    const std::size_t middle = too_few + (enough - too_few) / 2;
    (is_enough(question, middle) ? enough : too_few) = middle;
  }
  return enough;
}

}  // namespace fsduel::stats
