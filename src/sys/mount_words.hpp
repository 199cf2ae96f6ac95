// The -o words of mount(8), sorted by who understands them: the mount itself, the superblock's
// generic flags, or the filesystem.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fsduel::sys {

// For fsopen(2) and friends.
struct MountPlan {
  std::uint64_t attributes = 0;  // MOUNT_ATTR_* for fsmount(2)
  // Parameters without a value, generic ("ro", "sync", "lazytime") or of the filesystem
  // ("nobarrier"); in the given order.
  // Those with a value ("logbufs", "8").
  struct Parameter {
    std::string key;
    std::string value;
    enum class Form { flag, text } form = Form::flag;
    friend bool operator==(const Parameter&, const Parameter&) = default;
  };
  std::vector<Parameter> parameters;
};

// For the old mount(2).
struct ClassicMountPlan {
  unsigned long flags = 0;  // MS_*
  std::string data;         // the filesystem's own words, joined by commas
};

// A later word wins over an earlier one ("noatime" then "relatime"). "defaults" and words that only
// fstab knows ("auto", "nofail", "_netdev") mean nothing here; the kernel judges all others.
[[nodiscard]] MountPlan plan_mount(const std::vector<std::string>& options);
[[nodiscard]] ClassicMountPlan plan_classic_mount(const std::vector<std::string>& options);

}  // namespace fsduel::sys
