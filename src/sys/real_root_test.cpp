// What only the real kernel can show about loop devices and mounts: its words, its flags, its
// holders, and what it leaves after a kill -9.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "base/error.hpp"
#include "base/fd.hpp"
#include "sys/contract_fixture.hpp"
#include "sys/journal.hpp"
#include "sys/mount_calls.hpp"
#include "sys/mount_hold.hpp"
#include "sys/root_world.hpp"

namespace fsduel::sys {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class RealMount : public ContractTest<RootWorld<Ext4>> {
 protected:
  void SetUp() override {
    if (!world_.why_not().empty()) GTEST_SKIP() << world_.why_not();
    system().write_image({image_, world_.image_size()}, stop_, {});
    system().make_directory(target_, 0755);
    loop_.emplace(system().attach_loop(image_, {}));
    const ProcessResult made = system().run(world_.mkfs(loop_->device()), {});
    ASSERT_TRUE(made.succeeded()) << render_failure(made);
  }
  MountRequest request(std::vector<std::string> options) {
    return {"ext4", loop_->device(), target_, std::move(options)};
  }
  std::string words_of_failed(const MountRequest& request) {
    try {
      system().mount(request);
    } catch (const Error& error) {
      return error.what();
    }
    system().unmount(target_);
    return {};
  }
  MountEntry entry() { return *find_mount(system().read_mounts(), target_); }

  StopFlag stop_;
  std::string image_ = path("image");
  std::string target_ = path("mnt");
  std::optional<LoopAttachment> loop_;
};

TEST_F(RealMount, ErrorHasTheKernelsOwnWords) {
  EXPECT_THAT(words_of_failed(request({"nosuchword"})), HasSubstr("nosuchword"));
  EXPECT_THAT(words_of_failed(request({"commit=x"})), HasSubstr("commit"));
  EXPECT_THAT(words_of_failed({"ext4", path("absent"), target_, {}}), HasSubstr("absent"));
}

TEST_F(RealMount, WordsReachMountAndSuperblock) {
  const MountHold mount(system(), request({"noatime", "nodiratime", "nodev", "nosuid", "noexec",
                                           "sync", "dirsync", "lazytime", "commit=7"}));
  for (const char* word : {"noatime", "nodiratime", "nodev", "nosuid", "noexec"}) {
    EXPECT_THAT(entry().options, Contains(word));
  }
  for (const char* word : {"sync", "dirsync", "lazytime", "commit=7"}) {
    EXPECT_THAT(entry().super_options, Contains(word));
  }
}

TEST_F(RealMount, ReadOnlyIsReadOnly) {
  const MountHold mount(system(), request({"ro"}));
  EXPECT_THAT(entry().options, Contains("ro"));
  EXPECT_THAT(entry().super_options, Contains("ro"));
  EXPECT_THROW(system().make_file(target_ + "/f"), Error);
}

TEST_F(RealMount, ClassicCallDoesTheSame) {
  mount_classic(request({"noatime", "sync", "commit=7"}));
  const MountEntry mounted = entry();
  system().unmount(target_);
  EXPECT_THAT(mounted.options, Contains("noatime"));
  EXPECT_THAT(mounted.super_options, Contains("sync"));
  EXPECT_THAT(mounted.super_options, Contains("commit=7"));
  EXPECT_THROW(mount_classic({"xfs", loop_->device(), target_, {}}), Error);
}

TEST_F(RealMount, BusyUnmountNamesTheHolder) {
  MountHold mount(system(), request({}));
  system().make_file(target_ + "/held");
  Fd held(::open((target_ + "/held").c_str(), O_RDONLY | O_CLOEXEC));
  try {
    mount.close();
    ADD_FAILURE() << "it was not busy";
  } catch (const Error& error) {
    EXPECT_EQ(error.parts().errno_value, EBUSY);
    EXPECT_THAT(error.what(), HasSubstr("pid " + std::to_string(::getpid())));
    EXPECT_THAT(error.what(), HasSubstr("/held"));
  }
  EXPECT_TRUE(mount.is_mounted());
  EXPECT_EQ(held.close(), 0);
  mount.close();
}

TEST_F(RealMount, ImageThatDoesNotFitIsRemoved) {
  const MountHold mount(system(), request({}));
  EXPECT_EQ(errno_of([&] {
              system().write_image({target_ + "/i", kMiB * 64}, stop_, {});
            }),
            ENOSPC);
  EXPECT_EQ(system().find_status(target_ + "/i"), std::nullopt);
}

TEST_F(RealMount, ZeroingDoesNotFreeTheImage) {
  const ProcessResult zeroed = system().run({{"blkdiscard", "-f", "-z", loop_->device()}}, {});
  ASSERT_TRUE(zeroed.succeeded()) << render_failure(zeroed);
  EXPECT_GE(system().find_status(image_)->allocated, world_.image_size());
  EXPECT_FALSE(system().run({{"blkdiscard", "-f", loop_->device()}}, {}).succeeded());
}

TEST_F(RealMount, LoopUsesDirectIoAndTheAskedSectorSize) {
  const LoopAttachment other = system().attach_loop(image_, {.block_size = Bytes{4096}});
  EXPECT_EQ(system().read_sector_size(other.device()), Bytes{4096});
  EXPECT_EQ(system().read_text(other.sysfs() + "/loop/dio"), "1\n");
  EXPECT_EQ(system().read_text(other.sysfs() + "/loop/autoclear"), "1\n");
  EXPECT_THROW((void)system().attach_loop(image_, {.block_size = Bytes{1000}}), Error);
}

TEST_F(RealMount, ReadOnlyLoopIsReadOnly) {
  const LoopAttachment other = system().attach_loop(image_, {.access = Access::read_only});
  EXPECT_EQ(system().read_text(other.sysfs() + "/ro"), "1\n");
}

// The child takes everything in our mount namespace and is killed; unlike in a private namespace,
// the mount then stays until the sweep.
[[noreturn]] void take_all_and_die(System& system, const std::string& folder) {
  Journal journal(system, folder + "/state");
  journal.make_directory(folder + "/mnt2", Contents::none);
  journal.make_file(folder + "/image2");
  const StopFlag stop;
  system.write_image({folder + "/image2", kMiB * Ext4::kImageMiB}, stop, {});
  const FileStatus image = *system.find_status(folder + "/image2");
  TakenLoop taken{folder + "/image2", {image.device, image.inode}, {}};
  const EntryId entry = journal.take(taken);
  const LoopAttachment loop = system.attach_loop(folder + "/image2", {});
  taken.name = loop.name();
  journal.update(entry, taken);
  static_cast<void>(system.run({{"mkfs.ext4", "-F", loop.device()}}, {}));
  journal.take(TakenMount{folder + "/mnt2", loop.device(), "ext4"});
  system.mount({"ext4", loop.device(), folder + "/mnt2", {}});
  system.append_durably(folder + "/ready", "");
  ::kill(::getpid(), SIGKILL);
  std::abort();
}

TEST_F(RealMount, SweepFreesWhatAKilledProcessLeft) {
  const pid_t child = ::fork();
  if (child == 0) take_all_and_die(system(), world_.folder());
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ASSERT_NE(system().find_status(path("ready")), std::nullopt) << "it died before its time";
  ASSERT_NE(find_mount(system().read_mounts(), path("mnt2")), nullptr);

  for (const SweptJournal& swept : sweep(system(), path("state"), SweepMode::free)) {
    for (const GiveBackResult& result : swept.results) {
      EXPECT_NE(result.outcome, GiveBack::failed) << result.reason;
      EXPECT_NE(result.outcome, GiveBack::not_ours) << result.reason;
    }
  }
  EXPECT_EQ(find_mount(system().read_mounts(), path("mnt2")), nullptr);
  for (const LoopStatus& loop : system().read_loops()) {
    EXPECT_THAT(loop.backing_file, Not(HasSubstr("image2")));
  }
  EXPECT_EQ(system().find_status(path("image2")), std::nullopt);
  EXPECT_EQ(system().find_status(path("mnt2")), std::nullopt);
  EXPECT_THAT(system().list_directory(path("state")), IsEmpty());
  // Our own mount and loop device, held by a live process, are as they were.
  EXPECT_TRUE(loop_->is_attached());
  EXPECT_NE(system().find_status(loop_->sysfs()), std::nullopt);
}

TEST_F(RealMount, ClosedLoopLeavesNoNode) {
  const std::string node = loop_->device();
  loop_->close();
  EXPECT_EQ(system().find_status(node), std::nullopt);
  EXPECT_FALSE(system().remove_loop(loop_->name()));
  EXPECT_FALSE(system().remove_loop("sda"));
}

}  // namespace
}  // namespace fsduel::sys
