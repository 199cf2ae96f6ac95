// What the tests of the store share: a database in a folder of its own, and other programs.
#pragma once

#include <grp.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>

#include "base/error.hpp"
#include "store/snapshot.hpp"
#include "store/store.hpp"

namespace fsduel::store {

namespace fs = std::filesystem;

inline constexpr StoreOptions kImpatient{.busy_timeout = std::chrono::milliseconds{50}};

inline Candidate make_candidate(const std::string& label) {
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

inline Duel make_duel(const std::string& uid) {
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

inline RunRecord make_record(const RunKey& key, RunStatus status = RunStatus::ok) {
  RunRecord record;
  record.spec.key = key;
  record.status = status;
  record.observations = {{"run", "time_durable", Measured::of(0.1 + 0.2)},
                         {"run", "errors", Measured::missing("why \xff")}};
  record.facts = {{"superblock", std::string(20000, 'x')}};
  return record;
}

// What an action says when it cannot go on.
inline std::string complaint(const std::function<void()>& action) {
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
  // Runs statements on a file behind the store's back.
  static void change_file(const std::string& path, const std::string& sql) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
  }

 private:
  TemporaryFolder folder_ = TemporaryFolder::make();
};

// Another program: exits with 0 when `action` returns true. It may not use the test's own stores.
inline pid_t start_child(const std::function<bool()>& action) {
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

inline int wait_child(pid_t child) {
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// A program of somebody who owns nothing here.
inline int run_as_nobody(const std::function<bool()>& action) {
  return wait_child(start_child([&] {
    constexpr unsigned kNobody = 65534;
    if (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0) return false;
    return action();
  }));
}

}  // namespace fsduel::store
