// What the kernel says about a file and about the space of a filesystem.
#pragma once

#include <sys/types.h>

#include <cstdint>

#include "base/units.hpp"

namespace fsduel::sys {

enum class FileKind { regular, directory, symlink, block_device, character_device, other };

// Of stat(2). `device` and `inode` together identify a file while it exists.
struct FileStatus {
  FileKind kind = FileKind::other;
  Bytes size;                // st_size
  Bytes allocated;           // st_blocks x 512: what it occupies
  dev_t device = 0;          // of the filesystem that holds it
  dev_t special_device = 0;  // major and minor of a device node itself, else 0
  std::uint64_t inode = 0;
  mode_t mode = 0;  // permission bits only (07777)
  uid_t owner = 0;
  Nanoseconds modified{0};  // since 1970
};

// Of statfs(2).
struct SpaceStatus {
  Bytes size;       // f_blocks x f_bsize
  Bytes free;       // with what is kept for root
  Bytes available;  // without it
  Bytes block_size;
  std::uint64_t files = 0;  // inodes; 0 where the filesystem makes them as needed (btrfs)
  std::uint64_t files_free = 0;
};

}  // namespace fsduel::sys
