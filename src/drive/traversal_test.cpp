#include "drive/traversal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <fstream>

#include "base/error.hpp"
#include "drive/drive_fixture.hpp"

namespace fsduel::drive {
namespace {

namespace fs = std::filesystem;

PhaseOutcome traverse(PhaseKind kind, const fs::path& root, std::string subject = "in",
                      std::string target = "out") {
  return run_script(ScriptedWorkload(PhasePlan{"p", kind, CacheState::warm, std::move(subject),
                                               std::move(target), ""}),
                    root);
}

void write_file(const fs::path& path, std::size_t size) {
  std::ofstream(path, std::ios::binary) << std::string(size, 'z');
}

// in/{a/{b/,f1},f2,link -> a/f1, away -> /etc}
void make_small_tree(const fs::path& root) {
  fs::create_directories(root / "in/a/b");
  write_file(root / "in/a/f1", 300000);
  write_file(root / "in/f2", 0);
  fs::create_symlink("a/f1", root / "in/link");
  fs::create_directory_symlink("/etc", root / "in/away");
  ::chmod((root / "in/a/f1").c_str(), 0751);
  ::chmod((root / "in/a").c_str(), 0710);
  const timespec times[2] = {{0, UTIME_OMIT}, {1'111'111'111, 5}};
  for (const char* name : {"in/a/f1", "in/f2", "in/link", "in/a/b", "in/a", "in"}) {
    ::utimensat(AT_FDCWD, (root / name).c_str(), times, AT_SYMLINK_NOFOLLOW);
  }
}

// A chain of folders with a file in the last; the names are relative to "in".
void make_deep_tree(const fs::path& root, int depth) {
  int at = ::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (int i = 0; i < depth; ++i) {
    const std::string name = i == 0 ? "in" : "folder-with-a-name";
    ::mkdirat(at, name.c_str(), 0755);
    const int next = ::openat(at, name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ::close(at);
    at = next;
  }
  ::close(::openat(at, "last", O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
  ::close(at);
}

TEST(Traversal, WalkLooksAtEveryEntryOnce) {
  const TemporaryFolder folder;
  make_small_tree(folder.path());
  const auto outcome = traverse(PhaseKind::walk, folder.path());
  EXPECT_EQ(counts_by_class(outcome),
            (std::map<std::string, std::uint64_t>{
                {"stat", 6}, {"open_directory", 3}, {"readdir", 3}, {"close_directory", 3}}));
  EXPECT_EQ(outcome.operations, 15u);
  EXPECT_TRUE(outcome.errors.empty()) << outcome.first_error;
}

TEST(Traversal, ReadReadsAllDataOfFilesOnly) {
  const TemporaryFolder folder;
  make_small_tree(folder.path());
  const auto outcome = traverse(PhaseKind::read, folder.path());
  EXPECT_EQ(outcome.bytes_read, Bytes{300000});
  const auto counts = counts_by_class(outcome);
  EXPECT_EQ(counts.at("open_read"), 2u);
  EXPECT_EQ(counts.at("read"), 3u + 1 + 1) << "300000 bytes in pieces of 128 KiB, and two ends";
  EXPECT_EQ(counts.at("close"), 2u);
}

TEST(Traversal, CopyKeepsDataModesTimesAndLinks) {
  const TemporaryFolder folder;
  make_small_tree(folder.path());
  const auto outcome = traverse(PhaseKind::copy, folder.path());
  EXPECT_TRUE(outcome.errors.empty()) << outcome.first_error;
  EXPECT_EQ(outcome.bytes_written, Bytes{300000});
  for (const char* name : {"", "a", "a/b", "a/f1", "f2", "link"}) {
    struct stat from {};
    struct stat to {};
    ASSERT_EQ(::lstat((folder.path() / "in" / name).c_str(), &from), 0) << name;
    ASSERT_EQ(::lstat((folder.path() / "out" / name).c_str(), &to), 0) << name;
    EXPECT_EQ(from.st_mode, to.st_mode) << name;
    EXPECT_EQ(from.st_mtim.tv_sec, to.st_mtim.tv_sec) << name;
    EXPECT_EQ(from.st_mtim.tv_nsec, to.st_mtim.tv_nsec) << name;
    EXPECT_NE(from.st_ino, to.st_ino) << name;
    if (S_ISREG(from.st_mode)) {
      EXPECT_EQ(from.st_size, to.st_size) << name;
    }
  }
  EXPECT_EQ(fs::read_symlink(folder.path() / "out/away"), "/etc")
      << "a link, not what it points to";
}

TEST(Traversal, RemoveTakesTheSubjectAwayAndFollowsNoLink) {
  const TemporaryFolder folder;
  make_small_tree(folder.path());
  fs::create_directory(folder.path() / "outside");
  write_file(folder.path() / "outside/kept", 1);
  fs::create_directory_symlink("../outside", folder.path() / "in/way-out");
  const auto outcome = traverse(PhaseKind::remove, folder.path());
  EXPECT_TRUE(outcome.errors.empty()) << outcome.first_error;
  EXPECT_FALSE(fs::exists(folder.path() / "in"));
  EXPECT_TRUE(fs::exists(folder.path() / "outside/kept"));
  EXPECT_EQ(counts_by_class(outcome).at("unlink"), 5u);
  EXPECT_EQ(counts_by_class(outcome).at("rmdir"), 3u);
}

TEST(Traversal, RemoveOfTheRootKeepsTheRootItself) {
  const TemporaryFolder folder;
  make_small_tree(folder.path());
  EXPECT_TRUE(traverse(PhaseKind::remove, folder.path(), "").errors.empty());
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

// 300 levels with 200 descriptors: folders above are closed and found again.
TEST(Traversal, DeepTreesNeedFewDescriptors) {
  const TemporaryFolder folder;
  make_deep_tree(folder.path(), 300);
  const LowerLimit limit(RLIMIT_NOFILE, 200);
  for (const PhaseKind kind : {PhaseKind::walk, PhaseKind::copy}) {
    const auto outcome = traverse(kind, folder.path());
    EXPECT_TRUE(outcome.errors.empty()) << outcome.first_error;
    EXPECT_EQ(counts_by_class(outcome).at("readdir"), 300u);
  }
  EXPECT_TRUE(traverse(PhaseKind::remove, folder.path(), "").errors.empty());
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

// More names than the arena holds at first: 5000 names of 250 letters.
TEST(Traversal, LargeFoldersAreReadWhole) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "in");
  for (int i = 0; i < 5000; ++i) {
    write_file(folder.path() / "in" / fmt::format("{:05}{}", i, std::string(245, 'n')), 0);
  }
  EXPECT_EQ(counts_by_class(traverse(PhaseKind::walk, folder.path())).at("stat"), 5000u);
  EXPECT_TRUE(traverse(PhaseKind::remove, folder.path()).errors.empty());
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Traversal, WhatFailsIsCountedAndPassedOver) {
  const TemporaryFolder folder;
  make_small_tree(folder.path());
  write_file(folder.path() / "in/a/small", 10);
  const LowerLimit limit(RLIMIT_FSIZE, 65536);
  const auto outcome = traverse(PhaseKind::copy, folder.path());
  EXPECT_EQ(outcome.errors, (std::map<std::string, std::uint64_t>{{"write EFBIG", 1}}));
  EXPECT_EQ(outcome.first_error, "write f1: File too large (EFBIG)");
  EXPECT_EQ(fs::file_size(folder.path() / "out/a/small"), 10u);
}

TEST(Traversal, MissingSubjectIsCounted) {
  const TemporaryFolder folder;
  const auto outcome = traverse(PhaseKind::walk, folder.path(), "nothing");
  EXPECT_EQ(outcome.errors, (std::map<std::string, std::uint64_t>{{"open_directory ENOENT", 1}}));
}

TEST(Traversal, TargetThatExistsIsNotTouched) {
  const TemporaryFolder folder;
  make_small_tree(folder.path());
  fs::create_directory(folder.path() / "out");
  const auto outcome = traverse(PhaseKind::copy, folder.path());
  EXPECT_EQ(outcome.errors, (std::map<std::string, std::uint64_t>{{"mkdir EEXIST", 1}}));
  EXPECT_TRUE(fs::is_empty(folder.path() / "out"));
}

// The flag is looked at every 256 operations: by then more than a hundred folders have been
// entered.
TEST(Traversal, StopInTheMiddleLeavesNothingOpen) {
  const TemporaryFolder folder;
  make_deep_tree(folder.path(), 200);
  const auto before = count_open_descriptors();
  const ScriptedWorkload workload(
      PhasePlan{"p", PhaseKind::remove, CacheState::warm, "in", "", ""});
  sys::StopFlag stop;
  stop.set(SIGINT);
  RememberingObserver observer;
  StreamLoad load(workload, stop, {});
  load.prepare({folder.path().string()});
  const auto outcome = load.run_phase(0, observer);
  EXPECT_EQ(outcome.end, PhaseOutcome::End::stopped);
  EXPECT_EQ(outcome.operations, 256u);
  EXPECT_EQ(count_open_descriptors(), before);
}

}  // namespace
}  // namespace fsduel::drive
