// The files of one filesystem of the fake machine.
#pragma once

#include <map>
#include <string>

#include "sys/file_status.hpp"

namespace fsduel::sys {

struct FakeFile {
  FileKind kind = FileKind::regular;
  std::string text;  // content of a text file, target of a link; images have a size only
  Bytes size;
  Bytes allocated;
  std::uint64_t inode = 0;
  mode_t mode = 0644;
  dev_t special_device = 0;
};

// By absolute path within the filesystem; "/" is always there.
struct FakeVolume {
  std::string type;
  dev_t device = 0;
  std::map<std::string, FakeFile> files;
};

}  // namespace fsduel::sys
