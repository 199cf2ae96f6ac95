#include "filesystem/candidate_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace fsduel::filesystem {
namespace {

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string render_extra(const ExtraDisk& disk) {
  return disk.image_size ? "image " + render_bytes(*disk.image_size) : disk.device;
}

Facts describe_request(const Candidate& candidate) {
  Facts facts;
  const auto add = [&](std::string name, std::string value) {
    if (!value.empty()) facts.push_back({std::move(name), std::move(value)});
  };
  add("mkfs options", render_command({candidate.mkfs_arguments}));
  add("mount options", join(candidate.mount_options, ","));
  for (const Setting& setting : candidate.settings) add("set " + setting.name, setting.value);
  if (candidate.log) add("log", render_extra(*candidate.log));
  for (std::size_t i = 0; i < candidate.devices.size(); ++i) {
    add(fmt::format("device {}", i + 2), render_extra(candidate.devices[i]));
  }
  add("kernel", candidate.kernel.value_or(""));
  add("md", candidate.md.value_or(""));
  for (const auto& [name, value] : candidate.workload_options) add(name, value);
  return facts;
}

std::vector<std::string> render_commands(const Filesystem& filesystem, const Candidate& candidate,
                                         const FormatTarget& target,
                                         const std::string& mount_point) {
  std::vector<std::string> commands;
  for (const Command& command : filesystem.prepare(candidate, target, {})) {
    commands.push_back(render_command(command));
  }
  commands.push_back(render_command(filesystem.mkfs(candidate, target, {})));
  commands.push_back(render_mount(filesystem.mount(candidate, target, mount_point)));
  if (const auto check = filesystem.check(target)) commands.push_back(render_command(*check));
  return commands;
}

Disk make_placeholder(const ExtraDisk& extra, std::string name) {
  if (!extra.image_size) return {extra.device, "", {}};
  return {std::move(name), "", *extra.image_size};
}

std::vector<Diagnostic> check_directory(const Candidate& candidate) {
  std::vector<Diagnostic> diagnostics;
  const auto refuse = [&](bool given, std::string_view what) {
    if (!given) return;
    diagnostics.push_back({{},
                           fmt::format("{} cannot go with a directory", what),
                           "a directory is used as it is: name a filesystem instead"});
  };
  refuse(!candidate.mkfs_arguments.empty(), "mkfs");
  refuse(!candidate.mount_options.empty(), "mount");
  refuse(candidate.log.has_value(), "log=");
  refuse(!candidate.devices.empty(), "device=");
  refuse(candidate.md.has_value(), "md=");
  return diagnostics;
}

}  // namespace

std::optional<std::string> refusal(const Candidate& candidate, const Machine& machine,
                                   VenueKind venue) {
  if (venue == VenueKind::guest || venue == VenueKind::virtual_time) return std::nullopt;
  if (candidate.kernel) {
    return fmt::format(
        "kernel={} needs a guest: natively only the running kernel {} can be used. Try: leave "
        "kernel= out",
        escape_text(*candidate.kernel), machine.kernel_release);
  }
  if (candidate.md) {
    return "md= needs a guest: fsduel builds no RAID on this machine. Try: leave md= out, or name "
           "an existing array with --on";
  }
  if (candidate.kind == CandidateKind::directory) return std::nullopt;
  const Filesystem* filesystem = find_filesystem(candidate.filesystem);
  if (filesystem == nullptr) {
    return fmt::format("fsduel does not know the filesystem '{}'",
                       escape_text(candidate.filesystem));
  }
  if (!has(machine.filesystems, filesystem->name()) &&
      !has(machine.ext_drivers, filesystem->name())) {
    return fmt::format(
        "kernel {} has no {}. Try: a kernel built with {}, or later a guest (--on guest), which "
        "brings its own kernel",
        machine.kernel_release, filesystem->name(), filesystem->kernel_option());
  }
  return filesystem->kernel_objection(machine, candidate);
}

std::vector<MissingTool> missing_tools(const std::vector<Candidate>& candidates,
                                       const Machine& machine) {
  std::vector<MissingTool> missing;
  for (const Candidate& candidate : candidates) {
    const Filesystem* filesystem = find_filesystem(candidate.filesystem);
    if (candidate.kind == CandidateKind::directory || filesystem == nullptr) continue;
    for (const std::string& name : filesystem->tools()) {
      const ToolFacts* tool = find_tool(machine, name);
      if (tool != nullptr && !tool->path.empty()) continue;
      MissingTool entry{name, std::string(filesystem->package())};
      if (std::find(missing.begin(), missing.end(), entry) == missing.end()) {
        missing.push_back(std::move(entry));
      }
    }
  }
  return missing;
}

std::vector<Diagnostic> check_candidate(const Candidate& candidate) {
  if (candidate.kind == CandidateKind::directory) return check_directory(candidate);
  if (const Filesystem* filesystem = find_filesystem(candidate.filesystem)) {
    return filesystem->check_candidate(candidate);
  }
  const auto names = filesystem_names();
  const auto near = nearest_name(candidate.filesystem, names);
  return {{{},
           fmt::format("unknown filesystem '{}'", escape_text(candidate.filesystem)),
           near ? fmt::format("did you mean '{}'?", *near) : "known: " + join(names, ", ")}};
}

FormatTarget make_placeholders(const Candidate& candidate, const Disk& data) {
  FormatTarget target{data, std::nullopt, {}};
  if (candidate.log) target.log = make_placeholder(*candidate.log, "LOG");
  for (const ExtraDisk& extra : candidate.devices) {
    target.further.push_back(
        make_placeholder(extra, fmt::format("DEVICE{}", target.further.size() + 2)));
  }
  return target;
}

CandidatePlan make_candidate_plan(const Candidate& candidate, const Machine& machine,
                                  const FormatTarget& target, const std::string& mount_point) {
  CandidatePlan plan{candidate.label, {}, "", describe_request(candidate)};
  const Filesystem* filesystem = find_filesystem(candidate.filesystem);
  if (candidate.kind == CandidateKind::directory || filesystem == nullptr) {
    plan.driver = "as mounted";
    return plan;
  }
  plan.commands = render_commands(*filesystem, candidate, target, mount_point);
  plan.driver = filesystem->driver(machine, candidate);
  return plan;
}

}  // namespace fsduel::filesystem
