#include "workload/op_queue.hpp"

#include <gtest/gtest.h>

#include <array>

namespace fsduel::workload {
namespace {

TEST(OpQueue, HandsOutInOrderAcrossBatchesAndKeepsNames) {
  OpQueue queue;
  for (int i = 0; i < 5; ++i) {
    queue.add(OpKind::stat).name = queue.keep_name("n" + std::to_string(i));
  }
  std::array<Op, 3> first{};
  std::array<Op, 3> second{};
  EXPECT_EQ(queue.hand_out(first), 3u);
  EXPECT_FALSE(queue.is_empty());
  EXPECT_EQ(queue.hand_out(second), 2u);
  EXPECT_TRUE(queue.is_empty());
  EXPECT_STREQ(first[2].name, "n2");
  EXPECT_STREQ(second[1].name, "n4");
  EXPECT_STREQ(first[0].name, "n0") << "names of an earlier batch lived as long as the queue's";
}

// Names beyond the arena must survive without moving the others.
TEST(OpQueue, KeepsMoreNamesThanItHasRoomFor) {
  OpQueue queue;
  std::vector<const char*> kept;
  for (int i = 0; i < 200; ++i) {
    kept.push_back(queue.keep_name(std::string(1000, static_cast<char>('a' + i % 26))));
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(kept[i], std::string(1000, static_cast<char>('a' + i % 26)));
  }
  EXPECT_FALSE(queue.has_room(256));
  queue.clear();
  EXPECT_TRUE(queue.has_room(256));
}

TEST(OpQueue, KeepsDataPiecesApart) {
  OpQueue queue;
  const auto room = queue.data_room(4);
  room[0] = std::byte{1};
  const std::byte* const first = queue.take_data(1);
  queue.data_room(4)[0] = std::byte{2};
  const std::byte* const second = queue.take_data(1);
  EXPECT_EQ(*first, std::byte{1});
  EXPECT_EQ(*second, std::byte{2});
}

}  // namespace
}  // namespace fsduel::workload
