// What went wrong: runs that failed or were void, and operations that failed.
#pragma once

#include <vector>

#include "model/plan.hpp"
#include "verdict/judgement.hpp"

namespace fsduel::verdict {

[[nodiscard]] RunsAccount count_runs(const Duel& duel);
// Candidates of which no run ended well, although some ended.
[[nodiscard]] std::vector<std::size_t> find_never_ran(const Duel& duel);
// Grouped by candidate, kind, step and cause, in the order in which they first occurred.
[[nodiscard]] std::vector<RunProblem> list_problems(const Duel& duel);
// Summed over the runs that were carried out, in the order of candidates and phases.
[[nodiscard]] std::vector<OperationErrors> sum_errors(const Duel& duel);

}  // namespace fsduel::verdict
