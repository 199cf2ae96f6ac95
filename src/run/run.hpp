// The run: one function from a RunSpec to a RunRecord (docs/decisions/0001).
#pragma once

#include "base/clock.hpp"
#include "model/run.hpp"
#include "run/tar_tree.hpp"
#include "sys/journal.hpp"
#include "sys/system.hpp"
#include "venue/venue.hpp"

namespace fsduel::run {

// What the run touches the world with. All outlive the run.
struct RunTools {
  sys::System& system;
  Clock& clock;
  sys::Journal& journal;
  TarTrees& trees;
};

// Makes, mounts, populates, drives every phase at the same marks for all candidates, closes out,
// unmounts and checks. What goes wrong inside is in the record: status failed with the step and the
// words, interrupted when the stop flag was set. Everything taken is given back on every path.
[[nodiscard]] RunRecord execute_run(const RunSpec& spec, const RunSite& site,
                                    const venue::RunWatch& watch, const RunTools& tools);

}  // namespace fsduel::run
