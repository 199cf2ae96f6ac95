// Goal: the manifest names every fact of the machine, with a reason where this machine has none,
// and tells what lies below a loop device.
#include "probe/manifest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "probe/kernel_config.hpp"
#include "sys/fake_system.hpp"

namespace fsduel::probe {
namespace {

using testing::StartsWith;

std::string fact(const Facts& facts, std::string_view name) {
  return find_fact(facts, name).value_or("no such fact");
}

TEST(Manifest, AnEmptyMachineHasAReasonForEachFact) {
  sys::FakeSystem system;
  const auto facts = read_manifest(system);
  EXPECT_GT(facts.size(), 30u);
  for (const auto& entry : facts) EXPECT_FALSE(entry.value.empty()) << entry.name;
  EXPECT_THAT(fact(facts, "clocksource"), StartsWith("not available ("));
  EXPECT_THAT(fact(facts, "CPU model"), StartsWith("not available ("));
  EXPECT_THAT(fact(facts, "CONFIG_HZ"), StartsWith("not available ("));
}

TEST(Manifest, FactsAreReadFromTheirFiles) {
  sys::FakeSystem system;
  system.set_text("/proc/cpuinfo", "model name\t: AMD EPYC\nflags\t: fpu hypervisor\n");
  system.set_text("/proc/sys/vm/dirty_ratio", "20\n");
  system.set_text("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  system.set_text("/sys/devices/system/cpu/vulnerabilities/meltdown", "Mitigation: PTI\n");
  system.set_text("/proc/meminfo", "MemTotal: 2097152 kB\n");
  const auto facts = read_manifest(system);
  EXPECT_EQ(fact(facts, "CPU model"), "AMD EPYC");
  EXPECT_THAT(fact(facts, "virtual machine"), StartsWith("yes"));
  EXPECT_EQ(fact(facts, "vm.dirty_ratio"), "20");
  EXPECT_EQ(fact(facts, "transparent huge pages"), "madvise");
  EXPECT_EQ(fact(facts, "CPU mitigations"), "meltdown: Mitigation: PTI");
  EXPECT_EQ(fact(facts, "MemTotal"), "2 GiB");
}

TEST(Manifest, LimitsOfTheControlGroupAreNamedAndTheUnlimitedAreNot) {
  sys::FakeSystem system;
  system.set_text("/proc/self/cgroup", "5:memory:/a\n0::/b\n");
  system.set_text("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "9223372036854771712\n");
  system.set_text("/sys/fs/cgroup/b/cpu.max", "max 100000\n");
  EXPECT_EQ(fact(read_manifest(system), "cgroup limits"), "none seen");
  system.set_text("/sys/fs/cgroup/b/memory.max", "1048576\n");
  EXPECT_EQ(fact(read_manifest(system), "cgroup limits"), "memory.max 1048576");
}

TEST(Manifest, KernelOptionsComeFromTheConfigurationInBoot) {
  sys::FakeSystem system;
  system.set_kernel_release("6.1.0");
  system.set_text("/boot/config-6.1.0", "CONFIG_HZ=250\n# CONFIG_PSI is not set\n");
  const auto facts = read_manifest(system);
  EXPECT_EQ(fact(facts, "CONFIG_HZ"), "250");
  EXPECT_EQ(fact(facts, "CONFIG_PSI"), "n");
  EXPECT_EQ(fact(facts, "CONFIG_PREEMPT"), "not known here");
}

TEST(KernelConfig, IsUnpackedFromProcWhereBootHasNone) {
  sys::FakeSystem system;
  system.set_text("/proc/config.gz", "packed");
  system.set_program("zcat", [](sys::FakeSystem&, const Command& command, const sys::RunLimits&) {
    sys::ProcessResult result;
    result.output = "CONFIG_OF=" + command.argv.at(1) + "\n";
    return result;
  });
  EXPECT_EQ(find_kernel_option(read_kernel_config(system), "OF"), "/proc/config.gz");
}

TEST(DiskFacts, ALoopDeviceNamesWhatLiesBelow) {
  sys::FakeSystem system;
  system.add_block_device("/dev/sda", kMiB);
  ASSERT_TRUE(system.stamp_filesystem("/dev/sda", "ext4"));
  ASSERT_TRUE(system.make_directory("/data", 0755));
  system.mount({.type = "ext4", .source = "/dev/sda", .target = "/data", .options = {}});
  system.set_text("/data/image", "x");
  system.set_text("/sys/block/loop0/loop/backing_file", "/data/image\n");
  system.set_text("/sys/block/loop0/loop/dio", "1\n");
  system.set_text("/sys/class/block/loop0/size", "2048\n");
  system.set_text("/sys/class/block/loop0/queue/scheduler", "none [mq-deadline] bfq\n");
  const auto facts = read_disk_facts(system, "loop0");
  EXPECT_EQ(fact(facts, "disk loop0 size"), "1 MiB");
  EXPECT_EQ(fact(facts, "disk loop0 scheduler"), "mq-deadline");
  EXPECT_EQ(fact(facts, "disk loop0 backing file"), "/data/image");
  EXPECT_EQ(fact(facts, "disk loop0 loop dio"), "1");
  EXPECT_EQ(fact(facts, "disk loop0 backing filesystem"), "ext4 on /dev/sda (/data)");
  EXPECT_THAT(fact(facts, "disk loop0 model"), StartsWith("not available ("));
}

TEST(DiskFacts, APlainDiskHasNoLoopFacts) {
  sys::FakeSystem system;
  EXPECT_EQ(find_fact(read_disk_facts(system, "sda"), "disk sda backing file"), std::nullopt);
}

}  // namespace
}  // namespace fsduel::probe
