// The machine that we run on.
#pragma once

#include "sys/system.hpp"

namespace fsduel::sys {

// Linux system calls. Has no state: safe for use by several threads.
class RealSystem final : public System {
 public:
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

  [[nodiscard]] ProcessIdentity own_process() override;
  [[nodiscard]] std::string boot_id() override;
  [[nodiscard]] bool is_root() override;
  [[nodiscard]] std::string kernel_release() override;
  [[nodiscard]] std::string host_name() override;
  [[nodiscard]] unsigned online_cpus() override;
  [[nodiscard]] Bytes page_size() override;
};

}  // namespace fsduel::sys
