// The door to the kernel for set-up, tear-down and /proc. Nothing here is on the measured path.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/command.hpp"
#include "base/units.hpp"
#include "sys/file_status.hpp"
#include "sys/loop.hpp"
#include "sys/mountinfo.hpp"
#include "sys/process.hpp"
#include "sys/stop.hpp"

namespace fsduel::sys {

struct ImageRequest {
  std::string path;
  Bytes size;  // exact; > 0
};

// Told now and then how much of an image is written.
using WriteProgress = std::function<void(Bytes written)>;

// One kernel intention per method. Each throws fsduel::Error, with errno and a next step, for what
// cannot go on; what is expected to be absent is a value. Paths are byte strings, absolute ones
// unless said otherwise. RealSystem may be used by several threads, the fakes by one.
class System {
 public:
  virtual ~System() = default;

  // --- text files (/proc, /sys, small files)
  // All of the file; nullopt when there is none (ENOENT, ENOTDIR, or the device behind it is gone).
  [[nodiscard]] virtual std::optional<std::string> read_text(const std::string& path) = 0;
  // Writes to an existing file with one write(2), as sysfs and sysctl want it.
  virtual void write_text(const std::string& path, const std::string& text) = 0;
  // Appends, creating the file (mode 0600) when absent; returns when it is durable, the name too.
  virtual void append_durably(const std::string& path, const std::string& text) = 0;

  // --- names
  // Names without "." and "..", sorted by bytes.
  [[nodiscard]] virtual std::vector<std::string> list_directory(const std::string& path) = 0;
  // Of the path itself: a link at its end is not followed. nullopt when there is nothing.
  [[nodiscard]] virtual std::optional<FileStatus> find_status(const std::string& path) = 0;
  // Absolute, without links, "." and "..". The path must exist.
  [[nodiscard]] virtual std::string resolve_path(const std::string& path) = 0;
  // One directory. False when a directory of that name was there already.
  virtual bool make_directory(const std::string& path, mode_t mode) = 0;
  // A new directory, mode 0700, with a name that begins with `prefix`; returns its path.
  [[nodiscard]] virtual std::string make_temporary_directory(const std::string& parent,
                                                             const std::string& prefix) = 0;
  // A new empty regular file, mode 0600; an Error (EEXIST) when the name is taken, even by a link.
  virtual FileStatus make_file(const std::string& path) = 0;
  // An empty directory; false when there was none.
  virtual bool remove_directory(const std::string& path) = 0;
  // A file or a link; false when there was none.
  virtual bool remove_file(const std::string& path) = 0;
  // A directory with all that is in it; follows no link and enters no other mount (EXDEV). False
  // when there was none.
  virtual bool remove_tree(const std::string& path) = 0;
  [[nodiscard]] virtual SpaceStatus read_space(const std::string& path) = 0;

  // --- images
  // Writes every byte of a new or existing regular file, past the page cache where that is
  // possible, cuts it to the size and makes it durable. After any failure or stop (ExitCode::
  // interrupted) the file is removed. `progress` may be empty.
  virtual void write_image(const ImageRequest& request, const StopFlag& stop,
                           const WriteProgress& progress) = 0;
  // True when no byte of it still has to be allocated: no hole, no unwritten extent (FIEMAP; where
  // the filesystem has none, allocated >= size).
  [[nodiscard]] virtual bool is_fully_allocated(const std::string& path) = 0;

  // --- loop devices
  // A new loop device over the image, autoclear on and discard off (so that a mkfs does not punch
  // holes into the image). It is added for us and removed again: the kernel (seen in 6.18) cannot
  // switch discard on again, so a device that others may use later is never touched.
  [[nodiscard]] virtual LoopAttachment attach_loop(const std::string& path,
                                                   const LoopOptions& options) = 0;
  // Every attached loop device of the machine, by number.
  [[nodiscard]] virtual std::vector<LoopStatus> read_loops() = 0;
  // For sweep: detaches the device if it is still the one described; false when it is not. A device
  // in use is freed by the kernel when its last user is gone.
  virtual bool detach_loop(const LoopStatus& loop) = 0;
  // For sweep: removes a loop device ("loop9") that has no backing file; false when there is none,
  // or somebody uses it.
  virtual bool remove_loop(const std::string& name) = 0;

  // --- block devices
  // Writes back and forgets what the page cache holds of the device (BLKFLSBUF).
  virtual void flush_buffers(const std::string& device) = 0;
  [[nodiscard]] virtual Bytes read_device_size(const std::string& device) = 0;
  // The logical sector size (BLKSSZGET).
  [[nodiscard]] virtual Bytes read_sector_size(const std::string& device) = 0;
  // Whether a mount (in any namespace), md, dm, swap or a program holds it with O_EXCL.
  [[nodiscard]] virtual bool is_held_exclusively(const std::string& device) = 0;
  // The type of what libblkid finds on it: a filesystem, a RAID or LVM member, a partition table
  // ("ext4", "LVM2_member", "gpt"); nullopt for a device that carries nothing known. Two that
  // contradict each other are "several signatures".
  [[nodiscard]] virtual std::optional<std::string> find_signature(const std::string& device) = 0;

  // --- mounts
  // The Error's cause has the kernel's own words where it gave some.
  virtual void mount(const MountRequest& request) = 0;
  // The topmost mount at the target. Busy is tried again for a short time; then the Error names the
  // processes that hold it.
  virtual void unmount(const std::string& target) = 0;
  [[nodiscard]] virtual std::vector<MountEntry> read_mounts() = 0;
  // From now on this process and its children see mounts that nobody else sees. To be called before
  // threads are started.
  virtual void enter_private_mounts() = 0;
  // syncfs(2) of the filesystem that holds the path.
  virtual void sync_filesystem(const std::string& path) = 0;
  // Drops the clean caches of the whole machine: only with the user's leave.
  virtual void drop_caches() = 0;

  // --- processes
  // Without a shell, in a process group of its own, with LC_ALL=C; dies when the calling thread
  // dies. A missing program is an Error with ENOENT and ExitCode::machine_lacks; a program that
  // fails is a result.
  [[nodiscard]] virtual ProcessResult run(const Command& command, const RunLimits& limits) = 0;
  // The path that run() would execute: PATH, then /usr/local/sbin, /usr/sbin, /sbin.
  [[nodiscard]] virtual std::optional<std::string> find_program(const std::string& name) = 0;
  // nullopt when there is no such process.
  [[nodiscard]] virtual std::optional<std::uint64_t> find_process_start(pid_t pid) = 0;
  // Kills exactly this process (SIGKILL), never a later one of the same number; false when it is
  // gone.
  virtual bool kill_process(const ProcessIdentity& process) = 0;

  // --- identity
  [[nodiscard]] virtual ProcessIdentity own_process() = 0;
  [[nodiscard]] virtual std::string boot_id() = 0;  // differs after every start of the machine
  [[nodiscard]] virtual bool is_root() = 0;         // effective user 0
  [[nodiscard]] virtual std::string kernel_release() = 0;
  [[nodiscard]] virtual std::string host_name() = 0;
  [[nodiscard]] virtual unsigned online_cpus() = 0;
  [[nodiscard]] virtual Bytes page_size() = 0;
};

}  // namespace fsduel::sys
