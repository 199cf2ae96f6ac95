// Duels with injected facts, one per situation that an answer has to tell well. For tests.
#pragma once

#include <string>
#include <vector>

#include "model/plan.hpp"

namespace fsduel::support {

struct ReportCase {
  std::string name;  // of the golden file
  Duel duel;
};
[[nodiscard]] std::vector<ReportCase> make_report_cases();

}  // namespace fsduel::support
