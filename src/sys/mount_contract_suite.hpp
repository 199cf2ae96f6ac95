// What every System must do with loop devices and mounts.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "sys/contract_fixture.hpp"
#include "sys/mount_hold.hpp"

namespace fsduel::sys {

template <typename World>
class ImageContract : public ContractTest<World> {
 protected:
  void SetUp() override {
    if (!this->world_.why_not().empty()) GTEST_SKIP() << this->world_.why_not();
    image_ = this->path("image");
    target_ = this->path("mnt");
    this->system().write_image({image_, this->world_.image_size()}, stop_, {});
    this->system().make_directory(target_, 0755);
  }
  LoopAttachment attach() { return this->system().attach_loop(image_, LoopOptions()); }
  void make_filesystem(const LoopAttachment& loop) {
    const ProcessResult made = this->system().run(this->world_.mkfs(loop.device()), {});
    ASSERT_TRUE(made.succeeded()) << render_failure(made);
  }
  MountRequest request(const LoopAttachment& loop, std::vector<std::string> options = {}) {
    return {this->world_.type(), loop.device(), target_, std::move(options)};
  }
  bool has_loop_of_image() {
    const auto inode = this->system().find_status(image_)->inode;
    const auto loops = this->system().read_loops();
    return std::any_of(loops.begin(), loops.end(), [&](const LoopStatus& loop) {
      return loop.backing_inode == inode && loop.backing_file == image_;
    });
  }
  bool has_mount() { return find_mount(this->system().read_mounts(), target_) != nullptr; }

  StopFlag stop_;
  std::string image_;
  std::string target_;
};

template <typename World>
class LoopContract : public ImageContract<World> {};
TYPED_TEST_SUITE_P(LoopContract);

TYPED_TEST_P(LoopContract, LoopIsThereUntilItIsClosed) {
  LoopAttachment loop = this->attach();
  EXPECT_TRUE(this->has_loop_of_image());
  EXPECT_EQ(this->system().read_device_size(loop.device()), this->world_.image_size());
  EXPECT_EQ(this->system().read_sector_size(loop.device()), Bytes{512});
  this->system().flush_buffers(loop.device());
  loop.close();
  EXPECT_FALSE(this->has_loop_of_image());
  EXPECT_EQ(this->system().find_status(loop.sysfs()), std::nullopt);
}

TYPED_TEST_P(LoopContract, LoopGoesWithItsHolder) {
  { const LoopAttachment loop = this->attach(); }
  EXPECT_FALSE(this->has_loop_of_image());
}

TYPED_TEST_P(LoopContract, DiscardIsOff) {
  const LoopAttachment loop = this->attach();
  const auto text = this->system().read_text(loop.sysfs() + "/queue/discard_max_bytes");
  ASSERT_TRUE(text.has_value());
  EXPECT_EQ(text->substr(0, 1), "0");
}

TYPED_TEST_P(LoopContract, TwoLoopsDiffer) {
  const LoopAttachment one = this->attach();
  const LoopAttachment two = this->attach();
  EXPECT_NE(one.device(), two.device());
}

TYPED_TEST_P(LoopContract, AttachingWhatIsAbsentIsAnError) {
  EXPECT_EQ(errno_of([&] { (void)this->system().attach_loop(this->path("absent"), {}); }), ENOENT);
}

TYPED_TEST_P(LoopContract, DetachesOnlyTheLoopThatIsDescribed) {
  LoopAttachment loop = this->attach();
  LoopStatus status = this->system().read_loops().back();
  status.backing_inode += 1;
  EXPECT_FALSE(this->system().detach_loop(status));
  EXPECT_TRUE(this->has_loop_of_image());
  status.backing_inode -= 1;
  EXPECT_TRUE(this->system().detach_loop(status));
  loop.close();
  EXPECT_FALSE(this->has_loop_of_image());
}

REGISTER_TYPED_TEST_SUITE_P(LoopContract, LoopIsThereUntilItIsClosed, LoopGoesWithItsHolder,
                            DiscardIsOff, TwoLoopsDiffer, AttachingWhatIsAbsentIsAnError,
                            DetachesOnlyTheLoopThatIsDescribed);

template <typename World>
class MountContract : public ImageContract<World> {};
TYPED_TEST_SUITE_P(MountContract);

TYPED_TEST_P(MountContract, FilesystemStaysFullyAllocatedFromMkfsToUnmount) {
  LoopAttachment loop = this->attach();
  this->make_filesystem(loop);
  EXPECT_TRUE(this->system().is_fully_allocated(this->image_));
  {
    MountHold mount(this->system(), this->request(loop, {"noatime"}));
    this->system().append_durably(this->target_ + "/file", "kept");
    this->system().sync_filesystem(this->target_);
    EXPECT_TRUE(this->system().remove_file(this->target_ + "/file"));
    mount.close();
  }
  loop.close();
  EXPECT_TRUE(this->system().is_fully_allocated(this->image_));
}

TYPED_TEST_P(MountContract, MountShowsTypeSourceAndOption) {
  const LoopAttachment loop = this->attach();
  this->make_filesystem(loop);
  MountHold mount(this->system(), this->request(loop, {"noatime"}));
  const auto mounts = this->system().read_mounts();
  const MountEntry* entry = find_mount(mounts, this->target_);
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->type, this->world_.type());
  EXPECT_EQ(entry->source, loop.device());
  EXPECT_THAT(entry->options, ::testing::Contains("noatime"));
  EXPECT_EQ(this->system().find_status(this->target_)->device, this->world_.seen_device(*entry));
  mount.close();
  EXPECT_FALSE(this->has_mount());
}

TYPED_TEST_P(MountContract, FilesOutliveUnmounting) {
  const LoopAttachment loop = this->attach();
  this->make_filesystem(loop);
  {
    const MountHold mount(this->system(), this->request(loop));
    this->system().append_durably(this->target_ + "/file", "kept");
  }
  EXPECT_EQ(this->system().read_text(this->target_ + "/file"), std::nullopt);
  const MountHold again(this->system(), this->request(loop));
  EXPECT_EQ(this->system().read_text(this->target_ + "/file"), "kept");
}

TYPED_TEST_P(MountContract, WrongTypeAndUnknownTypeAreErrors) {
  const LoopAttachment loop = this->attach();
  this->make_filesystem(loop);
  MountRequest request = this->request(loop);
  request.type = this->world_.type() == "xfs" ? "ext4" : "xfs";
  EXPECT_EQ(errno_of([&] { this->system().mount(request); }), EINVAL);
  request.type = "nosuchfs";
  EXPECT_EQ(errno_of([&] { this->system().mount(request); }), ENODEV);
  EXPECT_FALSE(this->has_mount());
}

TYPED_TEST_P(MountContract, UnmountingWhatIsNotMountedIsAnError) {
  EXPECT_EQ(errno_of([&] { this->system().unmount(this->target_); }), EINVAL);
}

TYPED_TEST_P(MountContract, LoopUnderAMountReportsBusyAndGoesAfterIt) {
  LoopAttachment loop = this->attach();
  this->make_filesystem(loop);
  MountHold mount(this->system(), this->request(loop));
  EXPECT_EQ(errno_of([&] { loop.close(); }), EBUSY);
  EXPECT_TRUE(this->has_loop_of_image());
  mount.close();
  loop.close();
  EXPECT_FALSE(this->has_loop_of_image());
}

TYPED_TEST_P(MountContract, TreeWithAMountInItIsNotRemoved) {
  const LoopAttachment loop = this->attach();
  this->make_filesystem(loop);
  const MountHold mount(this->system(), this->request(loop));
  this->system().append_durably(this->target_ + "/file", "kept");
  EXPECT_EQ(errno_of([&] { this->system().remove_tree(this->world_.folder()); }), EXDEV);
  EXPECT_EQ(this->system().read_text(this->target_ + "/file"), "kept");
}

REGISTER_TYPED_TEST_SUITE_P(MountContract,

                            FilesystemStaysFullyAllocatedFromMkfsToUnmount,
                            MountShowsTypeSourceAndOption, FilesOutliveUnmounting,
                            WrongTypeAndUnknownTypeAreErrors, UnmountingWhatIsNotMountedIsAnError,
                            LoopUnderAMountReportsBusyAndGoesAfterIt,
                            TreeWithAMountInItIsNotRemoved);

}  // namespace fsduel::sys
