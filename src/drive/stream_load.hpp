// A workload's phases carried out on a filesystem, by threads and synchronous system calls.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "drive/data_pool.hpp"
#include "drive/ticks.hpp"
#include "model/load.hpp"
#include "model/metric.hpp"
#include "model/workload.hpp"
#include "sys/scheduling.hpp"
#include "sys/stop.hpp"

namespace fsduel::drive {

struct DriveOptions {
  ClockChoice clock = ClockChoice::fastest;  // guests: monotonic
  std::string ionice;                        // "best-effort:4" for the workers; empty, "none": as
                                             // inherited
  DataPoolOptions pool;
};

// Streams run on the workload's number of threads, traversals on one. Each phase opens the root
// anew and closes all it opened before it returns, so between phases the filesystem can be
// unmounted at any time. The observer is told of each worker from its own thread: it joins before
// the begin mark and leaves when its last operation has returned, before the acknowledged mark.
// The closing syncfs is done by the thread that calls run_phase; it is no operation of the
// workload, but its failure is counted ("syncfs EIO"). A stopped phase is not synced. A phase of
// kind durable has no operations and no workers.
// Failed operations are counted in the outcome; an Error is thrown only when a worker cannot begin
// (no root, no thread) or when the workload's own source fails.
class StreamLoad final : public Load {
 public:
  // Workload and flag must outlive it. Throws Error for an unknown I/O class.
  StreamLoad(const Workload& workload, const sys::StopFlag& stop, DriveOptions options);
  ~StreamLoad() override;

  void prepare(const LoadSite& site) override;
  [[nodiscard]] std::span<const PhasePlan> phases() const override;
  PhaseOutcome run_phase(std::size_t phase, PhaseObserver& observer) override;
  void release() override {}
  void stop() override {}

  // "clock" and "clock cost", for the record of the run.
  [[nodiscard]] Facts facts() const;

 private:
  struct Crew;

  const Workload* workload_;
  const sys::StopFlag* stop_;
  DriveOptions options_;
  std::optional<sys::IoPriority> priority_;
  DataPool pool_;
  ClockSetup clock_;
  std::string root_;
};

}  // namespace fsduel::drive
