// RealSystem: block devices, syncing, caches.
#include <blkid/blkid.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <type_traits>

#include "sys/real_system.hpp"
#include "sys/system_calls.hpp"

namespace fsduel::sys {
namespace {

struct FreeProbe {
  void operator()(blkid_probe probe) const { blkid_free_probe(probe); }
};
using Probe = std::unique_ptr<std::remove_pointer_t<blkid_probe>, FreeProbe>;

}  // namespace

void RealSystem::flush_buffers(const std::string& device) {
  const Attempt attempt{"flush the buffers of", device, {}};
  const Fd fd = open_file(device, O_RDONLY, attempt);
  if (::fsync(fd.get()) != 0) fail(attempt, errno);
  if (::ioctl(fd.get(), BLKFLSBUF, 0) != 0) fail(attempt, errno);
}

Bytes RealSystem::read_device_size(const std::string& device) {
  const Attempt attempt{"read the size of", device, {}};
  const Fd fd = open_file(device, O_RDONLY, attempt);
  std::uint64_t size = 0;
  if (::ioctl(fd.get(), BLKGETSIZE64, &size) != 0) fail(attempt, errno);
  return Bytes{size};
}

Bytes RealSystem::read_sector_size(const std::string& device) {
  const Attempt attempt{"read the sector size of", device, {}};
  const Fd fd = open_file(device, O_RDONLY, attempt);
  int size = 0;
  if (::ioctl(fd.get(), BLKSSZGET, &size) != 0) fail(attempt, errno);
  return Bytes{static_cast<std::uint64_t>(size)};
}

bool RealSystem::is_held_exclusively(const std::string& device) {
  const Fd fd(::open(device.c_str(), O_RDONLY | O_EXCL | O_CLOEXEC));
  if (fd.is_open()) return false;
  if (errno != EBUSY) fail({"look for the holder of", device, {}}, errno);
  return true;
}

std::optional<std::string> RealSystem::find_signature(const std::string& device) {
  const Attempt attempt{"look for a signature on", device, {}};
  const Fd fd = open_file(device, O_RDONLY, attempt);
  const Probe probe(blkid_new_probe());
  if (!probe || blkid_probe_set_device(probe.get(), fd.get(), 0, 0) != 0) fail(attempt, errno);
  blkid_probe_enable_superblocks(probe.get(), 1);
  blkid_probe_set_superblocks_flags(probe.get(), BLKID_SUBLKS_TYPE);
  blkid_probe_enable_partitions(probe.get(), 1);
  constexpr int kNothing = 1;
  constexpr int kAmbivalent = -2;
  const int found = blkid_do_safeprobe(probe.get());
  if (found == kNothing) return std::nullopt;
  if (found == kAmbivalent) return "several signatures";
  if (found != 0) fail(attempt, errno);
  for (const char* name : {"TYPE", "PTTYPE"}) {
    const char* value = nullptr;
    if (blkid_probe_lookup_value(probe.get(), name, &value, nullptr) == 0) return value;
  }
  return "unknown";
}

void RealSystem::sync_filesystem(const std::string& path) {
  const Attempt attempt{"sync the filesystem of", path, {}};
  const Fd fd = open_file(path, O_RDONLY, attempt);
  if (::syncfs(fd.get()) != 0) fail(attempt, errno);
}

void RealSystem::drop_caches() {
  write_text("/proc/sys/vm/drop_caches", "3");
}

}  // namespace fsduel::sys
