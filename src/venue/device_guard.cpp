#include "venue/device_guard.hpp"

#include <fmt/format.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "base/text.hpp"

namespace fsduel::venue {
namespace {

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// One look at one device; collects every objection.
class Examination {
 public:
  Examination(sys::System& system, const DeviceClaim& claim) : system_(system), claim_(claim) {}
  DeviceFindings run();

 private:
  struct Node {
    std::string name;   // kernel name: "sda1"
    std::string sysfs;  // resolved folder in /sys/devices
  };
  void object(std::string objection) { findings_.objections.push_back(std::move(objection)); }
  [[nodiscard]] bool find_identity();
  void check_named();
  void check_family();
  void check_node(const Node& node);
  void check_holders(const Node& node);
  void check_mounts(const Node& node);
  void check_swaps(const Node& node);
  void check_loops(const Node& node);
  void check_backing(const Node& node);
  void check_system_disks();
  void check_access();
  [[nodiscard]] std::string find_programs();
  void check_signature();
  [[nodiscard]] Node find_node(const std::string& name);
  [[nodiscard]] std::vector<Node> list_partitions(const Node& disk);
  [[nodiscard]] std::optional<std::string> find_parent(const Node& node);
  [[nodiscard]] std::string find_number(const Node& node);
  void collect_below(const std::string& name, std::vector<std::string>& names);
  void check_not_below(std::string folder, const char* what);
  [[nodiscard]] std::string resolved(const std::string& path);

  sys::System& system_;
  const DeviceClaim& claim_;
  DeviceFindings findings_;
  std::vector<Node> family_;       // the device, the disk it is a part of, its partitions
  std::vector<std::string> seen_;  // names of nodes that were looked at
};

std::string Examination::resolved(const std::string& path) {
  try {
    return system_.resolve_path(path);
  } catch (const Error& error) {
    // Anything else would hide a holder.
    const int cause = error.parts().errno_value;
    if (cause == ENOENT || cause == ENOTDIR) return {};
    throw;
  }
}

bool Examination::find_identity() {
  const std::string path = resolved(claim_.device);
  const auto status = path.empty() ? std::nullopt : system_.find_status(path);
  if (!status) {
    object("there is no such device");
  } else if (status->kind != sys::FileKind::block_device) {
    object("it is not a block device");
  } else {
    findings_.identity = DeviceIdentity{path, status->special_device};
  }
  return findings_.identity.has_value();
}

void Examination::check_named() {
  const bool named = std::any_of(claim_.wipe.begin(), claim_.wipe.end(), [&](const auto& wipe) {
    return resolved(wipe) == findings_.identity->path;
  });
  if (!named) object("it is not named by --wipe, and everything on it would be lost");
}

Examination::Node Examination::find_node(const std::string& name) {
  return {name, resolved("/sys/class/block/" + name)};
}

std::vector<Examination::Node> Examination::list_partitions(const Node& disk) {
  std::vector<Node> partitions;
  for (const auto& entry : system_.list_directory(disk.sysfs)) {
    if (system_.find_status(disk.sysfs + "/" + entry + "/partition")) {
      partitions.push_back({entry, disk.sysfs + "/" + entry});
    }
  }
  return partitions;
}

std::optional<std::string> Examination::find_parent(const Node& node) {
  if (!system_.find_status(node.sysfs + "/partition")) return std::nullopt;
  return base_name(node.sysfs.substr(0, node.sysfs.rfind('/')));
}

// "8:1", as /sys shows it.
std::string Examination::find_number(const Node& node) {
  return std::string(trim(system_.read_text(node.sysfs + "/dev").value_or("")));
}

void Examination::check_holders(const Node& node) {
  if (!system_.find_status(node.sysfs + "/holders")) return;
  for (const auto& holder : system_.list_directory(node.sysfs + "/holders")) {
    object(fmt::format("{} is held by {} (md, dm, LVM or bcache)", node.name, escape_text(holder)));
  }
}

void Examination::check_mounts(const Node& node) {
  const std::string number = find_number(node);
  for (const auto& mount : system_.read_mounts()) {
    const bool same_number =
        fmt::format("{}:{}", major(mount.device), minor(mount.device)) == number;
    // btrfs shows a device number of its own: its source says which disk it is.
    const bool same_source =
        mount.source.starts_with("/dev/") && base_name(resolved(mount.source)) == node.name;
    if (same_number || same_source) {
      object(fmt::format("{} is mounted on {}", node.name, escape_text(mount.target)));
      return;
    }
  }
}

void Examination::check_swaps(const Node& node) {
  const std::string text = system_.read_text("/proc/swaps").value_or("");
  for (const auto line : split_lines(text)) {
    const auto words = split_words(line);
    if (words.empty() || !words[0].starts_with("/dev/")) continue;
    if (base_name(resolved(sys::decode_octal_escapes(words[0]))) == node.name) {
      object(node.name + " is swap space in use");
    }
  }
}

// A loop device over the device itself (not over a file on it: that is a mount).
void Examination::check_loops(const Node& node) {
  for (const auto& loop : system_.read_loops()) {
    if (std::find(seen_.begin(), seen_.end(), loop.name) != seen_.end()) continue;
    if (loop.backing_file == "/dev/" + node.name ||
        base_name(resolved(loop.backing_file)) == node.name) {
      object(fmt::format("{} is used by the loop device {}", node.name, loop.name));
    }
  }
}

// What a loop device lies on is overwritten with it: a device, or a file that something else uses.
void Examination::check_backing(const Node& node) {
  const auto loops = system_.read_loops();
  const auto own = std::find_if(loops.begin(), loops.end(),
                                [&](const auto& loop) { return loop.name == node.name; });
  if (own == loops.end()) return;
  const std::string file = resolved(own->backing_file);
  const auto status = file.empty() ? std::nullopt : system_.find_status(file);
  if (status && status->kind == sys::FileKind::block_device) {
    check_node(find_node(base_name(file)));
    return;
  }
  for (const auto& loop : loops) {
    const bool same_file =
        loop.backing_inode == own->backing_inode && loop.backing_device == own->backing_device;
    if (loop.name != own->name && same_file) {
      object(fmt::format("the file of {} is used by the loop device {} too", node.name, loop.name));
    }
  }
}

void Examination::check_node(const Node& node) {
  if (std::find(seen_.begin(), seen_.end(), node.name) != seen_.end()) return;
  seen_.push_back(node.name);
  check_holders(node);
  check_mounts(node);
  check_swaps(node);
  check_loops(node);
  check_backing(node);
}

void Examination::check_family() {
  const Node self = find_node(base_name(findings_.identity->path));
  if (self.sysfs.empty()) {
    object("the kernel does not show it in /sys/class/block");
    return;
  }
  family_ = {self};
  for (auto& part : list_partitions(self)) family_.push_back(std::move(part));
  if (const auto parent = find_parent(self)) family_.push_back(find_node(*parent));
  for (const auto& node : family_) check_node(node);
}

// A device and everything below it: partitions lie on disks, md and dm on their members, a loop
// device on the disk of its file.
void Examination::collect_below(const std::string& name, std::vector<std::string>& names) {
  if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return;
  names.push_back(name);
  const Node node = find_node(name);
  if (node.sysfs.empty()) return;
  if (const auto parent = find_parent(node)) collect_below(*parent, names);
  if (system_.find_status(node.sysfs + "/slaves")) {
    for (const auto& slave : system_.list_directory(node.sysfs + "/slaves")) {
      collect_below(slave, names);
    }
  }
}

std::string parent_of(const std::string& path) {
  return path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
}

// A folder that is not made yet will lie where the one above it lies.
void Examination::check_not_below(std::string folder, const char* what) {
  while (folder.size() > 1 && !system_.find_status(folder)) folder = parent_of(folder);
  const auto status = system_.find_status(folder);
  if (!status) return;
  const std::string link =
      fmt::format("/sys/dev/block/{}:{}", major(status->device), minor(status->device));
  std::string name = base_name(resolved(link));
  if (name.empty()) {
    const auto mounts = system_.read_mounts();
    const auto* mount = sys::find_mount(mounts, folder);
    for (std::string at = folder; mount == nullptr && at.size() > 1;) {
      at = parent_of(at);
      mount = sys::find_mount(mounts, at);
    }
    if (mount != nullptr) name = base_name(resolved(mount->source));
  }
  std::vector<std::string> below;
  collect_below(name, below);
  for (const auto& node : family_) {
    if (std::find(below.begin(), below.end(), node.name) == below.end()) continue;
    object(fmt::format("{} holds {}", node.name, what));
    return;
  }
}

void Examination::check_system_disks() {
  check_not_below("/", "the root filesystem");
  if (!claim_.work_directory.empty()) {
    check_not_below(claim_.work_directory, "the work folder");
  }
}

// The programs that have it open, as far as /proc shows them.
std::string Examination::find_programs() {
  std::vector<std::string> programs;
  for (const auto& pid : system_.list_directory("/proc")) {
    if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string folder = "/proc/" + pid + "/fd";
    try {
      for (const auto& descriptor : system_.list_directory(folder)) {
        if (resolved(folder + "/" + descriptor) != findings_.identity->path) continue;
        const auto name = system_.read_text("/proc/" + pid + "/comm").value_or("");
        programs.push_back(fmt::format("{} (process {})", escape_text(trim(name)), pid));
        break;
      }
    } catch (const Error&) {
      continue;  // it has ended, or is not ours to look into
    }
  }
  return join(programs, ", ");
}

void Examination::check_access() {
  if (family_.empty()) return;
  const auto read_only = system_.read_text(family_.front().sysfs + "/ro");
  if (read_only && trim(*read_only) != "0") object("it is read-only");
  // A device that others hold has nothing to be asked, and is not even opened.
  if (!findings_.objections.empty()) return;
  if (system_.is_held_exclusively(findings_.identity->path)) {
    const std::string programs = find_programs();
    object(programs.empty() ? "another program, or a mount that is not seen from here, holds it "
                              "exclusively"
                            : "it is held exclusively; it is open in " + programs);
  }
}

void Examination::check_signature() {
  if (claim_.signatures == DeviceClaim::Signatures::ours) return;
  const auto signature = system_.find_signature(findings_.identity->path);
  if (!signature || claim_.wipe_signature == signature) return;
  object(fmt::format("it carries a signature of {}: --wipe-signature {} allows to overwrite it",
                     escape_text(*signature), escape_text(*signature)));
}

DeviceFindings Examination::run() {
  if (!find_identity()) return findings_;
  check_named();
  check_family();
  check_system_disks();
  check_access();
  if (findings_.objections.empty()) check_signature();
  return findings_;
}

}  // namespace

DeviceFindings examine_device(sys::System& system, const DeviceClaim& claim) {
  return Examination(system, claim).run();
}

namespace {

[[noreturn]] void refuse(const DeviceClaim& claim, const std::string& cause) {
  throw Error({.doing = "overwrite",
               .object = escape_text(claim.device),
               .cause = cause,
               .next_step = "another device, or freeing this one first",
               .exit_code = ExitCode::usage});
}

}  // namespace

DeviceIdentity claim_device(sys::System& system, const DeviceClaim& claim) {
  const auto findings = examine_device(system, claim);
  if (!findings.objections.empty()) refuse(claim, join(findings.objections, "; "));
  return *findings.identity;
}

DeviceIdentity guard_device(sys::System& system, const DeviceClaim& claim,
                            const DeviceIdentity& before) {
  const auto now = claim_device(system, claim);
  if (now == before) return now;
  refuse(claim, "the name leads to another device than when the duel was planned");
}

}  // namespace fsduel::venue
