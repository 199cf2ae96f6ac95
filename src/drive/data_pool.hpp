// Bytes to write, made before the clock runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/units.hpp"

namespace fsduel::drive {

struct DataPoolOptions {
  std::uint64_t seed = 1;
  Bytes size = kMiB * 8;
  // Share of each 4 KiB block that repeats one byte, 0..1: 0 = incompressible.
  double compressible_share = 0;
};

// Seeded bytes, read-only once made: shared by all workers. Random data made per block would cost
// 120 us per MiB within the window.
class DataPool {
 public:
  explicit DataPool(const DataPoolOptions& options);
  [[nodiscard]] const std::byte* data() const { return bytes_.data(); }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }

 private:
  std::vector<std::byte> bytes_;
};

// A worker's place in the pool. It begins at the same place in every phase, so that the same
// operations write the same bytes.
class PoolCursor {
 public:
  // The pool must outlive it.
  explicit PoolCursor(const DataPool& pool) : pool_(&pool) {}
  // At most `length` bytes, fewer when the pool is smaller than that.
  struct Piece {
    const std::byte* data;
    std::size_t length;
  };
  [[nodiscard]] Piece next(std::size_t length) {
    if (length > pool_->size()) [[unlikely]]
      length = pool_->size();
    if (position_ + length > pool_->size()) position_ = 0;
    const Piece piece{pool_->data() + position_, length};
    // Pieces begin at sectors: copying from odd addresses would cost more for some than for others.
    position_ += (length + kAlignment - 1) / kAlignment * kAlignment;
    return piece;
  }

 private:
  static constexpr std::size_t kAlignment = 512;
  const DataPool* pool_;
  std::size_t position_ = 0;
};

}  // namespace fsduel::drive
