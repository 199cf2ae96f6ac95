// From cuts to observations: what a phase and a whole run cost. Pure.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/load.hpp"
#include "model/metric.hpp"
#include "probe/cut.hpp"

namespace fsduel::probe {

// All metrics of one phase: times, CPU, device work from begin until quiet, waiting, operations,
// errors. What was not read, or went backwards, is not available with the reason.
[[nodiscard]] std::vector<Observation> observe_phase(const PhaseCuts& cuts,
                                                     const PhaseOutcome& outcome,
                                                     const std::string& phase);

// From begin until quiet; 0 when one of them was not reached.
[[nodiscard]] Nanoseconds followed_time(const PhaseCuts& cuts);

// The totals under kWholeRun: sums over the observations of all phases, and the values per
// operation from these sums. One part that is missing makes its total missing.
[[nodiscard]] std::vector<Observation> observe_whole_run(std::span<const Observation> phases);

}  // namespace fsduel::probe
