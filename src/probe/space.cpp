#include "probe/space.hpp"

#include <set>

#include "base/error.hpp"

namespace fsduel::probe {
namespace {

constexpr double kKilobyte = 1000.0;

double number(std::uint64_t value) {
  return static_cast<double>(value);
}

// The reason of the first reading that has none; nullopt when both are there.
std::optional<std::string> find_missing(const SpaceInputs& inputs) {
  if (!inputs.empty.status) return inputs.empty.why;
  if (!inputs.filled.status) return inputs.filled.why;
  return std::nullopt;
}

Measured measure_used(const SpaceInputs& inputs) {
  if (const auto why = find_missing(inputs)) return Measured::missing(*why);
  const auto& empty = *inputs.empty.status;
  const auto& filled = *inputs.filled.status;
  const double before = number(empty.size.value) - number(empty.free.value);
  const double after = number(filled.size.value) - number(filled.free.value);
  if (after < before) return Measured::missing("used space shrank while files were stored");
  return Measured::of((after - before) / kKilobyte);
}

Measured measure_per_byte(const Measured& used_kb, Bytes stored) {
  if (!used_kb.value) return used_kb;
  if (stored.value == 0) return Measured::missing("nothing was stored");
  return Measured::of(*used_kb.value * kKilobyte / number(stored.value));
}

Measured measure_inodes(const SpaceInputs& inputs) {
  if (const auto why = find_missing(inputs)) return Measured::missing(*why);
  const auto& empty = *inputs.empty.status;
  const auto& filled = *inputs.filled.status;
  if (empty.files == 0 || filled.files == 0) {
    return Measured::missing(
        "this filesystem makes inodes as they are needed and does not count them in statfs");
  }
  const double before = number(empty.files) - number(empty.files_free);
  const double after = number(filled.files) - number(filled.files_free);
  if (after < before) return Measured::missing("used inodes shrank while files were stored");
  return Measured::of(after - before);
}

Measured measure_mkfs(const SpaceInputs& inputs) {
  if (!inputs.empty.status) return Measured::missing(inputs.empty.why);
  if (inputs.device.value == 0)
    return Measured::missing("the candidate has no block device of its own");
  const auto free = inputs.empty.status->free;
  if (free > inputs.device)
    return Measured::missing("more space is free than the device has (compression, or more disks)");
  return Measured::of(number((inputs.device - free).value) / kKilobyte);
}

Measured measure_reserved(const SpaceInputs& inputs) {
  if (!inputs.empty.status) return Measured::missing(inputs.empty.why);
  const auto& empty = *inputs.empty.status;
  if (empty.available > empty.free)
    return Measured::missing("more space is available than free (statfs)");
  return Measured::of(number((empty.free - empty.available).value) / kKilobyte);
}

// Files already counted, so that a file with several names counts once.
using Inodes = std::set<std::uint64_t>;

struct AllocationWalk {
  sys::System& system;
  dev_t device = 0;
  Inodes seen{};
  std::vector<std::string> folders{};  // still to be read
  Bytes sum{};

  void add(const std::string& path) {
    const auto status = system.find_status(path);
    if (!status || status->device != device) return;
    if (!seen.insert(status->inode).second) return;
    sum = sum + status->allocated;
    if (status->kind == sys::FileKind::directory) folders.push_back(path);
  }
};

}  // namespace

SpaceReading read_space(sys::System& system, const std::string& mount_point) {
  try {
    return {.status = system.read_space(mount_point), .why = {}};
  } catch (const Error& error) {
    return {.status = {}, .why = error.what()};
  }
}

Measured read_allocated(sys::System& system, const std::string& root) {
  try {
    const auto top = system.find_status(root);
    if (!top) return Measured::missing(root + " does not exist");
    AllocationWalk walk{.system = system, .device = top->device};
    walk.add(root);
    while (!walk.folders.empty()) {
      const std::string folder = std::move(walk.folders.back());
      walk.folders.pop_back();
      for (const auto& name : system.list_directory(folder)) walk.add(folder + "/" + name);
    }
    return Measured::of(number(walk.sum.value) / kKilobyte);
  } catch (const Error& error) {
    return Measured::missing(error.what());
  }
}

std::vector<Observation> observe_space(const SpaceInputs& inputs) {
  const std::string run(kWholeRun);
  const Measured used = measure_used(inputs);
  return {{run, "space_per_byte", measure_per_byte(used, inputs.stored)},
          {run, "space_used", used},
          {run, "space_allocated", inputs.allocated_kb},
          {run, "space_inodes", measure_inodes(inputs)},
          {run, "space_mkfs", measure_mkfs(inputs)},
          {run, "space_reserved", measure_reserved(inputs)}};
}

}  // namespace fsduel::probe
