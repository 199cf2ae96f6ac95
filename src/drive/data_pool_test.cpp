#include "drive/data_pool.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace fsduel::drive {
namespace {

TEST(DataPool, EqualSeedEqualBytes) {
  const DataPool a({.seed = 5, .size = Bytes{10000}});
  const DataPool b({.seed = 5, .size = Bytes{10000}});
  const DataPool c({.seed = 6, .size = Bytes{10000}});
  EXPECT_EQ(std::memcmp(a.data(), b.data(), 10000), 0);
  EXPECT_NE(std::memcmp(a.data(), c.data(), 10000), 0);
}

// Every value of a byte comes about equally often: nothing to compress.
TEST(DataPool, IsIncompressibleUnlessAskedFor) {
  const DataPool pool({.size = kMiB});
  std::array<int, 256> counts{};
  for (std::size_t i = 0; i < pool.size(); ++i)
    ++counts[std::to_integer<std::size_t>(pool.data()[i])];
  for (const int count : counts) EXPECT_NEAR(count, 4096, 400);
}

TEST(DataPool, RepeatsTheShareOfEachBlockThatIsAskedFor) {
  const DataPool pool({.size = kKiB * 64, .compressible_share = 0.25});
  for (std::size_t block = 0; block < pool.size(); block += 4096) {
    for (std::size_t i = 0; i < 1024; ++i) ASSERT_EQ(pool.data()[block + i], std::byte{0x61});
  }
  EXPECT_NE(std::memcmp(pool.data() + 1024, pool.data() + 1500, 100), 0);
}

TEST(PoolCursor, StaysInThePoolAndBeginsAtSectors) {
  const DataPool pool({.size = Bytes{4096}});
  PoolCursor cursor(pool);
  for (const std::size_t length : {100u, 600u, 3000u, 4096u, 9000u, 1u}) {
    const auto piece = cursor.next(length);
    EXPECT_EQ(piece.length, std::min<std::size_t>(length, 4096));
    EXPECT_GE(piece.data, pool.data());
    EXPECT_LE(piece.data + piece.length, pool.data() + pool.size());
    EXPECT_EQ((piece.data - pool.data()) % 512, 0);
  }
}

TEST(PoolCursor, GivesFreshBytesUntilTheEnd) {
  const DataPool pool({.size = Bytes{4096}});
  PoolCursor cursor(pool);
  const auto first = cursor.next(512);
  const auto second = cursor.next(512);
  EXPECT_EQ(second.data, first.data + 512);
}

}  // namespace
}  // namespace fsduel::drive
