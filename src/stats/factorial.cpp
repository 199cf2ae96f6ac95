#include "stats/factorial.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "stats/summary.hpp"

namespace fsduel::stats {
namespace {

struct Column {
  FactorSet factors = 0;
  std::vector<int> signs;
};

Column make_column(Design design, FactorSet factors) {
  Column column{factors, std::vector<int>(design.size(), 1)};
  for (std::size_t run = 0; run < design.size(); ++run) {
    for (std::size_t factor = 0; factor < design[run].size(); ++factor) {
      if (((factors >> factor) & 1U) != 0) column.signs[run] *= design[run][factor];
    }
  }
  return column;
}

double correlation(const Column& a, const Column& b) {
  int agreement = 0;
  for (std::size_t run = 0; run < a.signs.size(); ++run) agreement += a.signs[run] * b.signs[run];
  return static_cast<double>(agreement) / static_cast<double>(a.signs.size());
}

bool is_usable(Design design, std::span<const double> y) {
  if (design.empty() || design.size() != y.size() || !all_finite(y)) return false;
  const std::size_t factors = design.front().size();
  if (factors < 1 || factors > kMaxFactors) return false;
  std::vector<int> balance(factors, 0);
  for (const auto& row : design) {
    if (row.size() != factors) return false;
    for (std::size_t factor = 0; factor < factors; ++factor) {
      if (row[factor] != 1 && row[factor] != -1) return false;
      balance[factor] += row[factor];
    }
  }
  return std::ranges::all_of(balance, [](int total) { return total == 0; });
}

// All sets of 1 .. max_order factors, smaller sets first.
std::vector<FactorSet> factor_sets(std::size_t factors, std::size_t max_order) {
  std::vector<FactorSet> sets;
  std::vector<FactorSet> last{0};
  for (std::size_t order = 1; order <= max_order; ++order) {
    std::vector<FactorSet> grown;
    for (const FactorSet set : last) {
      for (auto factor = static_cast<std::size_t>(std::bit_width(set)); factor < factors;
           ++factor) {
        grown.push_back(set | (FactorSet{1} << factor));
      }
    }
    std::ranges::sort(grown);
    sets.insert(sets.end(), grown.begin(), grown.end());
    last = std::move(grown);
  }
  return sets;
}

double effect_value(const Column& column, std::span<const double> y) {
  double total = 0;
  for (std::size_t run = 0; run < y.size(); ++run) total += column.signs[run] * y[run];
  return 2 * total / static_cast<double>(y.size());
}

}  // namespace

std::optional<FactorialResult> factorial_effects(Design design, std::span<const double> y,
                                                 std::size_t max_order) {
  if (!is_usable(design, y) || max_order < 1 || max_order > 3) return std::nullopt;
  std::vector<Column> columns{make_column(design, 0)};
  for (const FactorSet set : factor_sets(design.front().size(), max_order)) {
    columns.push_back(make_column(design, set));
  }
  FactorialResult result{mean(y), {}};
  for (const Column& column : columns) {
    if (std::abs(correlation(column, columns.front())) == 1) continue;
    Effect effect{column.factors, effect_value(column, y), {}};
    for (const Column& other : columns) {
      const double shared = correlation(column, other);
      if (other.factors != column.factors && shared != 0) {
        effect.aliases.push_back({other.factors, shared});
      }
    }
    result.effects.push_back(std::move(effect));
  }
  return result;
}

}  // namespace fsduel::stats
