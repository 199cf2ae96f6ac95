// The store among other programs: writers that are killed, several at once, users who may only
// read, a full disk.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "base/random.hpp"
#include "store/store_fixture.hpp"

namespace {
int syncs = 0;
}

// In place of the C library's, which SQLite would call: the same, counted.
extern "C" int fsync(int file) {
  ++syncs;
  return static_cast<int>(syscall(SYS_fsync, file));
}
extern "C" int fdatasync(int file) {
  ++syncs;
  return static_cast<int>(syscall(SYS_fdatasync, file));
}

namespace fsduel::store {
namespace {

using testing::HasSubstr;

// The child tells of each append after it has returned; it is killed at once when it has told of as
// many as the seed says, in the middle of the next. Whatever was told of must be there.
TEST_F(StoreTest, KillingTheWriterLosesNoFinishedAppend) {
  Random random(31);
  for (int turn = 0; turn < 4; ++turn) {
    const auto id = open().create(make_duel("u" + std::to_string(turn)));
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = start_child([&] {
      auto store = open();
      for (std::uint64_t round = 0;; ++round) {
        store.append(id, make_record({round, 0, Twin::no, 0}));
        if (write(ends[1], "x", 1) != 1) return false;
      }
    });
    close(ends[1]);
    std::uint64_t told = 0;
    char byte = 0;
    const auto last = 1 + random.below(20);
    while (told < last && read(ends[0], &byte, 1) == 1) ++told;
    kill(child, SIGKILL);
    EXPECT_EQ(wait_child(child), -1);
    while (read(ends[0], &byte, 1) == 1) ++told;
    close(ends[0]);
    EXPECT_GE(told, last);

    auto store = open();
    store.check();
    const auto records = store.find_duel(id)->records;
    EXPECT_TRUE(records.size() == told || records.size() == told + 1)
        << records.size() << " of " << told;
    for (std::uint64_t round = 0; round < records.size(); ++round) {
      ASSERT_EQ(records[round], make_record({round, 0, Twin::no, 0}));
    }
  }
}

// Killing a program does not lose what the kernel has: a power cut would.
TEST_F(StoreTest, WhatIsStoredIsSyncedBeforeTheCallReturns) {
  auto store = open();
  const auto grows = [&](const std::function<void()>& action) {
    const int before = syncs;
    action();
    return syncs > before;
  };
  EXPECT_TRUE(grows([&] { (void)store.create(make_duel("u1")); }));
  EXPECT_TRUE(grows([&] { store.append(1, make_record({})); }));
  EXPECT_TRUE(grows([&] { store.finish(1, StopReason::decided, {}); }));
  EXPECT_FALSE(grows([&] { (void)store.find_duel(1); }));
}

TEST_F(StoreTest, SeveralProgramsMayWriteAtOnce) {
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    children.push_back(start_child([&, i] {
      // A loaded machine may keep one of them waiting for long.
      auto store =
          Store::open(file(), StoreMode::read_write, {.busy_timeout = std::chrono::minutes{1}});
      const auto id = store.create(make_duel("u" + std::to_string(i)));
      for (std::uint64_t round = 0; round < 5; ++round) {
        store.append(id, make_record({round, 0, Twin::no, 0}));
      }
      return true;
    }));
  }
  for (const pid_t child : children) EXPECT_EQ(wait_child(child), 0);
  auto store = open(StoreMode::read_only);
  store.check();
  const auto duels = store.list();
  EXPECT_EQ(duels.size(), 4U);
  for (const auto& duel : duels) EXPECT_EQ(duel.runs, 5U);
}

// An unprivileged user looks at the results of root: file readable, folder not writable.
class ForeignStoreTest : public StoreTest {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "needs root, to be somebody else";
    fs::permissions(folder(), fs::perms(0755));
  }
  [[nodiscard]] int count_runs_as_nobody(std::uint64_t expected) const {
    return run_as_nobody([&] {
      auto store = open(StoreMode::read_only);
      const auto runs = store.list().at(0).runs;
      return runs == expected && store.find_duel(1)->records.size() == expected;
    });
  }
};

TEST_F(ForeignStoreTest, IsReadAfterItsWriterHasEnded) {
  fill();
  ASSERT_FALSE(fs::exists(file() + "-wal"));
  EXPECT_EQ(count_runs_as_nobody(1), 0);
}

TEST_F(ForeignStoreTest, IsReadWhileItsWriterWrites) {
  auto writer = open();
  const auto id = writer.create(make_duel("u1"));
  writer.append(id, make_record({0, 0, Twin::no, 0}));
  writer.append(id, make_record({1, 0, Twin::no, 0}));
  ASSERT_TRUE(fs::exists(file() + "-shm"));
  EXPECT_EQ(count_runs_as_nobody(2), 0);
}

TEST_F(ForeignStoreTest, IsReadAfterItsWriterWasKilled) {
  EXPECT_EQ(wait_child(start_child([&] {
              auto store = open();
              const auto id = store.create(make_duel("u1"));
              store.append(id, make_record({0, 0, Twin::no, 0}));
              return kill(getpid(), SIGKILL) == 0;
            })),
            -1);
  ASSERT_GT(fs::file_size(file() + "-wal"), 0U);
  EXPECT_EQ(count_runs_as_nobody(1), 0);
  // As after a restart of the machine, or in a copy of the folder: the log alone is left.
  fs::remove(file() + "-shm");
  EXPECT_EQ(count_runs_as_nobody(1), 0);
  EXPECT_FALSE(fs::exists(file() + "-shm"));
}

TEST_F(ForeignStoreTest, IsRefusedWhereItMayNotBeReadOrWritten) {
  fill();
  EXPECT_EQ(run_as_nobody([&] {
              return complaint([&] { (void)open(); }).find("it is read-only") != std::string::npos;
            }),
            0);
  // At once, not only when the first run is there to be stored.
  fs::permissions(folder() + "/data", fs::perms(0777));
  EXPECT_EQ(run_as_nobody([&] {
              return complaint([&] { (void)open(); }).find("it is read-only") != std::string::npos;
            }),
            0);
  fs::permissions(file(), fs::perms(0600));
  EXPECT_EQ(run_as_nobody([&] {
              return complaint([&] {
                       (void)open(StoreMode::read_only);
                     }).find("Permission denied") != std::string::npos;
            }),
            0);
  EXPECT_EQ(run_as_nobody([&] {
              const auto said = complaint(
                  [&] { (void)Store::open(folder() + "/new/duels.db", StoreMode::read_write); });
              return said.find("cannot make the folder") != std::string::npos;
            }),
            0);
}

// In a mount namespace of its own, so that nothing is left whatever happens.
TEST_F(ForeignStoreTest, AFullDiskIsSaidSoAndKeepsWhatWasStored) {
  const auto fill_disk = [&] {
    const std::string place = folder() + "/small";
    fs::create_directory(place);
    if (unshare(CLONE_NEWNS) != 0) return false;
    if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
    if (mount("fsduel-test", place.c_str(), "tmpfs", 0, "size=512k") != 0) return false;
    auto store = Store::open(place + "/duels.db", StoreMode::read_write);
    const auto id = store.create(make_duel("u1"));
    std::uint64_t stored = 0;
    int problem = 0;
    while (problem == 0 && stored < 1000) {
      try {
        store.append(id, make_record({stored, 0, Twin::no, 0}));
        ++stored;
      } catch (const Error& error) {
        problem = error.parts().errno_value;
      }
    }
    store.check();
    return problem == ENOSPC && stored > 0 && store.find_duel(id)->records.size() == stored;
  };
  EXPECT_EQ(wait_child(start_child(fill_disk)), 0);
}

}  // namespace
}  // namespace fsduel::store
