// The store on real files: what is stored comes back, survives the death of its program, and every
// way in which a file can be wrong is said. Other programs are child processes.
#include "store/store.hpp"

#include <gmock/gmock.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>

#include "base/error.hpp"
#include "base/random.hpp"
#include "store/snapshot.hpp"

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

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr StoreOptions kImpatient{.busy_timeout = std::chrono::milliseconds{50}};

Candidate make_candidate(const std::string& label) {
  return {.label = label,
          .text = "mkfs." + label,
          .kind = CandidateKind::filesystem,
          .filesystem = label,
          .mkfs_arguments = {},
          .mount_options = {},
          .settings = {},
          .log = {},
          .devices = {},
          .kernel = {},
          .md = {},
          .workload_options = {},
          .directory = {}};
}

Duel make_duel(const std::string& uid) {
  Duel duel;
  duel.uid = uid;
  duel.fsduel_version = "0.1.0";
  duel.created = Nanoseconds{1'700'000'000'000'000'123};
  duel.command_line = "fsduel compare \xff\n";
  duel.plan.spec.candidates = {make_candidate("ext4"), make_candidate("xfs")};
  duel.plan.rounds = {{{0, Twin::no}, {1, Twin::no}, {0, Twin::yes}},
                      {{1, Twin::no}, {0, Twin::yes}, {0, Twin::no}}};
  duel.machine.host = "host";
  return duel;
}

RunRecord make_record(const RunKey& key, RunStatus status = RunStatus::ok) {
  RunRecord record;
  record.spec.key = key;
  record.status = status;
  record.observations = {{"run", "time_durable", Measured::of(0.1 + 0.2)},
                         {"run", "errors", Measured::missing("why \xff")}};
  record.facts = {{"superblock", std::string(20000, 'x')}};
  return record;
}

// What an action says when it cannot go on.
std::string complaint(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no complaint";
}

class StoreTest : public testing::Test {
 protected:
  [[nodiscard]] std::string file() const { return folder_.path() + "/data/duels.db"; }
  [[nodiscard]] const std::string& folder() const { return folder_.path(); }
  [[nodiscard]] Store open(StoreMode mode = StoreMode::read_write) const {
    return Store::open(file(), mode, kImpatient);
  }
  // A database with one duel of one run.
  void fill() const {
    auto store = open();
    const auto id = store.create(make_duel("u1"));
    store.append(id, make_record({0, 0, Twin::no, 0}));
  }
  // Runs statements on the file behind the store's back.
  void change(const std::string& sql) const {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &handle), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
  }

 private:
  TemporaryFolder folder_ = TemporaryFolder::make();
};

// Another program: exits with 0 when `action` returns true. It may not use the test's own stores.
pid_t start_child(const std::function<bool()>& action) {
  const pid_t child = fork();
  if (child != 0) return child;
  int code = 2;
  try {
    code = action() ? 0 : 1;
  } catch (const std::exception& error) {
    const std::string text = std::string("in the child: ") + error.what() + "\n";
    (void)!write(STDERR_FILENO, text.data(), text.size());
  }
  _exit(code);
}

int wait_child(pid_t child) {
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// A program of somebody who owns nothing here.
int run_as_nobody(const std::function<bool()>& action) {
  return wait_child(start_child([&] {
    constexpr unsigned kNobody = 65534;
    if (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0) return false;
    return action();
  }));
}

TEST_F(StoreTest, KeepsADuelAsItIs) {
  Duel duel = make_duel("u1");
  auto store = open();
  duel.id = store.create(duel);
  EXPECT_EQ(duel.id, 1U);
  EXPECT_EQ(store.find_duel(1), duel);
  for (std::uint64_t round = 0; round < 2; ++round) {
    duel.records.push_back(make_record({round, 1, Twin::no, 0}));
    store.append(1, duel.records.back());
    duel.records.push_back(make_record({round, 0, Twin::yes, 0}, RunStatus::failed));
    store.append(1, duel.records.back());
  }
  duel.stop = StopReason::rounds_cap;
  duel.elapsed = Nanoseconds{12345};
  store.finish(1, duel.stop, duel.elapsed);
  EXPECT_EQ(store.find_duel(1), duel);
  store = open(StoreMode::read_only);
  EXPECT_EQ(store.find_duel(1), duel);
  store.check();
}

TEST_F(StoreTest, ListsTheNewestFirst) {
  auto store = open();
  EXPECT_THAT(store.list(), IsEmpty());
  EXPECT_EQ(store.last_id(), std::nullopt);
  const auto first = store.create(make_duel("u1"));
  const auto second = store.create(make_duel("u2"));
  store.finish(first, StopReason::decided, Nanoseconds{1});
  EXPECT_EQ(store.last_id(), second);
  const auto duels = store.list();
  ASSERT_EQ(duels.size(), 2U);
  EXPECT_EQ(duels[0].id, second);
  EXPECT_EQ(duels[0].stop, std::nullopt);
  EXPECT_EQ(duels[1], (DuelSummary{.id = first,
                                   .uid = "u1",
                                   .created = make_duel("").created,
                                   .workload = "tree",
                                   .labels = {"ext4", "xfs"},
                                   .runs = 0,
                                   .rounds_done = 0,
                                   .stop = StopReason::decided}));
  EXPECT_THAT(render_list_json(duels), AllOf(HasSubstr(R"([{"id":2,)"), HasSubstr(R"({"id":1,)")));
}

TEST_F(StoreTest, ARoundIsDoneWhenEachOfItsRunsCameToItsEnd) {
  auto store = open();
  const auto id = store.create(make_duel("u1"));
  const auto rounds = [&] { return store.list().front().rounds_done; };
  store.append(id, make_record({0, 0, Twin::no, 0}));
  store.append(id, make_record({0, 0, Twin::yes, 0}));
  store.append(id, make_record({0, 0, Twin::yes, 1}));  // a repeated run is not another one
  EXPECT_EQ(rounds(), 0U);
  store.append(id, make_record({0, 1, Twin::no, 0}, RunStatus::interrupted));
  EXPECT_EQ(rounds(), 0U);
  store.append(id, make_record({0, 1, Twin::no, 1}, RunStatus::failed));
  EXPECT_EQ(rounds(), 1U);
  store.append(id, make_record({1, 1, Twin::no, 0}));
  EXPECT_EQ(rounds(), 1U);
  EXPECT_EQ(store.list().front().runs, 6U);
}

TEST_F(StoreTest, ARunIsStoredOnce) {
  auto store = open();
  const auto id = store.create(make_duel("u1"));
  store.append(id, make_record({3, 1, Twin::no, 0}));
  EXPECT_EQ(complaint([&] {
              store.append(id, make_record({3, 1, Twin::no, 0}));
            }),
            "cannot store round 3, candidate 1, attempt 0 of duel 1: this run is stored already");
  store.append(id, make_record({3, 1, Twin::no, 1}));
  EXPECT_THAT(complaint([&] { (void)store.create(make_duel("u1")); }), HasSubstr("stored already"));
  EXPECT_EQ(store.list().size(), 1U);
}

TEST_F(StoreTest, AnUnknownDuelIsAnAnswerToAQuestionAndAnErrorToAChange) {
  auto store = open();
  EXPECT_EQ(store.find_duel(1), std::nullopt);
  EXPECT_EQ(store.find_duel(~std::uint64_t{0}), std::nullopt);
  EXPECT_THAT(complaint([&] { store.append(7, make_record({})); }),
              HasSubstr("cannot store a run of duel 7: there is no such duel in "));
  EXPECT_THAT(complaint([&] { store.finish(~std::uint64_t{0}, StopReason::decided, {}); }),
              HasSubstr("there is no such duel"));
}

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
      auto store = Store::open(file(), StoreMode::read_write);
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

TEST_F(StoreTest, AReaderSeesWhatAWriterHasStoredMeanwhile) {
  auto writer = open();
  const auto id = writer.create(make_duel("u1"));
  auto reader = open(StoreMode::read_only);
  EXPECT_EQ(reader.list().front().runs, 0U);
  writer.append(id, make_record({}));
  EXPECT_EQ(reader.list().front().runs, 1U);
}

TEST_F(StoreTest, ALockedDatabaseIsSaidSo) {
  fill();
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  {
    auto store = open();
    EXPECT_THAT(complaint([&] { (void)store.create(make_duel("u2")); }),
                AllOf(HasSubstr("another program holds it"), HasSubstr("Try: wait until")));
    EXPECT_EQ(store.list().size(), 1U);  // reading goes on
    sqlite3_exec(other, "ROLLBACK", nullptr, nullptr, nullptr);
    EXPECT_EQ(store.create(make_duel("u2")), 2U);
  }
  sqlite3_close(other);
}

TEST_F(StoreTest, AReadOnlyStoreIsNeverWritten) {
  fill();
  auto store = open(StoreMode::read_only);
  EXPECT_THAT(complaint([&] {
                store.append(1, make_record({1, 1, Twin::no, 0}));
              }),
              HasSubstr("it is read-only"));
}

TEST_F(StoreTest, AMissingDatabaseIsMissedOnlyByReaders) {
  EXPECT_THAT(complaint([&] { (void)open(StoreMode::read_only); }),
              AllOf(HasSubstr("No such file"), HasSubstr("Try: run a duel first")));
  EXPECT_FALSE(fs::exists(file()));
  EXPECT_EQ(open().list().size(), 0U);
  EXPECT_EQ(open(StoreMode::read_only).list().size(), 0U);
}

TEST_F(StoreTest, AnEmptyFileIsANewDatabase) {
  fs::create_directories(folder() + "/data");
  std::ofstream(file()).flush();
  EXPECT_THAT(complaint([&] { (void)open(StoreMode::read_only); }),
              HasSubstr("no duel has been stored in it yet"));
  fill();
  EXPECT_EQ(open(StoreMode::read_only).list().size(), 1U);
}

TEST_F(StoreTest, OddNamesAreFiles) {
  for (const std::string name : {":memory:", "file:x?mode=memory", "a b%20c#d?e", "\xff'\""}) {
    const std::string path = folder() + "/" + name;
    EXPECT_EQ(Store::open(path, StoreMode::read_write).create(make_duel("u1")), 1U);
    EXPECT_TRUE(fs::exists(path)) << name;
    EXPECT_EQ(Store::open(path, StoreMode::read_only).list().size(), 1U);
  }
  EXPECT_EQ(wait_child(start_child([&] {
              fs::create_directory(folder() + "/here");
              fs::current_path(folder() + "/here");
              (void)Store::open(":memory:", StoreMode::read_write);
              (void)Store::open("below/duels.db", StoreMode::read_write);
              return fs::exists(":memory:") && fs::exists("below/duels.db");
            })),
            0);
  EXPECT_THAT(complaint([&] { (void)Store::open("", StoreMode::read_write); }),
              HasSubstr("its name is empty"));
  EXPECT_THAT(complaint([&] { (void)Store::open(folder(), StoreMode::read_write); }),
              HasSubstr("cannot use the results database " + folder()));
}

TEST_F(StoreTest, ANewerSchemaIsRefused) {
  fill();
  change("PRAGMA user_version = 7");
  for (const auto mode : {StoreMode::read_write, StoreMode::read_only}) {
    EXPECT_THAT(complaint([&] { (void)open(mode); }),
                HasSubstr("a newer fsduel has written it (schema 7, this one knows 1). Try: use "
                          "that version of fsduel"));
  }
}

TEST_F(StoreTest, TheDatabaseOfAnotherProgramIsLeftAsItIs) {
  fs::create_directories(folder() + "/data");
  change("CREATE TABLE bookmarks(url)");
  const auto before = fs::last_write_time(file());
  EXPECT_THAT(complaint([&] { (void)open(); }), HasSubstr("database of another program"));
  EXPECT_THAT(complaint([&] { (void)open(StoreMode::read_only); }),
              HasSubstr("database of another program"));
  EXPECT_EQ(fs::last_write_time(file()), before);
  EXPECT_FALSE(fs::exists(file() + "-wal"));
}

TEST_F(StoreTest, AFileThatIsNoDatabaseIsLeftAsItIs) {
  fs::create_directories(folder() + "/data");
  const std::string text = "Dear diary, " + std::string(8000, 'x');
  std::ofstream(file()) << text;
  for (const auto mode : {StoreMode::read_write, StoreMode::read_only}) {
    EXPECT_THAT(complaint([&] { (void)open(mode); }),
                AllOf(HasSubstr("the file is no results database"), HasSubstr("--db")));
  }
  std::ifstream in(file());
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), text);
}

TEST_F(StoreTest, ACutFileIsDamaged) {
  fill();
  fs::resize_file(file(), fs::file_size(file()) / 2);
  EXPECT_THAT(complaint([&] { open(StoreMode::read_only).check(); }), HasSubstr("damaged"));
  EXPECT_THAT(complaint([&] {
                auto store = open(StoreMode::read_only);
                (void)store.find_duel(1);
              }),
              AllOf(HasSubstr("cannot "), HasSubstr("damaged"), HasSubstr("Try: ")));
}

TEST_F(StoreTest, ADocumentThatHasChangedIsDamaged) {
  fill();
  change("UPDATE runs SET record = replace(record, '0.30000000000000004', '0.40000000000000004')");
  auto store = open();
  EXPECT_THAT(complaint([&] { (void)store.find_duel(1); }),
              HasSubstr("cannot read run 1 of duel 1: its document is damaged"));
  EXPECT_THAT(complaint([&] { store.check(); }), HasSubstr("run 1 of duel 1"));
  change("UPDATE duels SET machine = replace(machine, 'host', 'hose')");
  EXPECT_THAT(complaint([&] { (void)store.find_duel(1); }), HasSubstr("cannot read duel 1: "));
}

// Bytes overwritten anywhere: an answer or an Error, never a crash, and never another duel.
TEST_F(StoreTest, ScribbledFilesAreReadOrRefused) {
  Duel duel = make_duel("u1");
  fill();
  duel.id = 1;
  duel.records = {make_record({0, 0, Twin::no, 0})};
  const std::string scribbled = folder() + "/scribbled.db";
  const auto size = fs::file_size(file());
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(derive(4, "scribble", seed));
    fs::copy_file(file(), scribbled, fs::copy_options::overwrite_existing);
    {
      std::fstream out(scribbled, std::ios::in | std::ios::out | std::ios::binary);
      out.seekp(static_cast<std::streamoff>(random.below(size)));
      for (int i = 0; i < 32; ++i) out.put(static_cast<char>(random.below(256)));
    }
    const auto said = complaint([&] {
      auto store = Store::open(scribbled, StoreMode::read_only, kImpatient);
      const auto found = store.find_duel(1);
      if (found) {
        EXPECT_EQ(found->records, duel.records) << seed;
      }
      store.check();
    });
    EXPECT_THAT(said, testing::AnyOf("no complaint", HasSubstr("cannot "))) << seed;
  }
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

TEST(DatabasePath, FollowsTheRulesOfXdg) {
  const auto path = [](std::optional<std::string> data, std::optional<std::string> home) {
    return default_database_path([=](const std::string& name) -> std::optional<std::string> {
      if (name == "XDG_DATA_HOME") return data;
      if (name == "HOME") return home;
      return std::nullopt;
    });
  };
  EXPECT_EQ(path("/x", "/h"), "/x/fsduel/duels.db");
  EXPECT_EQ(path("/x/", "/h"), "/x/fsduel/duels.db");
  EXPECT_EQ(path(std::nullopt, "/h"), "/h/.local/share/fsduel/duels.db");
  EXPECT_EQ(path("", "/h"), "/h/.local/share/fsduel/duels.db");
  EXPECT_EQ(path("relative", "/h"), "/h/.local/share/fsduel/duels.db");
  EXPECT_EQ(path("/", std::nullopt), "/fsduel/duels.db");
  EXPECT_THAT(complaint([&] { (void)path(std::nullopt, "relative"); }),
              HasSubstr("Try: name it with --db FILE"));
}

}  // namespace
}  // namespace fsduel::store
