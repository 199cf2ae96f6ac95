#include "sys/mount_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>

namespace fsduel::sys {
namespace {

using Form = MountPlan::Parameter::Form;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(MountWords, WordsOfTheMountBecomeAttributes) {
  const MountPlan plan = plan_mount({"noatime", "nodiratime", "nodev", "nosuid", "noexec"});
  EXPECT_EQ(plan.attributes,
            std::uint64_t{MOUNT_ATTR_NOATIME | MOUNT_ATTR_NODIRATIME | MOUNT_ATTR_NODEV |
                          MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC});
  EXPECT_THAT(plan.parameters, IsEmpty());
}

TEST(MountWords, LaterWordWins) {
  EXPECT_EQ(plan_mount({"noatime", "relatime"}).attributes, 0U);
  EXPECT_EQ(plan_mount({"noatime", "strictatime"}).attributes,
            std::uint64_t{MOUNT_ATTR_STRICTATIME});
  EXPECT_EQ(plan_mount({"noexec", "exec"}).attributes, 0U);
  EXPECT_EQ(plan_classic_mount({"noatime", "relatime"}).flags,
            static_cast<unsigned long>(MS_RELATIME));
}

TEST(MountWords, ReadOnlyIsForMountAndSuperblock) {
  const MountPlan plan = plan_mount({"ro"});
  EXPECT_EQ(plan.attributes, std::uint64_t{MOUNT_ATTR_RDONLY});
  EXPECT_THAT(plan.parameters, ElementsAre(MountPlan::Parameter{"ro", "", Form::flag}));
}

TEST(MountWords, SuperblockFlagsAndOwnWordsAreParameters) {
  const MountPlan plan = plan_mount({"sync", "dirsync", "lazytime", "logbufs=8", "nobarrier"});
  EXPECT_EQ(plan.attributes, 0U);
  EXPECT_THAT(plan.parameters, ElementsAre(MountPlan::Parameter{"sync", "", Form::flag},
                                           MountPlan::Parameter{"dirsync", "", Form::flag},
                                           MountPlan::Parameter{"lazytime", "", Form::flag},
                                           MountPlan::Parameter{"logbufs", "8", Form::text},
                                           MountPlan::Parameter{"nobarrier", "", Form::flag}));
}

TEST(MountWords, ValueMayHoldAnEqualsSign) {
  EXPECT_THAT(plan_mount({"a=b=c"}).parameters,
              ElementsAre(MountPlan::Parameter{"a", "b=c", Form::text}));
}

TEST(MountWords, WordsOfFstabMeanNothing) {
  const MountPlan plan = plan_mount({"defaults", "noauto", "nofail", "_netdev", ""});
  EXPECT_EQ(plan.attributes, 0U);
  EXPECT_THAT(plan.parameters, IsEmpty());
  EXPECT_EQ(plan_classic_mount({"defaults", "nofail"}).data, "");
}

TEST(MountWords, ClassicFormJoinsTheFilesystemsOwnWords) {
  const ClassicMountPlan plan =
      plan_classic_mount({"noatime", "logbufs=8", "sync", "lazytime", "ro", "nobarrier"});
  EXPECT_EQ(plan.flags,
            static_cast<unsigned long>(MS_NOATIME | MS_SYNCHRONOUS | MS_LAZYTIME | MS_RDONLY));
  EXPECT_EQ(plan.data, "logbufs=8,nobarrier");
}

}  // namespace
}  // namespace fsduel::sys
