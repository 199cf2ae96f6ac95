// What only a real filesystem can show about files and images.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.hpp"
#include "base/fd.hpp"
#include "sys/contract_fixture.hpp"
#include "sys/contract_worlds.hpp"

namespace fsduel::sys {
namespace {

class RealFiles : public ContractTest<RealWorld> {};

TEST_F(RealFiles, ReservedButUnwrittenSpaceIsNotFullyAllocated) {
  const Fd fd(::open(path("f").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  ASSERT_TRUE(fd.is_open());
  if (::fallocate(fd.get(), 0, 0, 1024 * 1024) != 0) GTEST_SKIP() << "needs fallocate here";
  EXPECT_FALSE(system().is_fully_allocated(path("f")));
}

TEST_F(RealFiles, HoleInTheMiddleOrAtTheEndIsSeen) {
  const StopFlag stop;
  system().write_image({path("f"), kMiB * 4}, stop, {});
  const Fd fd(::open(path("f").c_str(), O_WRONLY | O_CLOEXEC));
  const int punch = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE;
  if (::fallocate(fd.get(), punch, 1024 * 1024, 4096) != 0) GTEST_SKIP() << "needs hole punching";
  EXPECT_FALSE(system().is_fully_allocated(path("f")));
  system().write_image({path("f"), kMiB * 4}, stop, {});
  EXPECT_TRUE(system().is_fully_allocated(path("f")));
  ASSERT_EQ(::ftruncate(fd.get(), 5 * 1024 * 1024), 0);
  EXPECT_FALSE(system().is_fully_allocated(path("f")));
}

TEST_F(RealFiles, FilesystemWithoutExtentMapsIsJudgedByItsBlocks) {
  const std::string folder = system().make_temporary_directory("/dev/shm", "fsduel-test-");
  const StopFlag stop;
  system().write_image({folder + "/f", kMiB}, stop, {});
  EXPECT_TRUE(system().is_fully_allocated(folder + "/f"));
  ASSERT_EQ(::truncate((folder + "/f").c_str(), 2 * 1024 * 1024), 0);
  EXPECT_FALSE(system().is_fully_allocated(folder + "/f"));
  system().remove_tree(folder);
}

TEST_F(RealFiles, ImageIsNeverWrittenThroughALinkOrIntoADevice) {
  const StopFlag stop;
  system().append_durably(path("precious"), "kept");
  ASSERT_EQ(::symlink("precious", path("l").c_str()), 0);
  EXPECT_THROW(system().write_image({path("l"), kMiB}, stop, {}), Error);
  EXPECT_EQ(system().read_text(path("precious")), "kept");
  EXPECT_THROW(system().write_image({"/dev/null", kMiB}, stop, {}), Error);
  EXPECT_NE(system().find_status("/dev/null"), std::nullopt);
}

TEST_F(RealFiles, ImageHoldsNoise) {
  const StopFlag stop;
  system().write_image({path("f"), Bytes{4096}}, stop, {});
  EXPECT_NE(system().read_text(path("f")), std::string(4096, '\0'));
}

TEST_F(RealFiles, StopInTheMiddleLeavesNothing) {
  StopFlag stop;
  const auto stop_soon = [&](Bytes) { stop.set(SIGTERM); };
  EXPECT_THROW(system().write_image({path("f"), kMiB * 4}, stop, stop_soon), Error);
  EXPECT_EQ(system().find_status(path("f")), std::nullopt);
}

TEST_F(RealFiles, RemovedTreeDoesNotTakeALinksTargetWithIt) {
  system().make_directory(path("out"), 0755);
  system().make_file(path("out/kept"));
  system().make_directory(path("d"), 0755);
  ASSERT_EQ(::symlink("../out", path("d/l").c_str()), 0);
  EXPECT_TRUE(system().remove_tree(path("d")));
  EXPECT_NE(system().find_status(path("out/kept")), std::nullopt);
  ASSERT_EQ(::symlink("out", path("l").c_str()), 0);
  EXPECT_THROW(system().remove_tree(path("l")), Error);
  EXPECT_NE(system().find_status(path("out/kept")), std::nullopt);
}

TEST_F(RealFiles, MakesNoFileThroughADanglingLink) {
  ASSERT_EQ(::symlink("elsewhere", path("l").c_str()), 0);
  EXPECT_THROW(system().make_file(path("l")), Error);
  EXPECT_THROW(system().append_durably(path("l"), "x"), Error);
  EXPECT_EQ(system().find_status(path("elsewhere")), std::nullopt);
}

TEST_F(RealFiles, HostileNamesAreEscapedInErrors) {
  const std::string name = path("a\nb\x1b[31m");
  try {
    (void)system().list_directory(name);
    ADD_FAILURE() << "it was there";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("a\\nb\\x1b[31m"));
  }
  system().make_file(name);
  EXPECT_THAT(system().list_directory(world_.folder()), ::testing::ElementsAre("a\nb\x1b[31m"));
}

TEST_F(RealFiles, FileIsNoBlockDevice) {
  system().make_file(path("f"));
  EXPECT_THROW((void)system().read_device_size(path("f")), Error);
  EXPECT_THROW((void)system().read_sector_size(path("f")), Error);
  EXPECT_THROW(system().flush_buffers(path("f")), Error);
}

}  // namespace
}  // namespace fsduel::sys
