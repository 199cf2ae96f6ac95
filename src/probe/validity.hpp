// Causes, declared beforehand, for which a run is not believed (METHOD 2.11). Never by value. Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/run.hpp"
#include "probe/conditions.hpp"
#include "probe/regime.hpp"

namespace fsduel::probe {

// Waiting for a CPU, as a share of the workers' time: wall time then measures the other programs.
// Only where there are other programs: a filesystem's own kernel threads take CPUs from the workers
// too, and that wait belongs to the candidate (docs/decisions/0005).
inline constexpr double kRunDelayShare = 0.05;
inline constexpr double kRunDelayForeignCpus = 0.10;
// CPU time of other programs, in CPUs. METHOD 2.11 guesses 0.05. Measured on two CPUs (decision
// 0003): below 0.25 the durable time did not move, up to 1 by less than 10 %, above 1.5 it doubled.
inline constexpr double kForeignCpus = 0.25;
// Stolen time as a share of the time of all CPUs, and the least that ticks of 10 ms can tell.
inline constexpr double kStealShare = 0.01;
inline constexpr double kStealSecondsLeast = 0.03;
// Failed operations as a share of all.
inline constexpr double kErrorShare = 0.001;

struct PhaseRegime {
  std::string phase;
  std::string regime;  // of find_regime
  CacheState asked = CacheState::warm;
};

struct ValidityInputs {
  std::span<const Observation> run;  // of observe_whole_run
  std::size_t workers = 1;
  unsigned cpus = 1;
  Nanoseconds followed{0};  // all phases, begin until quiet (followed_time)
  Conditions conditions;    // what happened during the run (subtract_conditions)
  std::vector<PhaseRegime> regimes;
  std::optional<std::string> unclean;  // what the check of the unmounted filesystem complained of
};

// Every cause that applies, each with its number and limit. A value that was not available excludes
// nothing: the rule is then not applied.
[[nodiscard]] std::vector<Invalidity> judge_run(const ValidityInputs& inputs);

}  // namespace fsduel::probe
