#include "lab/machine_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sys/fake_system.hpp"

namespace fsduel::lab {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

TEST(MachineReader, ProcFilesystemsWithoutADeviceAreLeftOut) {
  EXPECT_THAT(parse_proc_filesystems("nodev\tsysfs\n\text3\nnodev\ttmpfs\n\txfs\n"),
              ElementsAre("ext3", "xfs"));
}

TEST(MachineReader, ModulesThatCanBeLoadedCount) {
  EXPECT_THAT(parse_module_filesystems("kernel/fs/jfs/jfs.ko: kernel/fs/nls/nls_base.ko\n"
                                       "kernel/fs/reiserfs/reiserfs.ko.xz:\n"
                                       "kernel/drivers/net/dummy.ko:\n"),
              ElementsAre("jfs", "reiserfs"));
}

TEST(MachineReader, KernelOptionsHaveThreeAnswers) {
  const char* config = "CONFIG_XFS_FS=y\n# CONFIG_XFS_SUPPORT_V4 is not set\nCONFIG_EXT2_FS=m\n";
  EXPECT_EQ(find_kernel_option(config, "XFS_FS"), "y");
  EXPECT_EQ(find_kernel_option(config, "XFS_SUPPORT_V4"), "n");
  EXPECT_EQ(find_kernel_option(config, "EXT2_FS"), "m");
  EXPECT_EQ(find_kernel_option(config, "JFS_FS"), "");
}

TEST(MachineReader, MemoryIsTheKernelsTotal) {
  EXPECT_EQ(find_memory("MemTotal:       24684084 kB\nMemFree: 1 kB\n"), Bytes{24684084ULL * 1024});
  EXPECT_EQ(find_memory("MemFree: 1 kB\n"), Bytes{});
  sys::FakeSystem system;
  system.set_text("/proc/meminfo", "MemTotal: 2048 kB\n");
  EXPECT_EQ(read_machine(system, {}).memory, Bytes{2 << 20});
}

TEST(MachineReader, WhoServesExt2DependsOnTheKernel) {
  sys::FakeSystem system;
  system.set_kernel_release("6.1.0");
  system.set_text("/proc/filesystems", "\text3\n\text2\n\text4\n\txfs\n");
  EXPECT_THAT(read_machine(system, {}).ext_drivers, ElementsAre("ext2", "ext3"));
  system.set_text("/boot/config-6.1.0", "CONFIG_EXT2_FS=y\n");
  EXPECT_THAT(read_machine(system, {}).ext_drivers, ElementsAre("ext3"));
}

TEST(MachineReader, AnOldXfsFormatNeedsKernelSupport) {
  sys::FakeSystem system;
  system.set_kernel_release("6.18.0");
  EXPECT_EQ(read_machine(system, {}).xfs_v4, Ability::yes);  // unknown: the mount will tell
  system.set_text("/boot/config-6.18.0", "# CONFIG_XFS_SUPPORT_V4 is not set\n");
  EXPECT_EQ(read_machine(system, {}).xfs_v4, Ability::no);
}

TEST(MachineReader, WithoutRootThereAreNoLoopDevices) {
  sys::FakeSystem system;
  system.set_root(false);
  const Machine machine = read_machine(system, {});
  EXPECT_EQ(machine.root, Ability::no);
  EXPECT_EQ(machine.loop_devices, Ability::no);
  EXPECT_FALSE(machine.loop_reason.empty());
}

TEST(MachineReader, ToolsThatAreMissingHaveNoPath) {
  sys::FakeSystem system;
  const Machine machine = read_machine(system, {.tools = {"mkfs.xfs", "mkfs.nothing"}});
  EXPECT_FALSE(find_tool(machine, "mkfs.xfs")->path.empty());
  EXPECT_TRUE(find_tool(machine, "mkfs.nothing")->path.empty());
}

}  // namespace
}  // namespace fsduel::lab
