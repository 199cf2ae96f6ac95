// A System whose Nth call fails, to prove that every step cleans up after itself.
#pragma once

#include <string>
#include <vector>

#include "sys/system.hpp"

namespace fsduel::sys {

// Passes every call on and counts those that can fail on a real machine, the closing of loop
// devices included; the chosen one throws an Error with the chosen errno instead of doing anything.
// Identity questions (is_root and its kind) are neither counted nor failed. Neither owns nor
// outlives the System behind it; outlives the loop devices that it handed out. One thread.
class FaultySystem final : public System {
 public:
  // `failing_call` counts from 1; 0 never fails.
  FaultySystem(System& behind, std::size_t failing_call, int errno_value)
      : behind_(behind), failing_call_(failing_call), errno_value_(errno_value) {}

  // Names of the calls so far, "mount /mnt": their number is the length of the sweep.
  [[nodiscard]] const std::vector<std::string>& calls() const { return calls_; }
  [[nodiscard]] bool has_failed() const {
    return failing_call_ != 0 && calls_.size() >= failing_call_;
  }

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
  void enter_private_mounts() override;
  void sync_filesystem(const std::string& path) override;
  void drop_caches() override;
  [[nodiscard]] ProcessResult run(const Command& command, const RunLimits& limits) override;
  [[nodiscard]] std::optional<std::string> find_program(const std::string& name) override;
  [[nodiscard]] std::optional<std::uint64_t> find_process_start(pid_t pid) override;
  bool kill_process(const ProcessIdentity& process) override;
  [[nodiscard]] ProcessIdentity own_process() override { return behind_.own_process(); }
  [[nodiscard]] std::string boot_id() override { return behind_.boot_id(); }
  [[nodiscard]] bool is_root() override { return behind_.is_root(); }
  [[nodiscard]] std::string kernel_release() override { return behind_.kernel_release(); }
  [[nodiscard]] std::string host_name() override { return behind_.host_name(); }
  [[nodiscard]] unsigned online_cpus() override { return behind_.online_cpus(); }
  [[nodiscard]] Bytes page_size() override { return behind_.page_size(); }

 private:
  class Handle;
  void count(const std::string& call, const std::string& object);

  System& behind_;
  std::size_t failing_call_;
  int errno_value_;
  std::vector<std::string> calls_;
};

}  // namespace fsduel::sys
