// A machine in memory, for tests of all that is built on System.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sys/fake_volume.hpp"
#include "sys/system.hpp"

namespace fsduel::sys {

class FakeSystem;

// A program of the fake machine: sees and may change the machine.
using FakeProgram = std::function<ProcessResult(FakeSystem&, const Command&, const RunLimits&)>;

// Keeps files with their allocation, loop devices, mounts and processes. Starts as root with "/",
// "/tmp", "/dev", "/proc", "/sys", the filesystems ext2, ext3, ext4, xfs and btrfs with a mkfs each
// (it stamps its type on the device given last), "true", "false" and "cat". Outlives all that it
// handed out. One thread.
class FakeSystem final : public System {
 public:
  FakeSystem();
  ~FakeSystem() override;

  // --- the machine as the test wants it
  // A text file with its folders, replacing what was there: "/sys/block/sda/queue/scheduler".
  void set_text(const std::string& path, const std::string& text);
  void set_program(const std::string& name, FakeProgram program);
  void remove_program(const std::string& name);
  void set_known_filesystems(std::set<std::string> types) { known_filesystems_ = std::move(types); }
  // For new data; an image beyond it is ENOSPC.
  void set_free_space(Bytes free) { free_space_ = free; }
  void set_root(bool is_root) { is_root_ = is_root; }
  void set_host_name(std::string name) { host_name_ = std::move(name); }
  void set_kernel_release(std::string release) { kernel_release_ = std::move(release); }
  void set_online_cpus(unsigned count) { online_cpus_ = count; }
  void set_boot_id(std::string id) { boot_id_ = std::move(id); }
  void set_own_process(ProcessIdentity process);
  void add_process(ProcessIdentity process) { processes_[process.pid] = process.start_time; }
  void remove_process(pid_t pid) { processes_.erase(pid); }
  // unmount of it is EBUSY and names the holder, until it is released.
  void hold_busy(const std::string& target, const std::string& holder) { busy_[target] = holder; }
  void release_busy(const std::string& target) { busy_.erase(target); }
  void set_link(const std::string& path, const std::string& target);
  void add_block_device(const std::string& path, Bytes size);
  // Makes holes in a file, as a discard does.
  void punch_holes(const std::string& path);
  // Puts a new filesystem on an image, a loop device or a block device; false when there is no such
  // thing.
  bool stamp_filesystem(const std::string& device, const std::string& type);

  // A program has the device open with O_EXCL.
  void hold_exclusively(const std::string& device) { exclusive_.insert(device); }

  // --- what happened
  [[nodiscard]] const std::vector<Command>& commands() const { return commands_; }
  [[nodiscard]] const std::vector<std::string>& flushed() const { return flushed_; }
  [[nodiscard]] const std::vector<MountRequest>& mount_requests() const { return mount_requests_; }
  [[nodiscard]] const std::vector<ProcessIdentity>& killed() const { return killed_; }
  [[nodiscard]] int cache_drops() const { return cache_drops_; }
  [[nodiscard]] bool has_private_mounts() const { return has_private_mounts_; }

  // --- System
  [[nodiscard]] std::optional<std::string> read_text(const std::string& path) override;
  void write_text(const std::string& path, const std::string& text) override;
  void append_durably(const std::string& path, const std::string& text) override;
  [[nodiscard]] std::vector<std::string> list_directory(const std::string& path) override;
  [[nodiscard]] std::optional<FileStatus> find_status(const std::string& path) override;
  [[nodiscard]] std::string resolve_path(const std::string& path) override;
  bool make_directory(const std::string& path, mode_t mode) override;
  [[nodiscard]] std::string make_temporary_directory(const std::string& parent,
                                                     const std::string& prefix) override;
  FileStatus make_file(const std::string& path) override;
  bool remove_directory(const std::string& path) override;
  bool remove_file(const std::string& path) override;
  bool remove_tree(const std::string& path) override;
  [[nodiscard]] SpaceStatus read_space(const std::string& path) override;
  void write_image(const ImageRequest& request, const StopFlag& stop,
                   const WriteProgress& progress) override;
  [[nodiscard]] bool is_fully_allocated(const std::string& path) override;
  [[nodiscard]] LoopAttachment attach_loop(const std::string& path,
                                           const LoopOptions& options) override;
  [[nodiscard]] std::vector<LoopStatus> read_loops() override;
  bool detach_loop(const LoopStatus& loop) override;
  bool remove_loop(const std::string& name) override;
  void flush_buffers(const std::string& device) override;
  [[nodiscard]] Bytes read_device_size(const std::string& device) override;
  [[nodiscard]] Bytes read_sector_size(const std::string& device) override;
  [[nodiscard]] bool is_held_exclusively(const std::string& device) override;
  [[nodiscard]] std::optional<std::string> find_signature(const std::string& device) override;
  void mount(const MountRequest& request) override;
  void unmount(const std::string& target) override;
  [[nodiscard]] std::vector<MountEntry> read_mounts() override;
  void enter_private_mounts() override { has_private_mounts_ = true; }
  void sync_filesystem(const std::string& path) override;
  void drop_caches() override { ++cache_drops_; }
  [[nodiscard]] ProcessResult run(const Command& command, const RunLimits& limits) override;
  [[nodiscard]] std::optional<std::string> find_program(const std::string& name) override;
  [[nodiscard]] std::optional<std::uint64_t> find_process_start(pid_t pid) override;
  bool kill_process(const ProcessIdentity& process) override;
  [[nodiscard]] ProcessIdentity own_process() override { return own_process_; }
  [[nodiscard]] std::string boot_id() override { return boot_id_; }
  [[nodiscard]] bool is_root() override { return is_root_; }
  [[nodiscard]] std::string kernel_release() override { return kernel_release_; }
  [[nodiscard]] std::string host_name() override { return host_name_; }
  [[nodiscard]] unsigned online_cpus() override { return online_cpus_; }
  [[nodiscard]] Bytes page_size() override { return Bytes{4096}; }

 private:
  std::set<std::string> exclusive_;
  struct Loop {
    std::uint64_t inode = 0;  // of the image
    std::string path;
    Bytes size;
    Bytes block_size;
    bool is_held = true;  // a holder keeps it; otherwise it lives until its mount is gone
  };
  struct Mounted {
    MountEntry entry;
    std::uint64_t volume = 0;  // key in volumes_
  };
  class Handle;

  // Where a path lies: a volume and the path within it.
  struct Place {
    FakeVolume* volume;
    std::string path;
  };
  [[nodiscard]] Place locate(const std::string& path);
  [[nodiscard]] FakeFile* find_file(const std::string& path);
  [[nodiscard]] FakeFile& require_file(const std::string& doing, const std::string& path);
  void require_free_name(const std::string& doing, const std::string& path);
  FakeFile& add_file(const std::string& path, FakeFile file);
  void make_folders(const std::string& path);
  [[nodiscard]] std::vector<std::string> find_children(const Place& place);
  // Of what carries a filesystem: the image below a loop device, or the device; 0 when none.
  [[nodiscard]] std::uint64_t find_backing(const std::string& device);
  [[nodiscard]] bool is_mounted(const std::string& device) const;
  [[nodiscard]] std::string add_loop(const std::string& path, const LoopOptions& options);
  void free_loop_if_unused(const std::string& name);
  [[nodiscard]] Bytes require_device_size(const std::string& doing, const std::string& device);

  FakeVolume root_;
  std::map<std::uint64_t, FakeVolume> volumes_;  // by the inode of what carries them
  std::vector<Mounted> mounts_;
  std::map<std::string, Loop> loops_;
  std::map<std::string, FakeProgram> programs_;
  std::map<pid_t, std::uint64_t> processes_;
  std::map<std::string, std::string> busy_;
  std::set<std::string> known_filesystems_;
  std::uint64_t next_inode_ = 100;
  int next_mount_id_ = 30;
  Bytes free_space_{100ULL * 1024 * 1024 * 1024};
  ProcessIdentity own_process_{1000, 5000};
  std::string boot_id_ = "fake-boot-1";
  std::string host_name_ = "fakehost";
  std::string kernel_release_ = "6.1.0-fake";
  unsigned online_cpus_ = 2;
  bool is_root_ = true;
  bool has_private_mounts_ = false;
  int cache_drops_ = 0;
  std::vector<Command> commands_;
  std::vector<std::string> flushed_;
  std::vector<MountRequest> mount_requests_;
  std::vector<ProcessIdentity> killed_;
};

}  // namespace fsduel::sys
