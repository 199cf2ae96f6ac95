// A workload as data: its options, phases, headline metrics, needs and size, and how its streams
// are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/metric.hpp"
#include "model/op.hpp"
#include "model/option.hpp"
#include "model/tree.hpp"

namespace fsduel {

// stream: the workload gives every operation. Others follow the directory's own order, read inside
// the window as part of the work (METHOD 2.13): walk = stat each entry, read = read all data, copy
// = plain read and write into `target`, remove = as rm -rf. durable = no operations: syncfs and
// unmount.
enum class PhaseKind { stream, walk, read, copy, remove, durable };
// cold: remounted before the phase and proved by device reads; warm: as the phase before left it.
enum class CacheState { cold, warm };

struct PhasePlan {
  std::string name;  // "untar", "cold walk": key in records
  PhaseKind kind = PhaseKind::stream;
  CacheState cache = CacheState::warm;
  std::string subject;  // traversals: folder below the root that is walked
  std::string target;   // copy: folder below the root that is made
  std::string help;     // one sentence for people
  friend bool operator==(const PhasePlan&, const PhasePlan&) = default;
};

// How large it will be, for sizes, estimates and space per byte.
struct WorkloadSize {
  std::uint64_t operations = 0;
  std::uint64_t files = 0;  // at the largest moment
  Bytes bytes_peak;         // file bytes stored at the largest moment
  Bytes bytes_written;      // by all phases together
  Bytes bytes_read;
  Nanoseconds expected_time{0};  // rough, one run on a middling disk
};

// What a workload is made from, besides its options.
struct WorkloadInput {
  OptionValues options;    // checked, defaults filled in
  std::uint64_t seed = 0;  // derive(duel seed, "stream", round)
  const TreeSourceMaker* tree =
      nullptr;  // the tarball's tree where options name one; outlives the workload
};

// A workload ready to run. Pure; streams of different workers are independent.
class Workload {
 public:
  virtual ~Workload() = default;
  [[nodiscard]] virtual const std::vector<PhasePlan>& phases() const = 0;
  [[nodiscard]] virtual std::size_t workers() const { return 1; }
  // For phases of kind stream only. The stream must not outlive the workload.
  [[nodiscard]] virtual std::unique_ptr<OpStream> make_stream(std::size_t phase,
                                                              std::size_t worker) const = 0;
  [[nodiscard]] virtual WorkloadSize size() const = 0;
  // Roughly how many operations a phase has, all workers together, for its progress; 0: unknown.
  [[nodiscard]] virtual std::uint64_t expected_operations(std::size_t /*phase*/) const { return 0; }
  // The phase after whose close-out space is measured, and the file bytes stored by then.
  [[nodiscard]] virtual std::size_t space_phase() const = 0;
  [[nodiscard]] virtual Bytes stored_bytes() const = 0;
};

struct WorkloadDescriptor {
  std::string name;
  std::string help;
  std::vector<OptionDescriptor> options;
  std::vector<PhasePlan> phases;
  std::vector<std::string>
      headline_metrics;  // at most four names of metrics(), judged on kWholeRun (METHOD 2.13)
  std::vector<std::string> needs;  // "stream", later "squid", "loopback"
  // Before anything is made; the seed does not matter.
  std::function<WorkloadSize(const WorkloadInput&)> estimate;
  std::function<std::unique_ptr<Workload>(const WorkloadInput&)> make;
};

// The names a spec may use.
struct Vocabulary {
  std::vector<std::string> filesystems;
  std::vector<WorkloadDescriptor> workloads;
};

}  // namespace fsduel
