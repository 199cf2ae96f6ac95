// fsduel doctor: what this machine can do, and what is missing.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/places.hpp"
#include "filesystem/candidate_rules.hpp"
#include "filesystem/filesystem.hpp"
#include "lab/machine_reader.hpp"
#include "model/json.hpp"

namespace fsduel::cli {
namespace {

std::vector<std::string> all_tools() {
  std::vector<std::string> names;
  for (const auto* filesystem : filesystem::catalogue()) {
    for (auto& tool : filesystem->tools()) names.push_back(std::move(tool));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Candidate plain_candidate(const filesystem::Filesystem& filesystem) {
  Candidate candidate;
  candidate.label = candidate.filesystem = std::string(filesystem.name());
  return candidate;
}

std::string describe_filesystem(const filesystem::Filesystem& filesystem, const Machine& machine) {
  const Candidate candidate = plain_candidate(filesystem);
  if (const auto why = filesystem::refusal(candidate, machine, VenueKind::native)) {
    return "no: " + *why;
  }
  std::vector<std::string> missing;
  for (const auto& tool : filesystem::missing_tools({candidate}, machine)) {
    missing.push_back(tool.tool);
  }
  if (!missing.empty()) {
    return fmt::format("no: {} not installed. Try: apt-get install {}", join(missing, ", "),
                       filesystem.package());
  }
  return "yes: " + filesystem.driver(machine, candidate);
}

std::string describe_rights(const Machine& machine) {
  return machine.root == Ability::yes ? "yes" : "no: only directories can be compared. Try: sudo";
}

}  // namespace

ExitCode run_doctor(const Arguments& arguments, Environment& environment) {
  const Machine machine = lab::read_machine(
      environment.system, {.tools = all_tools(), .versions = lab::MachineQuestion::Versions::ask});
  if (arguments.form == OutputForm::json) {
    environment.out.write(render_json(machine) + "\n");
    return ExitCode::ok;
  }
  std::string text;
  const auto row = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<14} {}\n", name, value);
  };
  text += fmt::format("{}: Linux {}, {} CPUs, {} of memory\n", escape_text(machine.host),
                      machine.kernel_release, machine.cpus, render_bytes(machine.memory));
  row("root", describe_rights(machine));
  row("loop devices", machine.loop_devices == Ability::yes ? "yes" : "no: " + machine.loop_reason);
  row("database", escape_text(database_path(arguments, environment)));
  text += "Filesystems that can be compared here natively\n";
  for (const auto* filesystem : filesystem::catalogue()) {
    row(filesystem->name(), describe_filesystem(*filesystem, machine));
  }
  text += "Tools\n";
  for (const auto& tool : machine.tools) {
    if (!tool.path.empty())
      row(tool.name, tool.path + (tool.version.empty() ? "" : ": " + tool.version));
  }
  text += "What shapes results here\n";
  for (const auto& fact : machine.facts) {
    text += fmt::format("  {}: {}\n", escape_text(fact.name), escape_text(fact.value));
  }
  environment.out.write(text);
  return ExitCode::ok;
}

}  // namespace fsduel::cli
