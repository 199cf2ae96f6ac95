// What a run executes (Load), who is told about its phases (PhaseObserver), and who reads counters
// (Probe).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/metric.hpp"
#include "model/workload.hpp"

namespace fsduel {

// Marks of a phase, in this order. Counters are cut at each.
enum class PhaseMark { begin, acknowledged, durable, quiet };

// Told by the load, from the thread that runs the phase. Workers tell from their own threads:
// implementations lock.
class PhaseObserver {
 public:
  virtual ~PhaseObserver() = default;
  virtual void worker_joins(std::size_t worker, int thread_id) = 0;
  virtual void worker_leaves(std::size_t worker) = 0;
  virtual void mark(PhaseMark mark) = 0;
  // Share of the phase that is done, 0..1, now and then.
  virtual void progress(double share) = 0;
};

// Latencies of one class of operation, as the sparse form of stats::Histogram.
struct LatencySummary {
  std::string op_class;                                          // render_op_kind
  std::vector<std::pair<std::uint32_t, std::uint64_t>> buckets;  // (index, count)
  std::uint64_t count = 0;
  Nanoseconds sum{0};
  Nanoseconds minimum{0};
  Nanoseconds maximum{0};
  friend bool operator==(const LatencySummary&, const LatencySummary&) = default;
};

// What the load itself saw of a phase.
struct PhaseOutcome {
  std::uint64_t operations = 0;
  Bytes bytes_read;
  Bytes bytes_written;
  Nanoseconds worker_cpu{0};                    // sum over workers, CLOCK_THREAD_CPUTIME_ID
  std::map<std::string, std::uint64_t> errors;  // "create ENOSPC" -> count
  std::string first_error;  // the first failed operation with its name, for people
  std::vector<LatencySummary> latencies;
  enum class End { complete, stopped } end = End::complete;
  friend bool operator==(const PhaseOutcome&, const PhaseOutcome&) = default;
};

// Where the load works.
struct LoadSite {
  std::string root;  // an empty folder on the filesystem under test
};

// A workload's stream, or a real service under traffic. Life: prepare, run_phase for each phase in
// order with release/regain around every remount, stop. It is stopped before unmount. Used by one
// thread.
class Load {
 public:
  virtual ~Load() = default;
  virtual void prepare(const LoadSite& site) = 0;
  [[nodiscard]] virtual std::span<const PhasePlan> phases() const = 0;
  // Carries the phase out and makes it durable; sets begin, acknowledged and durable marks.
  virtual PhaseOutcome run_phase(std::size_t phase, PhaseObserver& observer) = 0;
  // Lets go of every descriptor below the root, so that it can be unmounted; taken up again by the
  // next run_phase.
  virtual void release() = 0;
  virtual void stop() = 0;
};

enum class ProbePlace { inside, outside };

// What a probe looks at.
struct ProbeTarget {
  std::vector<std::string> block_devices;  // kernel names of all disks of the candidate: "loop0"
  std::string mount_point;
};

// One cumulative counter (or gauge) at one moment, in the metric's unit.
struct Reading {
  std::string metric;
  Measured value;
  friend bool operator==(const Reading&, const Reading&) = default;
};

// A sampler. read() is cheap and never throws for what is missing on this machine: it says why in
// the value.
class Probe {
 public:
  virtual ~Probe() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual ProbePlace place() const = 0;
  [[nodiscard]] virtual std::vector<Reading> read(const ProbeTarget& target) = 0;
};

}  // namespace fsduel
