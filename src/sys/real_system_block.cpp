// RealSystem: block devices, syncing, caches.
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

#include "sys/real_system.hpp"
#include "sys/system_calls.hpp"

namespace fsduel::sys {

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

void RealSystem::sync_filesystem(const std::string& path) {
  const Attempt attempt{"sync the filesystem of", path, {}};
  const Fd fd = open_file(path, O_RDONLY, attempt);
  if (::syncfs(fd.get()) != 0) fail(attempt, errno);
}

void RealSystem::drop_caches() {
  write_text("/proc/sys/vm/drop_caches", "3");
}

}  // namespace fsduel::sys
