// Where runs happen.
#pragma once

#include <functional>

#include "model/progress.hpp"
#include "model/run.hpp"
#include "sys/stop.hpp"

namespace fsduel::venue {

// Who waits for the run, and whether it has to end. Both outlive the run.
struct RunWatch {
  const sys::StopFlag& stop;
  ProgressSink& progress;
};

// The run as a value (docs/decisions/0001): called once by execute(), in this process or inside a
// guest.
using RunFunction = std::function<RunRecord(const RunSpec&, const RunSite&, const RunWatch&)>;

// A place that can execute runs one after another. Life: open, execute as often as wanted, close.
// Used by one thread. The destructor gives back silently what close() would have given back.
class Venue {
 public:
  virtual ~Venue() = default;
  // Takes and prepares what all runs share (writes images). Throws Error when that cannot be.
  virtual void open(const RunWatch& watch) = 0;
  // Gives the run its place, calls `function` and gives the place back. What fails inside is in the
  // record (status failed); an Error is thrown only for what makes further runs pointless.
  virtual RunRecord execute(const RunSpec& spec, const RunFunction& function,
                            const RunWatch& watch) = 0;
  virtual void close() = 0;
};

}  // namespace fsduel::venue
