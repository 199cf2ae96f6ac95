// Descriptors by the small numbers that operations use.
#pragma once

#include <unistd.h>

#include <array>
#include <cstddef>

namespace fsduel::drive {

// Owns what is put into it; closes all of it when it dies. Used by one thread. A slot that holds
// nothing, or does not exist, gives -1, to which the kernel answers EBADF.
template <std::size_t kSlots>
class SlotTable {
 public:
  SlotTable() { fds_.fill(-1); }
  ~SlotTable() { close_all(); }
  SlotTable(const SlotTable&) = delete;
  SlotTable& operator=(const SlotTable&) = delete;

  [[nodiscard]] int get(std::size_t slot) const { return slot < kSlots ? fds_[slot] : -1; }
  // A descriptor that was there before is closed; -1 empties the slot.
  void put(std::size_t slot, int fd) {
    if (slot >= kSlots) [[unlikely]] {
      if (fd >= 0) ::close(fd);
      return;
    }
    if (fds_[slot] >= 0) [[unlikely]]
      ::close(fds_[slot]);
    fds_[slot] = fd;
  }
  // Gives the descriptor away.
  [[nodiscard]] int take(std::size_t slot) {
    if (slot >= kSlots) [[unlikely]]
      return -1;
    const int fd = fds_[slot];
    fds_[slot] = -1;
    return fd;
  }
  void close_all() {
    for (std::size_t slot = 0; slot < kSlots; ++slot) put(slot, -1);
  }

 private:
  std::array<int, kSlots> fds_;
};

}  // namespace fsduel::drive
