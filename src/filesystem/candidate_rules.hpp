// What a candidate as a whole needs of the machine, and what it will do there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "filesystem/filesystem.hpp"
#include "model/plan.hpp"

namespace fsduel::filesystem {

// Why the venue on this machine cannot run the candidate, in one sentence with what would do; none
// when it can. Says nothing about tools (missing_tools) and about rights. A directory candidate is
// never refused here. `venue` automatic counts as native.
[[nodiscard]] std::optional<std::string> refusal(const Candidate& candidate, const Machine& machine,
                                                 VenueKind venue);

struct MissingTool {
  std::string tool;     // "mkfs.xfs"
  std::string package;  // "xfsprogs"
  friend bool operator==(const MissingTool&, const MissingTool&) = default;
};

// The programs that the candidates need and the machine does not have, each once.
[[nodiscard]] std::vector<MissingTool> missing_tools(const std::vector<Candidate>& candidates,
                                                     const Machine& machine);

// check_candidate of the candidate's filesystem, and what holds for all: an unknown filesystem,
// mkfs arguments or disks for a directory.
[[nodiscard]] std::vector<Diagnostic> check_candidate(const Candidate& candidate);

// Devices by name, for a plan whose images are not attached yet: `data` as given, images of the
// candidate as LOG, DEVICE2, DEVICE3, devices under their own names.
[[nodiscard]] FormatTarget make_placeholders(const Candidate& candidate, const Disk& data);

// The exact commands of one run in their order, the driver, and what the candidate asks for beyond
// its name. A directory candidate has no commands.
[[nodiscard]] CandidatePlan make_candidate_plan(const Candidate& candidate, const Machine& machine,
                                                const FormatTarget& target,
                                                const std::string& mount_point);

}  // namespace fsduel::filesystem
