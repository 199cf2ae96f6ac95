// The headline metrics: words with all their guards (METHOD 2.9, 2.13).
#pragma once

#include <vector>

#include "verdict/judgement.hpp"
#include "verdict/run_table.hpp"
#include "verdict/schedule.hpp"

namespace fsduel::verdict {

struct Headlines {
  Session session = Session::unknown;
  std::vector<HeadlineMetric> metrics;  // in the plan's order
};

[[nodiscard]] Headlines judge_headlines(const RunTable& table, const Analysis& analysis);

}  // namespace fsduel::verdict
