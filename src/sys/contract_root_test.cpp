// The contract of loop devices and mounts on the real machine, as root. It runs in a private mount
// namespace, so that even a crash leaves nothing mounted.
#include "sys/contract_worlds.hpp"
#include "sys/mount_contract_suite.hpp"

namespace fsduel::sys {
namespace {

template <typename Kind>
class RootWorld : public RealWorld {
 public:
  RootWorld() {
    static const bool is_private = [] {
      RealSystem system;
      if (system.is_root()) system.enter_private_mounts();
      return true;
    }();
    static_cast<void>(is_private);
  }
  std::string type() const { return Kind::kType; }
  Bytes image_size() const { return kMiB * Kind::kImageMiB; }
  Command mkfs(const std::string& device) const {
    return {{std::string("mkfs.") + Kind::kType, Kind::kForce, device}};
  }
  // btrfs gives its files a device number of their own.
  dev_t seen_device(const MountEntry& entry) {
    return type() == "btrfs" ? system_.find_status(entry.target)->device : entry.device;
  }
  std::string why_not() {
    if (!system_.is_root()) return "needs root";
    if (!system_.find_status("/dev/loop-control")) return "no loop devices here";
    if (!system_.find_program(std::string("mkfs.") + Kind::kType)) return "no mkfs";
    const auto known = system_.read_text("/proc/filesystems").value_or("");
    if (known.find(Kind::kType) == std::string::npos) return "the kernel lacks it";
    return {};
  }
};

struct Ext4 {
  static constexpr const char* kType = "ext4";
  static constexpr std::uint64_t kImageMiB = 32;
  static constexpr const char* kForce = "-F";
};
struct Xfs {
  static constexpr const char* kType = "xfs";
  static constexpr std::uint64_t kImageMiB = 320;  // the least that mkfs.xfs takes is 300
  static constexpr const char* kForce = "-f";
};
struct Btrfs {
  static constexpr const char* kType = "btrfs";
  static constexpr std::uint64_t kImageMiB = 128;
  static constexpr const char* kForce = "-f";
};

}  // namespace

using RootWorlds = ::testing::Types<RootWorld<Ext4>, RootWorld<Xfs>, RootWorld<Btrfs>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Real, MountContract, RootWorlds);

}  // namespace fsduel::sys
