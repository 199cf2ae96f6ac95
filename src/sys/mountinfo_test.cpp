#include "sys/mountinfo.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/sysmacros.h>

namespace fsduel::sys {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Mountinfo, ReadsAllFields) {
  const auto mounts = parse_mountinfo(
      "36 35 98:17 /sub /mnt rw,noatime master:1 propagate_from:2 - xfs /dev/loop9 "
      "rw,logbufs=8\n");
  ASSERT_EQ(mounts.size(), 1U);
  const MountEntry& entry = mounts[0];
  EXPECT_EQ(entry.id, 36);
  EXPECT_EQ(entry.parent_id, 35);
  EXPECT_EQ(entry.device, makedev(98, 17));
  EXPECT_EQ(entry.root, "/sub");
  EXPECT_EQ(entry.target, "/mnt");
  EXPECT_EQ(entry.type, "xfs");
  EXPECT_EQ(entry.source, "/dev/loop9");
  EXPECT_THAT(entry.options, ElementsAre("rw", "noatime"));
  EXPECT_THAT(entry.super_options, ElementsAre("rw", "logbufs=8"));
}

TEST(Mountinfo, DecodesOctalEscapes) {
  EXPECT_EQ(decode_octal_escapes(R"(a\040b\011c\012d\134e)"), "a b\tc\nd\\e");
  EXPECT_EQ(decode_octal_escapes(R"(\04)"), R"(\04)");
  EXPECT_EQ(decode_octal_escapes(R"(\777)"), R"(\777)");
  EXPECT_EQ(decode_octal_escapes(R"(end\134)"), R"(end\)");
  const auto mounts = parse_mountinfo("1 2 3:4 / /a\\040b rw - tmpfs no\\040thing rw\n");
  ASSERT_EQ(mounts.size(), 1U);
  EXPECT_EQ(mounts[0].target, "/a b");
  EXPECT_EQ(mounts[0].source, "no thing");
}

TEST(Mountinfo, TakesAnEmptySource) {
  const auto mounts = parse_mountinfo("1 2 3:4 / /a rw - tmpfs  rw\n");
  ASSERT_EQ(mounts.size(), 1U);
  EXPECT_EQ(mounts[0].source, "");
  EXPECT_THAT(mounts[0].super_options, ElementsAre("rw"));
}

TEST(Mountinfo, LeavesOutWhatHasAnotherForm) {
  EXPECT_THAT(parse_mountinfo(""), IsEmpty());
  EXPECT_THAT(parse_mountinfo("1 2 3:4 / /a rw shared:1 tmpfs none rw\n"), IsEmpty());
  EXPECT_THAT(parse_mountinfo("1 2 3 / /a rw - tmpfs none rw\n"), IsEmpty());
  EXPECT_THAT(parse_mountinfo("x 2 3:4 / /a rw - tmpfs none rw\n"), IsEmpty());
  EXPECT_THAT(parse_mountinfo("99999999999 2 3:4 / /a rw - tmpfs none rw\n"), IsEmpty());
  EXPECT_EQ(parse_mountinfo("rubbish\n1 2 3:4 / /a rw - tmpfs none rw\n").size(), 1U);
}

TEST(Mountinfo, FindsTheTopmostMount) {
  const auto mounts =
      parse_mountinfo("1 2 3:4 / /a rw - ext4 /dev/x rw\n5 1 3:5 / /a rw - xfs /dev/y rw\n");
  ASSERT_NE(find_mount(mounts, "/a"), nullptr);
  EXPECT_EQ(find_mount(mounts, "/a")->type, "xfs");
  EXPECT_EQ(find_mount(mounts, "/a/"), nullptr);
}

}  // namespace
}  // namespace fsduel::sys
