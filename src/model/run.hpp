// One run: the value that asks for it (RunSpec) and the value that it becomes (RunRecord).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/command.hpp"
#include "base/units.hpp"
#include "model/candidate.hpp"
#include "model/load.hpp"
#include "model/metric.hpp"
#include "model/spec.hpp"

namespace fsduel {

// Which of the two labels of an A/A pair a run stands under; only the baseline has a twin.
enum class Twin { no, yes };

// The place of a run in a duel. Unique.
struct RunKey {
  std::uint64_t round = 0;      // from 0
  std::uint64_t candidate = 0;  // index into Spec::candidates
  Twin twin = Twin::no;
  std::uint64_t attempt = 0;  // from 0; a repeated run counts up
  friend auto operator<=>(const RunKey&, const RunKey&) = default;
};
[[nodiscard]] std::string render_run_key(
    const RunKey& key);  // "round 3, candidate 1 (twin), attempt 0"

// A block device below the filesystem.
struct Disk {
  std::string path;         // "/dev/loop0"
  std::string kernel_name;  // "loop0"
  Bytes size;
  friend bool operator==(const Disk&, const Disk&) = default;
};

// Everything that shapes a run. A value: it can be sent to a guest.
struct RunSpec {
  RunKey key;
  Candidate candidate;
  std::string workload;
  OptionValues workload_options;
  std::uint64_t seed =
      0;  // derive(duel seed, "stream", round): the same for all candidates of the round
  std::uint64_t format_seed = 0;  // pins UUIDs and hash seeds where a venue wants them pinned
  VenueKind venue = VenueKind::native;
  std::string ionice;
  Disturb disturb = Disturb::no;
  friend bool operator==(const RunSpec&, const RunSpec&) = default;
};

// What a venue gives to the run function: where to work.
struct RunSite {
  std::optional<Disk> data;  // none for a directory candidate
  std::optional<Disk> log;
  std::vector<Disk> further;
  std::string
      mount_point;  // an empty folder to mount on; for a directory candidate: the fresh sub-folder
};

// What happened in one phase.
struct PhaseRecord {
  std::string name;
  PhaseOutcome outcome;
  CacheState asked = CacheState::warm;
  std::string
      regime;   // proved: "cold", "warm", "mixed" (METHOD D8); empty where the phase reads nothing
  Facts facts;  // "settled after 0.4 s"
  friend bool operator==(const PhaseRecord&, const PhaseRecord&) = default;
};

enum class RunStatus { ok, failed, interrupted };
// Which metrics a cause takes away: run-queue wait and foreign CPU void wall time only
// (METHOD 2.11).
enum class InvalidScope { wall, all };
struct Invalidity {
  std::string cause;  // "fsck after the run was not clean", with its number
  InvalidScope scope = InvalidScope::all;
  friend bool operator==(const Invalidity&, const Invalidity&) = default;
};

struct RunRecord {
  int schema = 1;
  RunSpec spec;
  RunStatus status = RunStatus::ok;
  std::string failure;      // the Error's text when status is failed, with the tool's own words
  std::string failed_step;  // "mkfs", "mount", "phase untar", "check"
  std::vector<Invalidity> invalidities;
  std::vector<PhaseRecord> phases;
  std::vector<Observation> observations;  // per phase and for kWholeRun
  // Manifest of this run: commands as run, tools' versions, effective mount options, driver,
  // superblock facts, devices of the data files, clock cost.
  Facts facts;
  Nanoseconds started{0};   // calendar time
  Nanoseconds duration{0};  // with preparation and check
  friend bool operator==(const RunRecord&, const RunRecord&) = default;
};

[[nodiscard]] const Observation* find_observation(const RunRecord& record, std::string_view phase,
                                                  std::string_view metric);

}  // namespace fsduel
