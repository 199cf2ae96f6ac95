#include "model/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/plan.hpp"

namespace fsduel {

std::string render_run_key(const RunKey& key) {
  return fmt::format("round {}, candidate {}{}, attempt {}", key.round, key.candidate,
                     key.twin == Twin::yes ? " (twin)" : "", key.attempt);
}

const Observation* find_observation(const RunRecord& record, std::string_view phase,
                                    std::string_view metric) {
  const auto at = std::find_if(record.observations.begin(), record.observations.end(),
                               [&](const Observation& observation) {
                                 return observation.phase == phase && observation.metric == metric;
                               });
  return at == record.observations.end() ? nullptr : &*at;
}

const ToolFacts* find_tool(const Machine& machine, std::string_view name) {
  const auto at = std::find_if(machine.tools.begin(), machine.tools.end(),
                               [&](const ToolFacts& tool) { return tool.name == name; });
  return at == machine.tools.end() ? nullptr : &*at;
}

std::string_view render_stop_reason(StopReason reason) {
  switch (reason) {
    case StopReason::decided:
      return "every headline metric is decided";
    case StopReason::rounds_cap:
      return "the number of rounds asked for is reached";
    case StopReason::time_limit:
      return "the time limit is reached";
    case StopReason::interrupted:
      return "interrupted";
    case StopReason::all_failed:
      return "a candidate failed in every round";
  }
  return "unknown";
}

std::string_view render_venue(VenueKind venue) {
  switch (venue) {
    case VenueKind::automatic:
      return "auto";
    case VenueKind::native:
      return "native";
    case VenueKind::guest:
      return "guest";
    case VenueKind::virtual_time:
      return "virtual";
  }
  return "unknown";
}

std::string_view render_op_kind(OpKind kind) {
  static constexpr std::array<std::string_view, kOpKinds> kNames{
      "open_directory", "close_directory",
      "create",         "open_read",
      "open_write",     "close",
      "read",           "write",
      "stat",           "mkdir",
      "rmdir",          "unlink",
      "rename",         "link",
      "symlink",        "set_mode",
      "set_times",      "set_times_at",
      "set_mode_at",    "fsync",
      "fdatasync",      "truncate",
      "allocate",       "punch",
      "syncfs",         "readdir"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace fsduel
