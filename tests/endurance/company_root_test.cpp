// The program beside others: things of strangers that look like its own, another duel at the same
// time, a disk that gets full.
#include <gmock/gmock.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "endurance/endurance_fixture.hpp"
#include "sys/journal.hpp"

namespace fsduel::endurance {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class CompanyTest : public EnduranceTest {
 protected:
  void SetUp() override {
    EnduranceTest::SetUp();
    if (IsSkipped()) return;
    system_.enter_private_mounts();
  }
  // What is in the folder's file, so that a changed one is noticed.
  static std::string content(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

void change_database(const std::string& path, const char* sql) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(handle);
}

// The strangers: a file, a folder with something in it, a loop device, a mount, a process.
class Strangers {
 public:
  Strangers(sys::RealSystem& system, const Bench& bench)
      : system_(system),
        file(bench.path("file")),
        folder(bench.path("folder")),
        image(bench.path("image")),
        target(bench.path("target")) {
    std::ofstream(file) << "mine";
    std::filesystem::create_directories(folder + "/inside");
    std::filesystem::create_directories(target);
    std::ofstream(image) << std::string(1 << 20, 'x');
    loop.emplace(system.attach_loop(image, {}));
    system.mount({"tmpfs", "stranger", target, {}});
    process = fork();
    if (process == 0) {
      while (true) pause();
    }
  }
  ~Strangers() {
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
    system_.unmount(target);
  }
  Strangers(const Strangers&) = delete;
  Strangers& operator=(const Strangers&) = delete;

  // A process that dies with a journal in which all of these stand as if they had been its own:
  // same names, but other inodes, another source, another start. Returns its number.
  pid_t forge_journal() {
    const pid_t forger = fork();
    if (forger != 0) {
      waitpid(forger, nullptr, 0);
      return forger;
    }
    sys::Journal journal(system_, "/var/lib/fsduel/journal");
    const auto other = [&](const std::string& path) {
      const auto status = system_.find_status(path);
      return sys::FileIdentity{status->device, status->inode + 1};
    };
    journal.take(sys::TakenFile{file, other(file)});
    journal.take(sys::TakenFile{file, {}});
    journal.take(sys::TakenDirectory{folder, sys::Contents::ours, other(folder)});
    journal.take(sys::TakenDirectory{folder, sys::Contents::none, {}});
    journal.take(sys::TakenLoop{image, other(image), loop->name()});
    journal.take(sys::TakenMount{target, "/dev/" + loop->name(), "ext4"});
    const auto start = system_.find_process_start(process).value_or(0);
    journal.take(sys::TakenProcess{{process, start + 1}, "mkfs.ext4"});
    _exit(0);
  }

 private:
  sys::RealSystem& system_;

 public:
  std::string file;
  std::string folder;
  std::string image;
  std::string target;
  std::optional<sys::LoopAttachment> loop;
  pid_t process = 0;
};

TEST_F(CompanyTest, ASweepTouchesNothingOfStrangersWithTheSameNames) {
  Bench bench;
  (void)bench.run({"sweep"});  // what somebody else has left is not part of this
  Strangers strangers(system_, bench);
  const pid_t forger = strangers.forge_journal();
  EXPECT_THAT(list_traces(system_, bench, {std::to_string(forger)}), SizeIs(1));
  const Ended swept = bench.run({"sweep"});
  EXPECT_EQ(swept.status, 0) << swept.errors;
  EXPECT_THAT(swept.output, Not(HasSubstr("freed")));
  EXPECT_THAT(swept.output, HasSubstr("left"));
  EXPECT_EQ(content(strangers.file), "mine");
  EXPECT_TRUE(std::filesystem::exists(strangers.folder + "/inside"));
  EXPECT_EQ(content(strangers.loop->sysfs() + "/loop/backing_file"), strangers.image + "\n");
  ASSERT_NE(find_mount(system_.read_mounts(), strangers.target), nullptr);
  EXPECT_EQ(find_mount(system_.read_mounts(), strangers.target)->source, "stranger");
  EXPECT_EQ(kill(strangers.process, 0), 0);
  EXPECT_EQ(waitpid(strangers.process, nullptr, WNOHANG), 0);
  EXPECT_THAT(list_traces(system_, bench, {std::to_string(forger)}), IsEmpty());
}

TEST_F(CompanyTest, TwoDuelsAtOnceDoNotCollide) {
  Bench bench;
  const pid_t first = bench.start(bench.duel_words());
  const pid_t second = bench.start(bench.duel_words());
  const Ended one = bench.wait(first);
  const Ended other = bench.wait(second);
  EXPECT_EQ(one.status, 0) << one.errors;
  EXPECT_EQ(other.status, 0) << other.errors;
  EXPECT_THAT(list_traces(system_, bench, {std::to_string(first), std::to_string(second)}),
              IsEmpty());
  EXPECT_THAT(bench.run({"db", "check"}).output, HasSubstr("2 duels with 12 runs"));
}

TEST_F(CompanyTest, ARunningDuelIsNotResumed) {
  Bench bench;
  const pid_t running = bench.start(bench.duel_words());
  while (!bench.has_duel()) {
    ASSERT_EQ(kill(running, 0), 0);
  }
  const Ended refused = bench.run({"resume", "last"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.errors, HasSubstr("carries it out right now"));
  const Ended ended = bench.wait(running);
  EXPECT_EQ(ended.status, 0) << ended.errors;
}

TEST_F(CompanyTest, ADuelThatIsInterruptedSaysHowToGoOnAndDoes) {
  Bench bench;
  const pid_t running = bench.start(bench.duel_words());
  while (!bench.has_duel()) {
    ASSERT_EQ(kill(running, 0), 0);
  }
  kill(running, SIGINT);
  const Ended interrupted = bench.wait(running);
  EXPECT_EQ(interrupted.status, 130) << interrupted.errors;
  EXPECT_THAT(list_traces(system_, bench, {std::to_string(running)}), IsEmpty());
  const Ended resumed = bench.run({"resume", "last"});
  EXPECT_EQ(resumed.status, 0) << resumed.errors;
  EXPECT_EQ(bench.read_duel().records.size(), 6U);
}

// As if a power cut had torn the last run, and another fsduel had begun the duel.
TEST_F(CompanyTest, ATornRunIsRunAgainAndAChangeIsRefusedUntilItIsAccepted) {
  Bench bench;
  const pid_t running = bench.start(bench.duel_words());
  while (!bench.has_duel() || bench.read_duel().records.empty()) {
    ASSERT_EQ(kill(running, 0), 0);
  }
  kill(running, SIGKILL);
  (void)bench.wait(running);
  change_database(bench.path("duels.db"),
                  "UPDATE duels SET fsduel_version = '0.0.1'; UPDATE runs SET record = "
                  "substr(record, 1, 500) WHERE position = (SELECT max(position) FROM runs)");
  const Ended refused = bench.run({"resume", "last"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.errors, HasSubstr("was torn, is dropped and will be run again"));
  EXPECT_THAT(refused.errors, HasSubstr("fsduel: 0.0.1 -> "));
  EXPECT_THAT(refused.errors, HasSubstr("--accept-change"));
  const Ended accepted = bench.run({"resume", "last", "--accept-change"});
  EXPECT_EQ(accepted.status, 0) << accepted.errors;
  EXPECT_THAT(accepted.output, HasSubstr("changed since the duel began: fsduel: 0.0.1 -> "));
  EXPECT_EQ(bench.read_duel().records.size(), 6U);
  const Ended ended = bench.run({"resume", "last"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.errors, HasSubstr("it has ended"));
}

// The database is on a disk of its own that has room for a part of the duel.
TEST_F(CompanyTest, AFullDatabaseDiskEndsTheDuelCleanlyAndItGoesOnWithRoom) {
  Bench bench;
  std::filesystem::create_directories(bench.path("small"));
  system_.mount({"tmpfs", "small", bench.path("small"), {"size=256k"}});
  bench.set_database(bench.path("small/duels.db"));
  const Ended full = bench.run(bench.duel_words());
  EXPECT_EQ(full.status, 1);
  EXPECT_THAT(full.errors, HasSubstr("No space left on device"));
  EXPECT_THAT(full.errors, HasSubstr("fsduel resume 1"));
  EXPECT_THAT(list_traces(system_, bench, {std::to_string(full.pid)}), IsEmpty());
  EXPECT_EQ(bench.run({"db", "check"}).status, 0);
  const Duel before = bench.read_duel();
  EXPECT_GT(before.records.size(), 0U);
  EXPECT_LT(before.records.size(), 6U);
  ASSERT_EQ(mount("small", bench.path("small").c_str(), nullptr, MS_REMOUNT, "size=64m"), 0);
  const Ended resumed = bench.run({"resume", "last"});
  EXPECT_EQ(resumed.status, 0) << resumed.errors;
  const Duel after = bench.read_duel();
  ASSERT_EQ(after.records.size(), 6U);
  for (std::size_t i = 0; i < before.records.size(); ++i) {
    EXPECT_EQ(after.records[i], before.records[i]);
  }
  system_.unmount(bench.path("small"));
}

}  // namespace
}  // namespace fsduel::endurance
