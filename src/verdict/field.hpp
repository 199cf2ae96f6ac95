// All candidates in one metric at once: simultaneous comparisons, places and the best set
// (METHOD 2.10, 2.13).
#pragma once

#include <cstddef>
#include <vector>

#include "verdict/compare.hpp"
#include "verdict/judgement.hpp"
#include "verdict/run_table.hpp"

namespace fsduel::verdict {

struct Field {
  std::vector<Row> rows;  // per candidate
  std::size_t baseline = 0;
};

struct FieldResult {
  FieldMethod method = FieldMethod::pair;
  std::vector<Comparison> against_baseline;  // per candidate; the baseline's own is unavailable
  std::vector<Places> places;                // empty when no ranking is justified
  std::vector<std::size_t> best_set;
};

// yardstick.level is the joint confidence of all pairs. Candidates without any value take no part.
// Tukey's intervals need complete rounds and similar variances; otherwise each pair keeps its own
// rounds and its own variance, and the level is divided by the number of pairs (Bonferroni).
[[nodiscard]] FieldResult compare_field(const Field& field, const Yardstick& yardstick);

}  // namespace fsduel::verdict
