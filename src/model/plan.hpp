// What will be done: everything decided before anything is touched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/machine.hpp"
#include "model/run.hpp"
#include "model/spec.hpp"

namespace fsduel {

// One candidate as the plan sees it.
struct CandidatePlan {
  std::string label;
  std::vector<std::string> commands;  // exact: mkfs, mount, check; devices as named in `disks`
  std::string driver;                 // "ext3 (served by the ext4 driver)", "xfs V5"
  Facts facts;                        // what differs beyond the name: options asked for
  friend bool operator==(const CandidatePlan&, const CandidatePlan&) = default;
};

// A run of a round: which candidate, and under which label.
struct Cell {
  std::uint64_t candidate = 0;
  Twin twin = Twin::no;
  friend bool operator==(const Cell&, const Cell&) = default;
};

struct Plan {
  Spec spec;
  VenueKind venue = VenueKind::native;  // chosen; never automatic
  std::string venue_reason;
  std::uint64_t baseline = 0;             // index into spec.candidates
  std::vector<CandidatePlan> candidates;  // one per spec.candidates
  std::vector<std::vector<Cell>>
      rounds;  // rounds_cap of them, each with every candidate and the baseline's twin once
  std::vector<std::string> headline_metrics;
  std::vector<PhasePlan> phases;
  std::string work_directory;   // absolute
  Bytes image_size;             // of the data image; 0 for a device or directories
  Bytes log_image_size;         // largest external log image; 0: none
  Bytes bytes_per_run;          // written to the device by one run, estimated
  Nanoseconds time_per_run{0};  // estimated
  std::string written_to;       // which device or filesystem takes those bytes
  friend bool operator==(const Plan&, const Plan&) = default;
};

// Why no further round was run.
enum class StopReason { decided, rounds_cap, time_limit, interrupted, all_failed };
[[nodiscard]] std::string_view render_stop_reason(StopReason reason);

// A duel as it is stored and analysed: nothing else is needed to print its answer again.
struct Duel {
  std::uint64_t id = 0;        // number in its database, from 1
  std::string uid;             // 16 hex digits, unique across databases
  std::string fsduel_version;  // version and commit
  Nanoseconds created{0};      // calendar time
  std::string command_line;
  Plan plan;
  Machine machine;
  std::vector<RunRecord> records;             // in the order in which they were run
  StopReason stop = StopReason::interrupted;  // until the duel has ended
  Nanoseconds elapsed{0};
  friend bool operator==(const Duel&, const Duel&) = default;
};

// A stored duel in a few words, for lists.
struct DuelSummary {
  std::uint64_t id = 0;
  std::string uid;
  Nanoseconds created{0};  // calendar time
  std::string workload;
  std::vector<std::string> labels;  // of the candidates, in their order
  std::uint64_t runs = 0;           // stored, failed and repeated ones included
  std::uint64_t rounds_done = 0;    // rounds of which every run was carried to its end
  std::optional<StopReason> stop;   // none: it still runs, or was killed
  friend bool operator==(const DuelSummary&, const DuelSummary&) = default;
};

}  // namespace fsduel
