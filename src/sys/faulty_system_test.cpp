// The fault sweep: set-up and tear-down of a filesystem with the 1st, 2nd, ... Nth call failing.
// After each, nothing is mounted, attached or left over.
#include "sys/faulty_system.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "base/error.hpp"
#include "sys/fake_system.hpp"
#include "sys/journal.hpp"
#include "sys/mount_hold.hpp"

namespace fsduel::sys {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

void make_mount_and_free(System& system) {
  const StopFlag stop;
  system.write_image({"/i", kMiB * 64}, stop, {});
  LoopAttachment loop = system.attach_loop("/i", {});
  const ProcessResult made = system.run({{"mkfs.ext4", loop.device()}}, {});
  ASSERT_TRUE(made.succeeded());
  MountHold mount(system, {"ext4", loop.device(), "/mnt", {"noatime"}});
  system.sync_filesystem("/mnt");
  mount.close();
  loop.close();
}

class FaultSweep : public ::testing::TestWithParam<int> {};

TEST_P(FaultSweep, LeavesNothingMountedOrAttached) {
  bool has_failed = true;
  std::size_t call = 0;
  while (has_failed) {
    FakeSystem machine;
    machine.make_directory("/mnt", 0755);
    FaultySystem faulty(machine, ++call, GetParam());
    try {
      make_mount_and_free(faulty);
    } catch (const Error& error) {
      EXPECT_EQ(error.parts().errno_value, GetParam());
      EXPECT_THAT(error.what(), HasSubstr("Try: "));
    }
    has_failed = faulty.has_failed();
    EXPECT_THAT(machine.read_mounts(), IsEmpty()) << faulty.calls().back();
    EXPECT_THAT(machine.read_loops(), IsEmpty()) << faulty.calls().back();
    ASSERT_LT(call, 100U);
  }
  // write, attach, mkfs, mount, sync, unmount, close; the next run has no failure.
  EXPECT_EQ(call, 8U);
}

TEST_P(FaultSweep, JournalGivesBackWhateverFailed) {
  bool has_failed = true;
  for (std::size_t call = 1; has_failed; ++call) {
    FakeSystem machine;
    machine.set_text("/sys/x", "old\n");
    FaultySystem faulty(machine, call, GetParam());
    try {
      Journal journal(faulty, "/state");
      try {
        journal.make_directory("/work", Contents::ours);
        journal.make_file("/work/i");
        journal.change_setting("/sys/x", "new");
      } catch (const Error&) {
        static_cast<void>(journal.give_back_all());
        throw;
      }
      static_cast<void>(journal.give_back_all());
    } catch (const Error& error) {
      EXPECT_EQ(error.parts().errno_value, GetParam());
    }
    has_failed = faulty.has_failed();
    // What the tear-down itself could not do, the next start does.
    machine.remove_process(machine.own_process().pid);
    machine.set_own_process({2000, 9000});
    static_cast<void>(sweep(machine, "/state", SweepMode::free));
    EXPECT_EQ(machine.find_status("/work"), std::nullopt) << faulty.calls().back();
    EXPECT_THAT(*machine.read_text("/sys/x"), HasSubstr("old")) << faulty.calls().back();
    ASSERT_LT(call, 100U);
  }
}

INSTANTIATE_TEST_SUITE_P(Errnos, FaultSweep, ::testing::Values(EIO, ENOSPC, EBUSY, EINTR, EPERM));

TEST(FaultySystem, FailsExactlyTheChosenCallWithoutDoingIt) {
  FakeSystem machine;
  FaultySystem faulty(machine, 2, ENOSPC);
  faulty.make_file("/a");
  EXPECT_FALSE(faulty.has_failed());
  EXPECT_THROW(faulty.make_file("/b"), Error);
  EXPECT_TRUE(faulty.has_failed());
  EXPECT_EQ(machine.find_status("/b"), std::nullopt);
  faulty.make_file("/c");
  EXPECT_THAT(faulty.calls(),
              ::testing::ElementsAre("make file /a", "make file /b", "make file /c"));
}

TEST(FakeSystem, ChoiceKeepsItsOtherWords) {
  FakeSystem machine;
  machine.set_text("/sys/q", "[none] bfq\n");
  machine.write_text("/sys/q", "bfq");
  EXPECT_EQ(machine.read_text("/sys/q"), "none [bfq]\n");
  EXPECT_THROW(machine.write_text("/sys/q", "nosuch"), Error);
}

TEST(FakeSystem, FollowsLinksWhenItResolves) {
  FakeSystem machine;
  machine.add_block_device("/dev/sda", kGiB);
  machine.set_link("/dev/disk/by-id/x", "../../sda");
  machine.set_link("/l", "/dev/disk");
  EXPECT_EQ(machine.resolve_path("/l/by-id/x"), "/dev/sda");
  machine.set_link("/a", "/b");
  machine.set_link("/b", "/a");
  EXPECT_THROW((void)machine.resolve_path("/a"), Error);
}

}  // namespace
}  // namespace fsduel::sys
