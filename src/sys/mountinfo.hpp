// /proc/self/mountinfo as values.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace fsduel::sys {

// One line of /proc/self/mountinfo (proc(5)), octal escapes decoded.
struct MountEntry {
  int id = 0;  // unique among the mounts that exist now
  int parent_id = 0;
  dev_t device = 0;  // st_dev of the files in it
  std::string root;  // which folder of the filesystem is shown; "/" for all of it
  std::string target;
  std::string type;                  // "ext4"; with a subtype "fuse.sshfs"
  std::string source;                // what was named at the mount; "none" where there is nothing
  std::vector<std::string> options;  // of this mount: "rw", "noatime"
  std::vector<std::string> super_options;  // of the filesystem: "rw", "logbufs=8"
};

// All entries in the kernel's order; lines that do not have the documented form are left out.
[[nodiscard]] std::vector<MountEntry> parse_mountinfo(std::string_view text);

// "\040" and its kind (space, tab, newline, backslash) decoded; other text unchanged.
[[nodiscard]] std::string decode_octal_escapes(std::string_view text);

// The topmost mount at exactly this target; nullptr when there is none.
[[nodiscard]] const MountEntry* find_mount(const std::vector<MountEntry>& mounts,
                                           std::string_view target);

}  // namespace fsduel::sys
