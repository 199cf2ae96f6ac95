// The instances of the catalogue, each from its own file.
#pragma once

#include "filesystem/filesystem.hpp"

namespace fsduel::filesystem {

[[nodiscard]] const Filesystem& ext2();
[[nodiscard]] const Filesystem& ext3();
[[nodiscard]] const Filesystem& ext4();
[[nodiscard]] const Filesystem& xfs();
[[nodiscard]] const Filesystem& btrfs();
[[nodiscard]] const Filesystem& reiserfs();
[[nodiscard]] const Filesystem& jfs();
[[nodiscard]] const Filesystem& f2fs();
[[nodiscard]] const Filesystem& nilfs2();

}  // namespace fsduel::filesystem
