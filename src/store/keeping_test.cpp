// How duels are kept over time: older schemas, owners, torn runs, backups, databases brought
// together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <fstream>

#include "store/merge.hpp"
#include "store/store_fixture.hpp"

namespace fsduel::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class KeepingTest : public StoreTest {
 protected:
  [[nodiscard]] std::string other_file() const { return folder() + "/other.db"; }
  [[nodiscard]] Store open_other() const {
    return Store::open(other_file(), StoreMode::read_write, kImpatient);
  }
  // A duel with so many runs; it has ended when it has all six.
  static std::uint64_t put(Store& store, const std::string& uid, std::uint64_t runs) {
    const auto id = store.create(make_duel(uid));
    for (std::uint64_t i = 0; i < runs; ++i) store.append(id, make_record({i, 0, Twin::no, 0}));
    if (runs == 6) store.finish(id, StopReason::rounds_cap, Nanoseconds{6});
    return id;
  }
  // What schema 1 kept of fill()'s duel: its rows in tables as they were then.
  void fill_version_1() {
    fill();
    const std::string old = read_file(FSDUEL_SOURCE_DIR "/src/store/testdata/version1.sql");
    ASSERT_THAT(old, HasSubstr("user_version = 1"));
    fs::rename(file(), other_file());
    change_file(file(), old);
    change_file(
        file(),
        "ATTACH '" + other_file() + "' AS other;" +
            "INSERT INTO duels SELECT id, uid, fsduel_version, created_ns, command_line, workload, "
            "cells, plan, machine, digest, stop, elapsed_ns FROM other.duels;" +
            "INSERT INTO candidates SELECT * FROM other.candidates;" +
            "INSERT INTO runs SELECT * FROM other.runs;");
  }
};

TEST_F(KeepingTest, ADatabaseOfVersion1IsReadAsItIsAndBroughtUpToDateByAWriter) {
  fill();
  const auto expected = open(StoreMode::read_only).find_duel(1);
  fs::remove(file());
  fill_version_1();
  const std::string before = read_file(file());
  EXPECT_EQ(open(StoreMode::read_only).find_duel(1), expected);
  EXPECT_EQ(open(StoreMode::read_only).check().runs, 1U);
  EXPECT_EQ(read_file(file()), before);
  {
    auto store = open();
    EXPECT_EQ(store.find_duel(1), expected);
    EXPECT_TRUE(store.claim(1, {.before = "", .owner = "me"}));
    EXPECT_EQ(store.find_owner(1), "me");
    EXPECT_EQ(store.create(make_duel("u2")), 2U);
  }
  EXPECT_EQ(open().check().duels, 2U);  // a second writer finds nothing to bring up to date
}

TEST_F(KeepingTest, ADuelHasOneOwnerUntilItEnds) {
  auto store = open();
  const auto id = store.create(make_duel("u1"));
  EXPECT_EQ(store.find_owner(id), "");
  EXPECT_TRUE(store.claim(id, {.before = "", .owner = "first"}));
  EXPECT_FALSE(store.claim(id, {.before = "", .owner = "second"}));
  EXPECT_EQ(store.find_owner(id), "first");
  store.finish(id, StopReason::interrupted, Nanoseconds{1});
  EXPECT_EQ(store.find_owner(id), "");
  EXPECT_TRUE(store.claim(id, {.before = "", .owner = "second"}));
  EXPECT_EQ(store.list().front().stop, std::nullopt);  // it goes on
  EXPECT_TRUE(store.claim(id, {.before = "second", .owner = "third"}));
  EXPECT_THAT(complaint([&] { (void)store.claim(9, {}); }), HasSubstr("no such duel"));
}

TEST_F(KeepingTest, OnlyATornLastRunIsDropped) {
  auto store = open();
  const auto id = put(store, "u1", 3);
  EXPECT_EQ(store.drop_torn_run(id), std::nullopt);
  change_file(file(), "UPDATE runs SET record = substr(record, 1, 100) WHERE position = 2");
  EXPECT_EQ(store.drop_torn_run(id), (RunKey{.round = 2}));
  EXPECT_EQ(store.drop_torn_run(id), std::nullopt);
  EXPECT_EQ(store.find_duel(id)->records.size(), 2U);
  store.append(id, make_record({2, 0, Twin::no, 0}));  // it can be run again
  change_file(file(), "UPDATE runs SET record = '{' WHERE position = 0");
  EXPECT_EQ(store.drop_torn_run(id), std::nullopt);
  EXPECT_EQ(store.list().front().runs, 3U);
}

// A program that does not know a newer document would otherwise throw good runs away.
TEST_F(KeepingTest, AWholeRunOfAnotherVersionIsNotTorn) {
  auto store = open();
  const auto id = put(store, "u1", 1);
  auto record = store.find_duel(id)->records.front();
  record.schema = 2;
  record.spec.key.round = 1;
  store.append(id, record);
  EXPECT_EQ(store.drop_torn_run(id), std::nullopt);
  EXPECT_EQ(store.list().front().runs, 2U);
}

TEST_F(KeepingTest, ACheckCountsWhatItHasRead) {
  auto store = open();
  put(store, "u1", 3);
  put(store, "u2", 0);
  const auto counts = store.check();
  EXPECT_EQ(counts.duels, 2U);
  EXPECT_EQ(counts.runs, 3U);
}

TEST_F(KeepingTest, ABackupHasAllThatIsStoredAndOverwritesNothing) {
  auto store = open();
  put(store, "u1", 6);  // still in SQLite's log
  store.back_up(other_file());
  EXPECT_EQ(Store::open(other_file(), StoreMode::read_only).find_duel(1), store.find_duel(1));
  const std::string before = read_file(other_file());
  EXPECT_THAT(complaint([&] { store.back_up(other_file()); }),
              HasSubstr("there is a file of this name"));
  EXPECT_THAT(complaint([&] { store.back_up(file()); }), HasSubstr("there is a file of this name"));
  EXPECT_EQ(read_file(other_file()), before);
  EXPECT_THAT(complaint([&] { store.back_up(folder() + "/none/x.db"); }),
              HasSubstr("No such file or directory"));
}

TEST_F(KeepingTest, ABackupThatFailsLeavesNothing) {
  fill();
  const auto fail_in_the_middle = [&] {
    auto store = open(StoreMode::read_only);
    (void)store.list();  // SQLite's own files are made
    const rlimit limit{.rlim_cur = 16384, .rlim_max = 16384};
    if (signal(SIGXFSZ, SIG_IGN) == SIG_ERR || setrlimit(RLIMIT_FSIZE, &limit) != 0) return false;
    return complaint([&] { store.back_up(other_file()); }).starts_with("cannot use the results");
  };
  EXPECT_EQ(wait_child(start_child(fail_in_the_middle)), 0);
  EXPECT_FALSE(fs::exists(other_file()));
  EXPECT_EQ(open().check().runs, 1U);
}

TEST_F(KeepingTest, AMergeGivesNewNumbersAndStoresNothingTwice) {
  auto store = open();
  auto other = open_other();
  put(store, "ours", 6);
  put(other, "theirs", 6);
  put(other, "unfinished", 2);
  put(other, "ours", 6);
  auto merged = merge(store, other);
  EXPECT_EQ(merged.added, 2U);
  EXPECT_EQ(merged.known, 1U);
  EXPECT_EQ(merged.runs, 8U);
  EXPECT_THAT(merged.left, IsEmpty());
  const auto duels = store.list();
  ASSERT_EQ(duels.size(), 3U);
  EXPECT_EQ(duels[1].uid, "theirs");
  EXPECT_EQ(duels[1].stop, StopReason::rounds_cap);
  EXPECT_EQ(duels[0].uid, "unfinished");
  EXPECT_EQ(duels[0].stop, std::nullopt);
  auto copied = *store.find_duel(2);
  copied.id = 1;
  EXPECT_EQ(copied, other.find_duel(1));
  merged = merge(store, other);
  EXPECT_EQ(merged.added + merged.runs, 0U);
  EXPECT_EQ(merged.known, 3U);
  EXPECT_EQ(store.check().runs, 14U);
}

TEST_F(KeepingTest, AMergeCarriesOnWhatIsTheSameSoFar) {
  auto store = open();
  auto other = open_other();
  const auto id = put(store, "u1", 2);
  put(other, "u1", 6);
  auto merged = merge(store, other);
  EXPECT_EQ(merged.continued, 1U);
  EXPECT_EQ(merged.runs, 4U);
  EXPECT_EQ(store.find_duel(id)->records.size(), 6U);
  EXPECT_EQ(store.list().front().stop, StopReason::rounds_cap);
  EXPECT_EQ(merge(other, store).known, 1U);
}

TEST_F(KeepingTest, AMergeLeavesOutWhatWentOnDifferentlyOrIsDamagedAndTakesTheRest) {
  auto store = open();
  auto other = open_other();
  const auto id = put(store, "u1", 1);
  const auto theirs = other.create(make_duel("u1"));
  other.append(theirs, make_record({5, 1, Twin::no, 0}));
  put(other, "damaged", 1);
  put(other, "good", 1);
  change_file(other_file(), "UPDATE runs SET record = '{' WHERE duel = 2");
  const auto merged = merge(store, other);
  EXPECT_THAT(merged.left, ElementsAre(HasSubstr("went on differently in both"),
                                       HasSubstr("duel 2: cannot read run 1 of duel 2")));
  EXPECT_EQ(merged.added, 1U);
  EXPECT_EQ(store.find_duel(id)->records.size(), 1U);
  EXPECT_EQ(store.list().front().uid, "good");
}

}  // namespace
}  // namespace fsduel::store
