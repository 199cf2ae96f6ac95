// What one worker does in one phase, with the clock policy chosen.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "drive/data_pool.hpp"
#include "drive/recorder.hpp"
#include "drive/ticks.hpp"
#include "model/load.hpp"
#include "model/op.hpp"
#include "model/workload.hpp"
#include "sys/stop.hpp"

namespace fsduel::drive {

// What a worker works with; everything outlives the work.
struct WorkerTools {
  int root_fd = -1;  // of the worker's own, so that workers share no open file
  Recorder& recorder;
  const DataPool& pool;
  const ClockSetup& clock;
  const sys::StopFlag& stop;
  std::atomic<std::uint64_t>& done;  // operations of all workers, for progress
};

// All that a worker needs is made before the phase begins; run() is then called once, within it.
class PhaseWork {
 public:
  virtual ~PhaseWork() = default;
  // To the end, or until stopped: the flag is looked at about every 256 operations.
  [[nodiscard]] virtual PhaseOutcome::End run() = 0;
};

// Carries a stream out.
[[nodiscard]] std::unique_ptr<PhaseWork> make_stream_work(std::unique_ptr<OpStream> stream,
                                                          const WorkerTools& tools);
// Carries a traversal out: walk, read, copy or remove. The plan must outlive it.
[[nodiscard]] std::unique_ptr<PhaseWork> make_traversal_work(const PhasePlan& plan,
                                                             const WorkerTools& tools);

}  // namespace fsduel::drive
