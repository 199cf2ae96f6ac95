#include "drive/data_pool.hpp"

#include <algorithm>
#include <cstring>

#include "base/check.hpp"
#include "base/random.hpp"

namespace fsduel::drive {
namespace {

constexpr std::size_t kBlock = 4096;

}  // namespace

DataPool::DataPool(const DataPoolOptions& options)
    : bytes_(static_cast<std::size_t>(options.size.value)) {
  FSDUEL_CHECK(!bytes_.empty(), "a pool of data is empty");
  FSDUEL_CHECK(options.compressible_share >= 0 && options.compressible_share <= 1,
               "a share lies between 0 and 1");
  Random random(derive(options.seed, "data pool"));
  for (std::size_t i = 0; i < bytes_.size(); i += sizeof(std::uint64_t)) {
    const std::uint64_t word = random.next();
    std::memcpy(bytes_.data() + i, &word, std::min(sizeof(word), bytes_.size() - i));
  }
  const auto repeated =
      static_cast<std::size_t>(options.compressible_share * static_cast<double>(kBlock));
  for (std::size_t i = 0; i < bytes_.size(); i += kBlock) {
    std::fill_n(bytes_.begin() + static_cast<std::ptrdiff_t>(i),
                std::min(repeated, bytes_.size() - i), std::byte{0x61});
  }
}

}  // namespace fsduel::drive
