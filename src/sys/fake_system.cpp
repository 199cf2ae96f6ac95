// FakeSystem: the machine at its start, loop devices, mounts, programs.
#include "sys/fake_system.hpp"

#include <sys/sysmacros.h>

#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "base/text.hpp"
#include "sys/system_calls.hpp"

namespace fsduel::sys {
namespace {

constexpr std::string_view kDiscardOfKernel = "4294966784\n";

ProcessResult exit_with(int status, std::string errors) {
  ProcessResult result;
  result.status = status;
  result.errors = std::move(errors);
  return result;
}

FakeProgram make_mkfs(const std::string& type) {
  return [type](FakeSystem& system, const Command& command, const RunLimits&) {
    const std::string& device = command.argv.back();
    if (system.stamp_filesystem(device, type)) return exit_with(0, {});
    return exit_with(1, "mkfs." + type + ": no such device: " + device + "\n");
  };
}

}  // namespace

// Detaches when nothing uses the device any more, as autoclear does.
class FakeSystem::Handle final : public LoopHandle {
 public:
  Handle(FakeSystem& system, std::string name) : system_(system), name_(std::move(name)) {}
  ~Handle() override { let_go(); }
  void close() override {
    let_go();
    if (system_.loops_.contains(name_)) {
      fail({"detach", "/dev/" + name_, "unmount what is on it, end what has it open"}, EBUSY);
    }
  }

 private:
  void let_go() {
    const auto loop = system_.loops_.find(name_);
    if (loop == system_.loops_.end()) return;
    loop->second.is_held = false;
    system_.free_loop_if_unused(name_);
  }

  FakeSystem& system_;
  std::string name_;
};

FakeSystem::FakeSystem() : known_filesystems_{"ext2", "ext3", "ext4", "xfs", "btrfs"} {
  root_.type = "ext4";
  root_.device = makedev(254, 1);
  FakeFile folder;
  folder.kind = FileKind::directory;
  root_.files["/"] = folder;
  for (const char* path : {"/tmp", "/dev", "/proc", "/sys/block"}) make_folders(path);
  for (const std::string& type : known_filesystems_) set_program("mkfs." + type, make_mkfs(type));
  const auto succeed = [](FakeSystem&, const Command&, const RunLimits&) {
    return exit_with(0, {});
  };
  set_program("true", succeed);
  set_program("false",
              [](FakeSystem&, const Command&, const RunLimits&) { return exit_with(1, {}); });
  set_program("cat", [](FakeSystem&, const Command&, const RunLimits& limits) {
    ProcessResult result;
    result.output = limits.input;
    return result;
  });
  processes_[own_process_.pid] = own_process_.start_time;
}

FakeSystem::~FakeSystem() = default;

void FakeSystem::set_program(const std::string& name, FakeProgram program) {
  programs_[name] = std::move(program);
}

void FakeSystem::remove_program(const std::string& name) {
  programs_.erase(name);
}

void FakeSystem::set_own_process(ProcessIdentity process) {
  own_process_ = process;
  add_process(process);
}

void FakeSystem::add_block_device(const std::string& path, Bytes size) {
  FakeFile node;
  node.kind = FileKind::block_device;
  node.size = size;
  node.special_device = makedev(8, static_cast<unsigned>(next_inode_));
  make_folders(parent_path(path));
  add_file(path, std::move(node));
}

std::uint64_t FakeSystem::find_backing(const std::string& device) {
  if (device.starts_with("/dev/loop")) {
    const auto loop = loops_.find(device.substr(5));
    if (loop != loops_.end()) return loop->second.inode;
  }
  const FakeFile* file = find_file(device);
  const bool carries =
      file != nullptr && (file->kind == FileKind::block_device || file->kind == FileKind::regular);
  return carries ? file->inode : 0;
}

bool FakeSystem::stamp_filesystem(const std::string& device, const std::string& type) {
  const std::uint64_t backing = find_backing(device);
  if (backing == 0) return false;
  FakeVolume volume;
  volume.type = type;
  volume.device = makedev(7, static_cast<unsigned>(backing));
  FakeFile folder;
  folder.kind = FileKind::directory;
  folder.mode = 0755;
  folder.inode = 2;
  volume.files["/"] = folder;
  volumes_[backing] = std::move(volume);
  return true;
}

std::string FakeSystem::add_loop(const std::string& path, const LoopOptions& options) {
  const FakeFile image = require_file("attach a loop device to", path);
  int number = 0;
  while (loops_.contains("loop" + std::to_string(number))) ++number;
  const std::string name = "loop" + std::to_string(number);
  loops_[name] = {.inode = image.inode,
                  .path = path,
                  .size = image.size,
                  .block_size = options.block_size,
                  .is_held = true};
  FakeFile node;
  node.kind = FileKind::block_device;
  node.special_device = makedev(7, static_cast<unsigned>(number));
  add_file("/dev/" + name, std::move(node));
  set_text("/sys/block/" + name + "/loop/backing_file", path + "\n");
  set_text("/sys/block/" + name + "/queue/discard_max_bytes", std::string(kDiscardOfKernel));
  set_text("/sys/block/" + name + "/queue/scheduler", "[none] mq-deadline kyber bfq\n");
  return name;
}

LoopAttachment FakeSystem::attach_loop(const std::string& path, const LoopOptions& options) {
  std::string name = add_loop(path, options);
  auto handle = std::make_unique<Handle>(*this, name);
  write_text("/sys/block/" + name + "/queue/discard_max_bytes", "0");
  return LoopAttachment(std::move(name), std::move(handle));
}

bool FakeSystem::is_mounted(const std::string& device) const {
  return std::any_of(mounts_.begin(), mounts_.end(),
                     [&](const Mounted& mounted) { return mounted.entry.source == device; });
}

void FakeSystem::free_loop_if_unused(const std::string& name) {
  const auto loop = loops_.find(name);
  if (loop == loops_.end() || loop->second.is_held || is_mounted("/dev/" + name)) return;
  loops_.erase(loop);
  root_.files.erase("/dev/" + name);
  std::erase_if(root_.files, [&](const auto& entry) {
    return entry.first == "/sys/block/" + name ||
           entry.first.starts_with("/sys/block/" + name + "/");
  });
}

std::vector<LoopStatus> FakeSystem::read_loops() {
  std::vector<LoopStatus> loops;
  for (const auto& [name, loop] : loops_) {
    loops.push_back({.name = name,
                     .backing_file = loop.path,
                     .backing_device = root_.device,
                     .backing_inode = loop.inode});
  }
  return loops;
}

bool FakeSystem::detach_loop(const LoopStatus& loop) {
  const auto found = loops_.find(loop.name);
  if (found == loops_.end() || found->second.inode != loop.backing_inode) return false;
  found->second.is_held = false;
  free_loop_if_unused(loop.name);
  return true;
}

// Its loop devices go with their backing file.
bool FakeSystem::remove_loop(const std::string& name) {
  static_cast<void>(name);
  return false;
}

Bytes FakeSystem::require_device_size(const std::string& doing, const std::string& device) {
  const FakeFile& node = require_file(doing, device);
  if (node.kind != FileKind::block_device) fail({doing, device, {}}, ENOTTY);
  const auto loop = loops_.find(device.substr(device.find_last_of('/') + 1));
  return loop == loops_.end() ? node.size : loop->second.size;
}

void FakeSystem::flush_buffers(const std::string& device) {
  static_cast<void>(require_device_size("flush the buffers of", device));
  flushed_.push_back(device);
}

Bytes FakeSystem::read_device_size(const std::string& device) {
  return require_device_size("read the size of", device);
}

Bytes FakeSystem::read_sector_size(const std::string& device) {
  static_cast<void>(require_device_size("read the sector size of", device));
  const auto loop = loops_.find(device.substr(device.find_last_of('/') + 1));
  return loop == loops_.end() ? Bytes{512} : loop->second.block_size;
}

bool FakeSystem::is_held_exclusively(const std::string& device) {
  static_cast<void>(require_device_size("look for the holder of", device));
  const auto mounts = read_mounts();
  return exclusive_.contains(device) ||
         std::any_of(mounts.begin(), mounts.end(),
                     [&](const MountEntry& mount) { return mount.source == device; });
}

std::optional<std::string> FakeSystem::find_signature(const std::string& device) {
  static_cast<void>(require_device_size("look for a signature on", device));
  const auto volume = volumes_.find(find_backing(device));
  return volume == volumes_.end() ? std::nullopt : std::optional(volume->second.type);
}

void FakeSystem::mount(const MountRequest& request) {
  const Attempt attempt{"mount", request.source + " as " + request.type + " on " + request.target,
                        "check the mount options, and the kernel's log (dmesg)"};
  mount_requests_.push_back(request);
  if (!is_root_) fail(attempt, EPERM);
  if (!known_filesystems_.contains(request.type)) fail(attempt, ENODEV);
  if (find_file(request.source) == nullptr) fail(attempt, ENOENT);
  const std::uint64_t backing = find_backing(request.source);
  const auto volume = volumes_.find(backing);
  if (volume == volumes_.end() || volume->second.type != request.type) fail(attempt, EINVAL);
  const FakeFile* target = find_file(request.target);
  if (target == nullptr) fail(attempt, ENOENT);
  if (target->kind != FileKind::directory) fail(attempt, ENOTDIR);
  mounts_.push_back({.entry = {.id = next_mount_id_++,
                               .parent_id = 1,
                               .device = volume->second.device,
                               .root = "/",
                               .target = request.target,
                               .type = request.type,
                               .source = request.source,
                               .options = request.options,
                               .super_options = {"rw"}},
                     .volume = backing});
}

void FakeSystem::unmount(const std::string& target) {
  const auto found = std::find_if(mounts_.rbegin(), mounts_.rend(), [&](const Mounted& mounted) {
    return mounted.entry.target == target;
  });
  if (found == mounts_.rend()) fail({"unmount", target, "check that it is mounted"}, EINVAL);
  if (const auto busy = busy_.find(target); busy != busy_.end()) {
    throw Error({.doing = "unmount",
                 .object = escape_text(target),
                 .cause = errno_text(EBUSY) + ": held by " + busy->second,
                 .next_step = "end what holds it, then fsduel sweep",
                 .errno_value = EBUSY});
  }
  const std::string source = found->entry.source;
  mounts_.erase(std::next(found).base());
  if (source.starts_with("/dev/loop")) free_loop_if_unused(source.substr(5));
}

std::vector<MountEntry> FakeSystem::read_mounts() {
  std::vector<MountEntry> entries;
  for (const Mounted& mounted : mounts_) entries.push_back(mounted.entry);
  return entries;
}

void FakeSystem::sync_filesystem(const std::string& path) {
  static_cast<void>(require_file("sync the filesystem of", path));
}

ProcessResult FakeSystem::run(const Command& command, const RunLimits& limits) {
  commands_.push_back(command);
  const std::string name = command.argv.empty() ? std::string() : command.argv.front();
  const auto program = programs_.find(name.substr(name.find_last_of('/') + 1));
  if (program != programs_.end()) return program->second(*this, command, limits);
  throw Error({.doing = "run",
               .object = escape_text(name),
               .cause = "there is no such program on PATH, in /usr/local/sbin, /usr/sbin, /sbin",
               .next_step = "install the package that has it",
               .errno_value = ENOENT,
               .exit_code = ExitCode::machine_lacks});
}

std::optional<std::string> FakeSystem::find_program(const std::string& name) {
  return programs_.contains(name) ? std::optional("/usr/sbin/" + name) : std::nullopt;
}

std::optional<std::uint64_t> FakeSystem::find_process_start(pid_t pid) {
  const auto found = processes_.find(pid);
  return found == processes_.end() ? std::nullopt : std::optional(found->second);
}

bool FakeSystem::kill_process(const ProcessIdentity& process) {
  if (find_process_start(process.pid) != process.start_time) return false;
  processes_.erase(process.pid);
  killed_.push_back(process);
  return true;
}

}  // namespace fsduel::sys
