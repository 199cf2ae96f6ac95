// The run: one function from a RunSpec to a RunRecord (docs/decisions/0001).
#pragma once

#include <functional>
#include <memory>

#include "base/clock.hpp"
#include "model/load.hpp"
#include "model/run.hpp"
#include "model/workload.hpp"
#include "run/tar_tree.hpp"
#include "sys/journal.hpp"
#include "sys/system.hpp"
#include "venue/venue.hpp"

namespace fsduel::run {

// What the load of one run is made from. All outlive the load.
struct LoadNeeds {
  const RunSpec& spec;
  const Workload& workload;
  const sys::StopFlag& stop;
  RunRecord& record;  // takes facts of the load
};
using LoadMaker = std::function<std::unique_ptr<Load>(const LoadNeeds&)>;

// The load that makes real system calls.
[[nodiscard]] std::unique_ptr<Load> make_stream_load(const LoadNeeds& needs);

// What the run touches the world with. All outlive the run.
struct RunTools {
  sys::System& system;
  Clock& clock;
  sys::Journal& journal;
  TarTrees& trees;
  LoadMaker make_load = make_stream_load;
};

// Makes, mounts, populates, drives every phase at the same marks for all candidates, closes out,
// unmounts and checks. What goes wrong inside is in the record: status failed with the step and the
// words, interrupted when the stop flag was set. Everything taken is given back on every path.
[[nodiscard]] RunRecord execute_run(const RunSpec& spec, const RunSite& site,
                                    const venue::RunWatch& watch, const RunTools& tools);

}  // namespace fsduel::run
