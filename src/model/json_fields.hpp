// The fields of each stored type, listed once for writing and reading. Private to model.
//
// visit_fields(archive, value) calls archive(name, field) for each field. The structured bindings
// are the guard: a field that is added to a type does not compile until it stands here. Names carry
// the unit where the type does not show it in a document.
#pragma once

#include <concepts>
#include <type_traits>

#include "model/candidate.hpp"
#include "model/machine.hpp"
#include "model/metric.hpp"
#include "model/spec.hpp"

namespace fsduel {

// V is T or const T: the same list serves the reader and the writer.
template <typename V, typename T>
concept Either = std::same_as<std::remove_const_t<V>, T>;

void visit_fields(auto& archive, Either<Fact> auto& fact) {
  auto& [name, value] = fact;
  archive("name", name);
  archive("value", value);
}

void visit_fields(auto& archive, Either<Setting> auto& setting) {
  auto& [name, value] = setting;
  archive("name", name);
  archive("value", value);
}

void visit_fields(auto& archive, Either<ExtraDisk> auto& disk) {
  auto& [image_size, device] = disk;
  archive("image_size_bytes", image_size);
  archive("device", device);
}

void visit_fields(auto& archive, Either<Candidate> auto& candidate) {
  auto& [label, text, kind, filesystem, mkfs_arguments, mount_options, settings, log, devices,
         kernel, md, workload_options, directory] = candidate;
  archive("label", label);
  archive("text", text);
  archive("kind", kind);
  archive("filesystem", filesystem);
  archive("mkfs_arguments", mkfs_arguments);
  archive("mount_options", mount_options);
  archive("settings", settings);
  archive("log", log);
  archive("devices", devices);
  archive("kernel", kernel);
  archive("md", md);
  archive("workload_options", workload_options);
  archive("directory", directory);
}

void visit_fields(auto& archive, Either<Spec> auto& spec) {
  auto& [candidates, workload, workload_options, venue, device, wipe, wipe_signature,
         work_directory, image_size, rounds_cap, time_limit, seed, baseline, margin, ionice,
         disturb] = spec;
  archive("candidates", candidates);
  archive("workload", workload);
  archive("workload_options", workload_options);
  archive("venue", venue);
  archive("device", device);
  archive("wipe", wipe);
  archive("wipe_signature", wipe_signature);
  archive("work_directory", work_directory);
  archive("image_size_bytes", image_size);
  archive("rounds_cap", rounds_cap);
  archive("time_limit_ns", time_limit);
  archive("seed", seed);
  archive("baseline", baseline);
  archive("margin", margin);
  archive("ionice", ionice);
  archive("disturb", disturb);
}

void visit_fields(auto& archive, Either<ToolFacts> auto& tool) {
  auto& [name, path, version] = tool;
  archive("name", name);
  archive("path", path);
  archive("version", version);
}

void visit_fields(auto& archive, Either<Machine> auto& machine) {
  auto& [host, kernel_release, root, loop_devices, loop_reason, filesystems, ext_drivers, xfs_v4,
         tools, cpus, memory, facts] = machine;
  archive("host", host);
  archive("kernel_release", kernel_release);
  archive("root", root);
  archive("loop_devices", loop_devices);
  archive("loop_reason", loop_reason);
  archive("filesystems", filesystems);
  archive("ext_drivers", ext_drivers);
  archive("xfs_v4", xfs_v4);
  archive("tools", tools);
  archive("cpus", cpus);
  archive("memory_bytes", memory);
  archive("facts", facts);
}

}  // namespace fsduel
