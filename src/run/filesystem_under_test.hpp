// The filesystem of one run: made, mounted, proved to be what was asked for, checked afterwards.
#pragma once

#include <optional>
#include <string>

#include "filesystem/filesystem.hpp"
#include "model/run.hpp"
#include "sys/journal.hpp"
#include "sys/system.hpp"

namespace fsduel::run {

// Holds the mount and gives it back: unmount() reports, the destructor tries silently. Facts of
// what was done go into the record while it happens. One thread.
class FilesystemUnderTest {
 public:
  struct Place {
    const RunSpec& spec;
    const RunSite& site;
    sys::System& system;
    sys::Journal& journal;
    const sys::StopFlag& stop;
  };
  FilesystemUnderTest(const Place& place, RunRecord& record);
  ~FilesystemUnderTest();
  FilesystemUnderTest(const FilesystemUnderTest&) = delete;
  FilesystemUnderTest& operator=(const FilesystemUnderTest&) = delete;

  // mkfs with all that belongs before it; then the superblock's facts are read.
  void format();
  // Mounts and proves type and device from the kernel's mount table.
  void mount();
  // Unmounts, forgets what the block devices' own buffers hold, mounts again: cold caches of this
  // filesystem and of nothing else (docs/decisions/0002).
  void remount();
  void unmount();
  // Read-only check of the unmounted filesystem; what it complained of, if anything.
  [[nodiscard]] std::optional<std::string> check();
  [[nodiscard]] bool is_mounted() const { return mounted_; }

 private:
  sys::ProcessResult run_tool(const Command& command);
  void run_or_throw(const Command& command, const char* doing);
  void record_mount(const sys::MountEntry& entry);
  void flush_disks();

  Place place_;
  RunRecord& record_;
  const filesystem::Filesystem& filesystem_;
  filesystem::FormatTarget target_;
  Facts superblock_;
  std::optional<sys::EntryId> entry_;
  bool mounted_ = false;
};

// Adds a fact, or replaces the one of that name.
void set_fact(Facts& facts, const std::string& name, const std::string& value);

}  // namespace fsduel::run
