// Goal: space figures come from two statfs answers, and what a filesystem does not count is
// missing.
#include "probe/space.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sys/fake_system.hpp"

namespace fsduel::probe {
namespace {

using testing::HasSubstr;

SpaceReading make_reading(std::uint64_t free, std::uint64_t files_free) {
  return {.status = sys::SpaceStatus{.size = {900'000},
                                     .free = {free},
                                     .available = {free - 50'000},
                                     .block_size = {1000},
                                     .files = 1000,
                                     .files_free = files_free},
          .why = {}};
}

SpaceInputs make_inputs() {
  return {.empty = make_reading(880'000, 990),
          .filled = make_reading(580'000, 790),
          .allocated_kb = Measured::of(290),
          .device = {1'000'000},
          .stored = {250'000}};
}

Measured find_value(const std::vector<Observation>& all, std::string_view metric) {
  for (const auto& observation : all) {
    if (observation.metric == metric) return observation.value;
  }
  return Measured::missing("not observed");
}

TEST(Space, ComesFromTwoStatfsAnswers) {
  const auto all = observe_space(make_inputs());
  EXPECT_DOUBLE_EQ(*find_value(all, "space_used").value, 300.0);
  EXPECT_DOUBLE_EQ(*find_value(all, "space_per_byte").value, 1.2);
  EXPECT_DOUBLE_EQ(*find_value(all, "space_inodes").value, 200.0);
  EXPECT_DOUBLE_EQ(*find_value(all, "space_mkfs").value, 120.0);
  EXPECT_DOUBLE_EQ(*find_value(all, "space_reserved").value, 50.0);
  EXPECT_DOUBLE_EQ(*find_value(all, "space_allocated").value, 290.0);
}

TEST(Space, AFilesystemThatMakesInodesAsNeededHasNoInodeCount) {
  auto inputs = make_inputs();
  inputs.empty.status->files = inputs.filled.status->files = 0;
  inputs.empty.status->files_free = inputs.filled.status->files_free = 0;
  EXPECT_THAT(find_value(observe_space(inputs), "space_inodes").unavailable_reason,
              HasSubstr("as they are needed"));
}

TEST(Space, NothingStoredHasNoSpacePerByte) {
  auto inputs = make_inputs();
  inputs.stored = {};
  EXPECT_FALSE(find_value(observe_space(inputs), "space_per_byte").value);
  EXPECT_TRUE(find_value(observe_space(inputs), "space_used").value);
}

TEST(Space, UsedSpaceThatShrankIsNotANumber) {
  auto inputs = make_inputs();
  std::swap(inputs.empty, inputs.filled);
  const auto all = observe_space(inputs);
  EXPECT_THAT(find_value(all, "space_used").unavailable_reason, HasSubstr("shrank"));
  EXPECT_THAT(find_value(all, "space_inodes").unavailable_reason, HasSubstr("shrank"));
}

TEST(Space, WithoutStatfsEverythingHasItsReason) {
  auto inputs = make_inputs();
  inputs.empty = {.status = {}, .why = "cannot ask"};
  inputs.allocated_kb = Measured::missing("cannot ask");
  for (const auto& observation : observe_space(inputs))
    EXPECT_EQ(observation.value.unavailable_reason, "cannot ask") << observation.metric;
}

TEST(Space, ADirectoryCandidateHasNoMkfs) {
  auto inputs = make_inputs();
  inputs.device = {};
  EXPECT_THAT(find_value(observe_space(inputs), "space_mkfs").unavailable_reason,
              HasSubstr("no block device"));
}

TEST(Space, AllocatedIsTheSumOverTheTree) {
  sys::FakeSystem system;
  system.set_text("/tmp/tree/a", std::string(5000, 'x'));
  system.set_text("/tmp/tree/deep/er/b", std::string(100, 'x'));
  double expected = 0;
  for (const char* path :
       {"/tmp/tree", "/tmp/tree/a", "/tmp/tree/deep", "/tmp/tree/deep/er", "/tmp/tree/deep/er/b"})
    expected += static_cast<double>(system.find_status(path)->allocated.value);
  ASSERT_GT(expected, 5000.0);
  EXPECT_DOUBLE_EQ(*read_allocated(system, "/tmp/tree").value, expected / 1000.0);
}

TEST(Space, AnAbsentTreeIsAReason) {
  sys::FakeSystem system;
  EXPECT_FALSE(read_allocated(system, "/tmp/none").value);
}

}  // namespace
}  // namespace fsduel::probe
