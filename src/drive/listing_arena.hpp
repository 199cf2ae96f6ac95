// The names in the folders that a traversal stands in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fsduel::drive {

// A stack of folder listings in one growing buffer, as the kernel's getdents64 wrote them: the
// folder's own order is kept and no name is copied. The last listing read is the first dropped.
// Used by one thread.
class ListingArena {
 public:
  ListingArena();

  // Offsets stay good when the arena grows; pointers do not.
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  struct Entry {
    const char* name;   // good until the next read()
    std::uint8_t type;  // DT_REG, DT_DIR, ...; never DT_UNKNOWN unless the entry is gone
    std::size_t next;   // offset of the entry after it
  };

  // Appends all entries of an open folder. Where the filesystem does not say what an entry is, it
  // is asked (fstatat). Returns errno; what was read before an error is in the range.
  [[nodiscard]] int read(int fd, Range& range);
  void drop(const Range& range) { used_ = range.begin; }
  [[nodiscard]] Entry at(std::size_t offset) const;
  // "." or "..".
  [[nodiscard]] static bool is_dot(const char* name) {
    return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
  }

 private:
  void find_types(int fd, const Range& range);

  std::vector<char> bytes_;
  std::size_t used_ = 0;
};

}  // namespace fsduel::drive
