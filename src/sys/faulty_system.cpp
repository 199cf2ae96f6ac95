#include "sys/faulty_system.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

namespace fsduel::sys {

class FaultySystem::Handle final : public LoopHandle {
 public:
  Handle(FaultySystem& system, std::string name, std::unique_ptr<LoopHandle> behind)
      : system_(system), name_(std::move(name)), behind_(std::move(behind)) {}
  void close() override {
    system_.count("close loop", name_);
    behind_->close();
  }

 private:
  FaultySystem& system_;
  std::string name_;
  std::unique_ptr<LoopHandle> behind_;
};

void FaultySystem::count(const std::string& call, const std::string& object) {
  calls_.push_back(call + " " + escape_text(object));
  if (calls_.size() != failing_call_) return;
  throw_errno(errno_value_, call, escape_text(object), "nothing: this failure was planted");
}

std::optional<std::string> FaultySystem::read_text(const std::string& path) {
  count("read", path);
  return behind_.read_text(path);
}

void FaultySystem::write_text(const std::string& path, const std::string& text) {
  count("write", path);
  behind_.write_text(path, text);
}

void FaultySystem::append_durably(const std::string& path, const std::string& text) {
  count("append to", path);
  behind_.append_durably(path, text);
}

std::vector<std::string> FaultySystem::list_directory(const std::string& path) {
  count("list directory", path);
  return behind_.list_directory(path);
}

std::optional<FileStatus> FaultySystem::find_status(const std::string& path) {
  count("look at", path);
  return behind_.find_status(path);
}

std::string FaultySystem::resolve_path(const std::string& path) {
  count("find", path);
  return behind_.resolve_path(path);
}

bool FaultySystem::make_directory(const std::string& path, mode_t mode) {
  count("make directory", path);
  return behind_.make_directory(path, mode);
}

std::string FaultySystem::make_temporary_directory(const std::string& parent,
                                                   const std::string& prefix) {
  count("make a directory in", parent);
  return behind_.make_temporary_directory(parent, prefix);
}

FileStatus FaultySystem::make_file(const std::string& path) {
  count("make file", path);
  return behind_.make_file(path);
}

bool FaultySystem::remove_directory(const std::string& path) {
  count("remove directory", path);
  return behind_.remove_directory(path);
}

bool FaultySystem::remove_file(const std::string& path) {
  count("remove file", path);
  return behind_.remove_file(path);
}

bool FaultySystem::remove_tree(const std::string& path) {
  count("remove the tree", path);
  return behind_.remove_tree(path);
}

SpaceStatus FaultySystem::read_space(const std::string& path) {
  count("ask for the free space of", path);
  return behind_.read_space(path);
}

void FaultySystem::write_image(const ImageRequest& request, const StopFlag& stop,
                               const WriteProgress& progress) {
  count("write image", request.path);
  behind_.write_image(request, stop, progress);
}

bool FaultySystem::is_fully_allocated(const std::string& path) {
  count("read the allocation of", path);
  return behind_.is_fully_allocated(path);
}

LoopAttachment FaultySystem::attach_loop(const std::string& path, const LoopOptions& options) {
  count("attach a loop device to", path);
  LoopAttachment attached = behind_.attach_loop(path, options);
  const std::string name = attached.name();
  return LoopAttachment(name, std::make_unique<Handle>(*this, name, attached.release_handle()));
}

std::vector<LoopStatus> FaultySystem::read_loops() {
  count("list", "loop devices");
  return behind_.read_loops();
}

bool FaultySystem::detach_loop(const LoopStatus& loop) {
  count("detach", loop.name);
  return behind_.detach_loop(loop);
}

bool FaultySystem::remove_loop(const std::string& name) {
  count("remove loop", name);
  return behind_.remove_loop(name);
}

void FaultySystem::flush_buffers(const std::string& device) {
  count("flush the buffers of", device);
  behind_.flush_buffers(device);
}

Bytes FaultySystem::read_device_size(const std::string& device) {
  count("read the size of", device);
  return behind_.read_device_size(device);
}

Bytes FaultySystem::read_sector_size(const std::string& device) {
  count("read the sector size of", device);
  return behind_.read_sector_size(device);
}

bool FaultySystem::is_held_exclusively(const std::string& device) {
  count("look for the holder of", device);
  return behind_.is_held_exclusively(device);
}

std::optional<std::string> FaultySystem::find_signature(const std::string& device) {
  count("look for a signature on", device);
  return behind_.find_signature(device);
}

void FaultySystem::mount(const MountRequest& request) {
  count("mount", request.target);
  behind_.mount(request);
}

void FaultySystem::unmount(const std::string& target) {
  count("unmount", target);
  behind_.unmount(target);
}

std::vector<MountEntry> FaultySystem::read_mounts() {
  count("list", "mounts");
  return behind_.read_mounts();
}

void FaultySystem::enter_private_mounts() {
  count("make private the mounts of", "this process");
  behind_.enter_private_mounts();
}

void FaultySystem::sync_filesystem(const std::string& path) {
  count("sync the filesystem of", path);
  behind_.sync_filesystem(path);
}

void FaultySystem::drop_caches() {
  count("drop", "caches");
  behind_.drop_caches();
}

ProcessResult FaultySystem::run(const Command& command, const RunLimits& limits) {
  count("run", render_command(command));
  return behind_.run(command, limits);
}

std::optional<std::string> FaultySystem::find_program(const std::string& name) {
  count("find program", name);
  return behind_.find_program(name);
}

std::optional<std::uint64_t> FaultySystem::find_process_start(pid_t pid) {
  count("look at process", std::to_string(pid));
  return behind_.find_process_start(pid);
}

bool FaultySystem::kill_process(const ProcessIdentity& process) {
  count("kill process", std::to_string(process.pid));
  return behind_.kill_process(process);
}

}  // namespace fsduel::sys
