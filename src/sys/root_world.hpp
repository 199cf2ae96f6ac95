// The real machine as root, with one filesystem to make. Mounts are private to the test program, so
// that even a crash leaves nothing mounted.
#pragma once

#include <string>

#include "sys/contract_worlds.hpp"

namespace fsduel::sys {

// Kind has kType, kForce (the mkfs option that overwrites) and kImageMiB.
template <typename Kind>
class RootWorld : public RealWorld {
 public:
  RootWorld() {
    static const bool is_root = [] {
      RealSystem system;
      if (system.is_root()) system.enter_private_mounts();
      return system.is_root();
    }();
    static_cast<void>(is_root);
  }
  [[nodiscard]] std::string type() const { return Kind::kType; }
  [[nodiscard]] Bytes image_size() const { return kMiB * Kind::kImageMiB; }
  [[nodiscard]] Command mkfs(const std::string& device) const {
    return {{std::string("mkfs.") + Kind::kType, Kind::kForce, device}};
  }
  // btrfs gives its files a device number of their own.
  dev_t seen_device(const MountEntry& entry) {
    return type() == "btrfs" ? system_.find_status(entry.target)->device : entry.device;
  }
  std::string why_not() {
    if (!system_.is_root()) return "needs root";
    if (!system_.find_status("/dev/loop-control")) return "needs loop devices";
    if (!system_.find_program(std::string("mkfs.") + Kind::kType)) return "needs mkfs." + type();
    const auto known = system_.read_text("/proc/filesystems").value_or("");
    if (known.find(Kind::kType) == std::string::npos) return "needs a kernel with " + type();
    return {};
  }
};

struct Ext4 {
  static constexpr const char* kType = "ext4";
  static constexpr const char* kForce = "-F";
  static constexpr std::uint64_t kImageMiB = 32;
};
struct Xfs {
  static constexpr const char* kType = "xfs";
  static constexpr const char* kForce = "-f";
  static constexpr std::uint64_t kImageMiB = 320;  // the least that mkfs.xfs takes is 300
};
struct Btrfs {
  static constexpr const char* kType = "btrfs";
  static constexpr const char* kForce = "-f";
  static constexpr std::uint64_t kImageMiB = 128;
};

}  // namespace fsduel::sys
