// Counters cut at the marks of a phase.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "base/clock.hpp"
#include "model/load.hpp"
#include "sys/system.hpp"

namespace fsduel::probe {

// One moment: when a mark was reached and what the probes read there.
struct Cut {
  Nanoseconds time{0};  // monotonic
  std::vector<Reading> readings;
  friend bool operator==(const Cut&, const Cut&) = default;
};

// One worker from begin (or from when it joined, if later) until it left, at most until
// acknowledged.
struct WorkerSpan {
  Nanoseconds present{0};
  Measured run_delay;  // seconds on run queues in that time
  friend bool operator==(const WorkerSpan&, const WorkerSpan&) = default;
};

struct PhaseCuts {
  std::array<std::optional<Cut>, 4> marks;  // by PhaseMark; empty: not reached
  std::vector<WorkerSpan> workers;
  [[nodiscard]] const std::optional<Cut>& at(PhaseMark mark) const {
    return marks[static_cast<std::size_t>(mark)];
  }
  friend bool operator==(const PhaseCuts&, const PhaseCuts&) = default;
};

// ends: at begin and quiet only, for what is dear to read and needed nowhere else.
enum class ProbeMarks { all, ends };
struct ProbeUse {
  Probe* probe;  // outlives the cutter
  ProbeMarks marks = ProbeMarks::all;
};

struct CutterParts {
  sys::System& system;  // where the workers' schedstat is read; used by all threads
  const Clock& clock;
  std::vector<ProbeUse> probes;  // the first are read nearest to the phase
  ProbeTarget target;
  std::function<void(double)> progress;  // may be empty
};

// Reads the probes at each mark: before the clock at begin, after it at the other marks, so that
// reading is never inside the phase's time. One per run, phase after phase. mark, progress and take
// are called by one thread; the workers' calls come from theirs and are locked.
class PhaseCutter final : public PhaseObserver {
 public:
  explicit PhaseCutter(CutterParts parts) : parts_(std::move(parts)) {}
  void worker_joins(std::size_t worker, int thread_id) override;
  void worker_leaves(std::size_t worker) override;
  void mark(PhaseMark mark) override;
  void progress(double share) override;
  // What was cut since the last take: the cuts of one phase. The cutter is empty afterwards.
  [[nodiscard]] PhaseCuts take();

 private:
  struct Worker {
    int thread_id = 0;
    Nanoseconds start{0};
    Measured delay_at_start;
    std::optional<WorkerSpan> span;  // once it is over
  };
  void start_worker(Worker& worker);
  void end_worker(Worker& worker);
  [[nodiscard]] Measured read_run_delay(int thread_id);
  [[nodiscard]] std::vector<Reading> read_probes(PhaseMark mark);

  CutterParts parts_;
  std::array<std::optional<Cut>, 4> marks_;
  std::mutex mutex_;
  std::map<std::size_t, Worker> workers_;  // guarded by mutex_
};

}  // namespace fsduel::probe
