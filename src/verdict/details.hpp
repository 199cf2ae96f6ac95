// Every phase and metric: values per candidate, ratios, marks (METHOD 2.13), and what is missing.
#pragma once

#include <vector>

#include "verdict/headline.hpp"
#include "verdict/judgement.hpp"
#include "verdict/run_table.hpp"
#include "verdict/schedule.hpp"

namespace fsduel::verdict {

struct Details {
  std::vector<DetailTable> tables;
  std::vector<Unavailable> unavailable;
};

// Marks better and worse stand Holm's correction over all phases and candidates of one metric; the
// row of a headline metric's whole run repeats the headline's own figures and is not in that
// family.
[[nodiscard]] Details tabulate(const RunTable& table, const Analysis& analysis,
                               const Headlines& headlines);

}  // namespace fsduel::verdict
