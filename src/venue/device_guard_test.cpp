// Every reason why a device must not be overwritten, on a machine in memory.
#include "venue/device_guard.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/text.hpp"
#include "sys/fake_system.hpp"
#include "sys/faulty_system.hpp"

namespace fsduel::venue {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kFree = "/dev/sdz";

struct Bench {
  sys::FakeSystem system;
  DeviceClaim claim{.device = kFree, .wipe = {kFree}, .wipe_signature = {}, .work_directory = {}};

  Bench() {
    add_disk("sdz", "8:16");
    system.make_directory("/mnt", 0755);
  }
  void add_disk(const std::string& name, const std::string& number) {
    system.add_block_device("/dev/" + name, Bytes{1 << 30});
    system.set_text("/sys/class/block/" + name + "/dev", number + "\n");
    system.set_text("/sys/class/block/" + name + "/ro", "0\n");
  }
  void add_partition(const std::string& disk, const std::string& name) {
    system.add_block_device("/dev/" + name, Bytes{1 << 20});
    const std::string folder = "/sys/class/block/" + disk + "/" + name;
    system.set_text(folder + "/partition", "1\n");
    system.set_text(folder + "/dev", "8:17\n");
    system.set_text(folder + "/ro", "0\n");
    system.set_link("/sys/class/block/" + name, folder);
  }
  void mount(const std::string& device) {
    ASSERT_TRUE(system.stamp_filesystem(device, "ext4"));
    system.mount({.type = "ext4", .source = device, .target = "/mnt", .options = {}});
  }
  std::vector<std::string> objections() { return examine_device(system, claim).objections; }
};

TEST(DeviceGuard, AFreeDeviceThatIsNamedMayBeWritten) {
  Bench bench;
  EXPECT_THAT(bench.objections(), IsEmpty());
  bench.claim.wipe = {"/dev/other", kFree};
  EXPECT_THAT(bench.objections(), IsEmpty());
}

TEST(DeviceGuard, WithoutTheWordsItMayNot) {
  Bench bench;
  bench.claim.wipe = {"/dev/other"};
  EXPECT_THAT(bench.objections(), ElementsAre(HasSubstr("not named by --wipe")));
}

TEST(DeviceGuard, OnlyBlockDevicesAreDevices) {
  Bench bench;
  bench.system.set_text("/dev/file", "x");
  bench.claim.device = "/dev/file";
  EXPECT_THAT(bench.objections(), ElementsAre("it is not a block device"));
  bench.claim.device = "/dev";
  EXPECT_THAT(bench.objections(), ElementsAre("it is not a block device"));
  bench.claim.device = "/dev/nothing";
  EXPECT_THAT(bench.objections(), ElementsAre("there is no such device"));
}

TEST(DeviceGuard, AMountIsNamedAlsoBehindALink) {
  Bench bench;
  bench.mount(kFree);
  bench.system.set_link("/dev/by-id", "sdz");
  bench.claim.device = "/dev/by-id";
  EXPECT_THAT(bench.objections(), testing::Contains("sdz is mounted on /mnt"));
}

TEST(DeviceGuard, PartitionAndDiskStandForEachOther) {
  Bench bench;
  bench.add_partition("sdz", "sdz1");
  bench.mount("/dev/sdz1");
  EXPECT_THAT(bench.objections(), testing::Contains("sdz1 is mounted on /mnt"));
  Bench other;
  other.add_partition("sdz", "sdz1");
  other.mount(kFree);
  other.claim.device = "/dev/sdz1";
  other.claim.wipe = {"/dev/sdz1"};
  EXPECT_THAT(other.objections(), testing::Contains("sdz is mounted on /mnt"));
}

TEST(DeviceGuard, SwapAndHoldersAreNamed) {
  Bench bench;
  bench.system.set_text("/proc/swaps",
                        "Filename Type Size Used Priority\n/dev/sdz partition 1 0 -2\n");
  bench.system.set_text("/sys/class/block/sdz/holders/md0", "");
  EXPECT_THAT(bench.objections(), testing::Contains("sdz is swap space in use"));
  EXPECT_THAT(bench.objections(), testing::Contains(HasSubstr("sdz is held by md0")));
}

TEST(DeviceGuard, ALoopDeviceStandsForWhatItLiesOn) {
  Bench bench;
  bench.system.set_text("/i", std::string(4096, 'x'));
  const auto used = bench.system.attach_loop("/i", {});
  const auto second = bench.system.attach_loop("/i", {});
  for (const auto* loop : {&used, &second}) {
    bench.system.set_text("/sys/class/block/" + loop->name() + "/ro", "0\n");
  }
  bench.claim.device = second.device();
  bench.claim.wipe = {second.device()};
  EXPECT_THAT(bench.objections(), ElementsAre("the file of loop1 is used by the loop device loop0 "
                                              "too"));
}

TEST(DeviceGuard, ALoopDeviceOverAMountedDeviceIsAsMountedAsThat) {
  Bench bench;
  const auto loop = bench.system.attach_loop(kFree, {});
  bench.system.set_text("/sys/class/block/" + loop.name() + "/ro", "0\n");
  EXPECT_THAT(bench.objections(), ElementsAre("sdz is used by the loop device loop0"));
  bench.claim.device = loop.device();
  bench.claim.wipe = {loop.device()};
  EXPECT_THAT(bench.objections(), IsEmpty());
  bench.mount(kFree);
  EXPECT_THAT(bench.objections(), testing::Contains("sdz is mounted on /mnt"));
}

TEST(DeviceGuard, AReadOnlyDeviceIsRefused) {
  Bench bench;
  bench.system.set_text("/sys/class/block/sdz/ro", "1\n");
  EXPECT_THAT(bench.objections(), ElementsAre("it is read-only"));
}

TEST(DeviceGuard, TheProgramThatHoldsItIsNamed) {
  Bench bench;
  bench.system.hold_exclusively(kFree);
  EXPECT_THAT(bench.objections(),
              ElementsAre(HasSubstr("another program, or a mount that is not")));
  bench.system.set_text("/proc/77/comm", "dd\n");
  bench.system.set_link("/proc/77/fd/4", kFree);
  EXPECT_THAT(bench.objections(),
              ElementsAre("it is held exclusively; it is open in dd (process 77)"));
}

TEST(DeviceGuard, ASignatureMustBeNamedToBeOverwritten) {
  Bench bench;
  bench.system.stamp_filesystem(kFree, "xfs");
  EXPECT_THAT(bench.objections(), ElementsAre(HasSubstr("signature of xfs: --wipe-signature xfs")));
  bench.claim.wipe_signature = "ext4";
  EXPECT_EQ(bench.objections().size(), 1U);
  bench.claim.wipe_signature = "xfs";
  EXPECT_THAT(bench.objections(), IsEmpty());
  bench.claim.wipe_signature = {};
  bench.claim.signatures = DeviceClaim::Signatures::ours;
  EXPECT_THAT(bench.objections(), IsEmpty());
}

TEST(DeviceGuard, TheDiskOfTheWorkFolderIsRefused) {
  Bench bench;
  bench.add_partition("sdz", "sdz1");
  bench.add_partition("sdz", "sdz2");
  bench.mount("/dev/sdz1");
  bench.claim.work_directory = "/mnt";
  bench.claim.device = "/dev/sdz2";
  bench.claim.wipe = {"/dev/sdz2"};
  EXPECT_THAT(bench.objections(), ElementsAre("sdz holds the work folder"));
  bench.claim.work_directory = "/mnt/not/made/yet";
  EXPECT_THAT(bench.objections(), ElementsAre("sdz holds the work folder"));
}

// A look that fails must not hide what it would have seen.
TEST(DeviceGuard, NoFailingCallMakesADeviceInUseLookFree) {
  const auto occupy = [](Bench& bench) {
    bench.mount(kFree);
    bench.system.set_text("/proc/swaps", "Filename Type Size\n/dev/sdq partition 1 0 -2\n");
  };
  Bench counting;
  occupy(counting);
  sys::FaultySystem counted(counting.system, 0, EIO);
  (void)examine_device(counted, counting.claim);
  for (std::size_t call = 1; call <= counted.calls().size(); ++call) {
    Bench bench;
    occupy(bench);
    sys::FaultySystem faulty(bench.system, call, EIO);
    try {
      EXPECT_FALSE(examine_device(faulty, bench.claim).objections.empty()) << faulty.calls().back();
    } catch (const Error& error) {
      EXPECT_EQ(error.parts().errno_value, EIO);
    }
  }
}

TEST(DeviceGuard, ANameThatLeadsElsewhereNowIsRefusedAtTheMomentOfWriting) {
  Bench bench;
  bench.add_disk("sdy", "8:32");
  bench.system.set_link("/dev/link", "sdz");
  bench.claim.device = "/dev/link";
  bench.claim.wipe = {"/dev/link"};
  const auto before = examine_device(bench.system, bench.claim).identity;
  ASSERT_TRUE(before.has_value());
  EXPECT_EQ(guard_device(bench.system, bench.claim, *before).path, kFree);
  bench.system.remove_file("/dev/link");
  bench.system.set_link("/dev/link", "sdy");
  try {
    (void)guard_device(bench.system, bench.claim, *before);
    FAIL() << "another device passed";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("leads to another device"));
    EXPECT_EQ(error.parts().exit_code, ExitCode::usage);
  }
}

}  // namespace
}  // namespace fsduel::venue
