// Phases that follow the folders' own order: stat all, read all, copy all, remove all.
//
// Done as the programs that people use do it: find and ls -R (walk), tar or grep -r (read), cp -a
// without its reflink and copy_file_range (copy), rm -rf (remove). A folder's names are read to
// their end before the first of them is touched, as fts of coreutils does; reading them is part of
// the measured work.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "drive/lap_timer.hpp"
#include "drive/listing_arena.hpp"
#include "drive/phase_work.hpp"

namespace fsduel::drive {

// Iterative; at most kOpenFolders folders are open at a time (twice as many when copying): above
// them, folders are closed and found again by "..", proved by device and inode. Follows no symlink.
// Failures are counted and what failed is passed over. Operations counted:
//   each folder   open_directory, readdir (all its names), close_directory
//   walk          stat per entry
//   read          open_read, read... until 0, close per file
//   copy          stat per entry; file: open_read, create, (read, write)... read, set_times,
//                 set_mode, close, close; folder: mkdir, later set_times_at, set_mode_at;
//                 symlink: symlink (read and made again), set_times_at
//   remove        unlink per entry, rmdir per folder when it is empty
// Used by one thread; plan and tools must outlive it. Nothing is left open.
template <typename Ticks>
class Traversal final : public PhaseWork {
 public:
  static constexpr std::size_t kOpenFolders = 64;
  static constexpr std::size_t kTransferSize = std::size_t{128} * 1024;  // as cp of coreutils 9.1

  Traversal(const PhasePlan& plan, const WorkerTools& tools);
  ~Traversal() override;
  Traversal(const Traversal&) = delete;
  Traversal& operator=(const Traversal&) = delete;

  PhaseOutcome::End run() override;

 private:
  // A folder that the traversal stands in.
  struct Folder {
    int fd = -1;         // -1: closed for being too far up
    int target_fd = -1;  // copy: the folder made for it
    ListingArena::Range names;
    std::size_t current = 0;  // offset of the entry that is being dealt with
    std::size_t next = 0;     // offset of the next one
    struct stat identity {};  // when closed
    struct stat target_identity {};
    struct stat attributes {};  // copy: what the copy gets when its content is complete
  };
  // Where an entry is, and where its copy goes.
  struct Place {
    int fd = -1;
    int target_fd = -1;
    const char* name = nullptr;
    const char* target_name = nullptr;
  };

  [[nodiscard]] bool is_kind(PhaseKind kind) const { return plan_->kind == kind; }
  [[nodiscard]] Place top() const;
  [[nodiscard]] Place place_of_current(const Folder& folder) const;
  bool should_stop();
  void begin();
  void step();
  void visit(const Place& place, std::uint8_t type);
  void enter(const Place& place, const struct stat& attributes);
  void leave();
  void finish_folder(const Place& place, const struct stat& attributes);
  void read_file(const Place& place);
  void copy_file(const Place& place, const struct stat& attributes);
  void transfer(int from, int to, const char* name);
  int write_all(int fd, std::size_t length);
  void copy_symlink(const Place& place, const struct stat& attributes);
  int stat_lap(const Place& place, struct stat& status);
  int open_lap(OpKind kind, const Place& place, int flags);
  void close_lap(OpKind kind, int fd, const char* name);
  void close_far_folder();
  bool reopen_parent(const Folder& child, Folder& parent);
  void close_folder(Folder& folder);

  const PhasePlan* plan_;
  WorkerTools tools_;
  LapTimer<Ticks> timer_;
  ListingArena arena_;
  std::vector<Folder> folders_;
  std::vector<char> buffer_;
  std::uint64_t reported_ = 0;  // laps already added to the progress
};

extern template class Traversal<MonotonicTicks>;
extern template class Traversal<CounterTicks>;

}  // namespace fsduel::drive
