#include "drive/listing_arena.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <cerrno>
#include <cstring>

namespace fsduel::drive {
namespace {

constexpr std::size_t kChunk = std::size_t{32} * 1024;  // as the C library's readdir
constexpr std::size_t kFirstSize = std::size_t{1024} * 1024;

// The fields are copied out: the buffer has no objects of that type in it.
template <typename T>
T load(const char* from) {
  T value{};
  std::memcpy(&value, from, sizeof(value));
  return value;
}

}  // namespace

ListingArena::ListingArena() : bytes_(kFirstSize) {}

int ListingArena::read(int fd, Range& range) {
  range = {used_, used_};
  int error = 0;
  while (true) {
    if (bytes_.size() - used_ < kChunk) bytes_.resize(bytes_.size() * 2);
    const ssize_t count = ::getdents64(fd, bytes_.data() + used_, kChunk);
    if (count < 0) error = errno;
    if (count <= 0) break;
    used_ += static_cast<std::size_t>(count);
  }
  range.end = used_;
  find_types(fd, range);
  return error;
}

ListingArena::Entry ListingArena::at(std::size_t offset) const {
  const char* const record = bytes_.data() + offset;
  return {record + offsetof(dirent64, d_name),
          load<std::uint8_t>(record + offsetof(dirent64, d_type)),
          offset + load<std::uint16_t>(record + offsetof(dirent64, d_reclen))};
}

void ListingArena::find_types(int fd, const Range& range) {
  for (std::size_t offset = range.begin; offset < range.end;) {
    const Entry entry = at(offset);
    struct stat status {};
    if (entry.type == DT_UNKNOWN && !is_dot(entry.name) &&
        ::fstatat(fd, entry.name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
      bytes_[offset + offsetof(dirent64, d_type)] = static_cast<char>(IFTODT(status.st_mode));
    }
    offset = entry.next;
  }
}

}  // namespace fsduel::drive
