// The store on real files: what is stored comes back, and every way in which a file can be wrong is
// said.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>

#include "base/random.hpp"
#include "store/store_fixture.hpp"

namespace fsduel::store {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

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
  change_file(file(), "PRAGMA user_version = 7");
  for (const auto mode : {StoreMode::read_write, StoreMode::read_only}) {
    EXPECT_THAT(complaint([&] { (void)open(mode); }),
                HasSubstr("a newer fsduel has written it (schema 7, this one knows 2). Try: use "
                          "that version of fsduel"));
  }
}

TEST_F(StoreTest, TheDatabaseOfAnotherProgramIsLeftAsItIs) {
  fs::create_directories(folder() + "/data");
  change_file(file(), "CREATE TABLE bookmarks(url)");
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
  change_file(
      file(),
      "UPDATE runs SET record = replace(record, '0.30000000000000004', '0.40000000000000004')");
  auto store = open();
  EXPECT_THAT(complaint([&] { (void)store.find_duel(1); }),
              HasSubstr("cannot read run 1 of duel 1: its document is damaged"));
  EXPECT_THAT(complaint([&] { store.check(); }), HasSubstr("run 1 of duel 1"));
  change_file(file(), "UPDATE duels SET machine = replace(machine, 'host', 'hose')");
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
