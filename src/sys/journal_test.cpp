// The journal and the sweep on the fake machine: a dead owner's things are given back, nothing
// else.
#include "sys/journal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <limits>

#include "base/error.hpp"
#include "sys/fake_system.hpp"
#include "sys/faulty_system.hpp"

namespace fsduel::sys {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Taken, EveryKindSurvivesTheJournal) {
  const std::string hostile = "a b%\n\\\t\xff/[x]";
  const std::vector<Taken> all{TakenMount{hostile, "/dev/loop9", "xfs"},
                               TakenLoop{hostile, {7, 8}, ""},
                               TakenLoop{"/i", {std::numeric_limits<dev_t>::max(), 1}, "loop9"},
                               TakenFile{hostile, {1, 2}},
                               TakenDirectory{hostile, Contents::none, {}},
                               TakenDirectory{hostile, Contents::ours, {3, 4}},
                               TakenSetting{hostile, "", "none"},
                               TakenProcess{{77, 88}, hostile}};
  for (const Taken& taken : all) {
    const std::string line = render_taken(taken);
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    EXPECT_EQ(parse_taken(line), taken) << line;
  }
}

TEST(Taken, RefusesOtherText) {
  for (const char* text : {"", "mount a b", "file a 1", "file a x 1", "process 1 5 init",
                           "process 0 5 x", "process 99999999999 5 x", "setting a b c d",
                           "file %zz 1 2", "file %4 1 2", "unknown a 1 2"}) {
    EXPECT_EQ(parse_taken(text), std::nullopt) << text;
  }
}

TEST(Taken, SettingValueIsTheChosenWord) {
  EXPECT_EQ(find_setting_value("mq-deadline [none] bfq\n"), "none");
  EXPECT_EQ(find_setting_value(" 128\n"), "128");
  EXPECT_EQ(find_setting_value("odd ] text ["), "odd ] text [");
}

class JournalTest : public ::testing::Test {
 protected:
  JournalTest() { system_.set_text("/sys/x", "old\n"); }

  // As after a kill -9: the owner is gone, its journal and things are there.
  void kill_owner() {
    system_.remove_process(system_.own_process().pid);
    system_.set_own_process({2000, 9000});
  }
  std::vector<GiveBack> sweep_outcomes(SweepMode mode = SweepMode::free) {
    std::vector<GiveBack> outcomes;
    for (const SweptJournal& swept : sweep(system_, "/state", mode)) {
      EXPECT_EQ(swept.damaged_lines, 0U);
      for (const GiveBackResult& result : swept.results) outcomes.push_back(result.outcome);
    }
    return outcomes;
  }
  std::vector<std::string> journals() { return system_.list_directory("/state"); }

  FakeSystem system_;
};

TEST_F(JournalTest, NothingTakenLeavesNoFile) {
  { const Journal journal(system_, "/state"); }
  EXPECT_THAT(journals(), IsEmpty());
}

TEST_F(JournalTest, IsWrittenBeforeTheThingIsTaken) {
  FaultySystem faulty(system_, 0, EIO);
  Journal journal(faulty, "/state");
  journal.make_file("/f");
  const auto& calls = faulty.calls();
  const auto first_append = std::find_if(calls.begin(), calls.end(), [](const std::string& call) {
    return call.starts_with("append");
  });
  const auto made = std::find(calls.begin(), calls.end(), "make file /f");
  ASSERT_NE(made, calls.end());
  EXPECT_LT(first_append, made);
}

TEST_F(JournalTest, GivesBackInReverseAndRemovesItself) {
  Journal journal(system_, "/state");
  journal.make_directory("/work", Contents::ours);
  journal.make_file("/work/f");
  journal.change_setting("/sys/x", "new");
  EXPECT_EQ(system_.read_text("/sys/x"), "new");
  const auto results = journal.give_back_all();
  ASSERT_EQ(results.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<TakenSetting>(results[0].taken));
  EXPECT_TRUE(std::holds_alternative<TakenDirectory>(results[2].taken));
  EXPECT_EQ(system_.read_text("/sys/x"), "old");
  EXPECT_EQ(system_.find_status("/work"), std::nullopt);
  EXPECT_THAT(journals(), IsEmpty());
}

TEST_F(JournalTest, RefusesATakenNameAndLeavesItAlone) {
  system_.make_file("/f");
  Journal journal(system_, "/state");
  EXPECT_THROW(journal.make_file("/f"), Error);
  EXPECT_THROW(journal.make_directory("/f", Contents::ours), Error);
  EXPECT_THAT(journal.give_back_all(), IsEmpty());
  EXPECT_NE(system_.find_status("/f"), std::nullopt);
}

TEST_F(JournalTest, LiveOwnerIsNotTouched) {
  Journal journal(system_, "/state");
  journal.make_file("/f");
  EXPECT_THAT(sweep_outcomes(), IsEmpty());
  EXPECT_NE(system_.find_status("/f"), std::nullopt);
}

TEST_F(JournalTest, SweepFreesMountLoopFileSettingProcess) {
  Journal journal(system_, "/state");
  const StopFlag stop;
  journal.make_file("/i");
  system_.write_image({"/i", kMiB * 64}, stop, {});
  journal.make_directory("/mnt", Contents::none);
  const auto image = *system_.find_status("/i");
  const EntryId loop_entry = journal.take(TakenLoop{"/i", {image.device, image.inode}, ""});
  LoopAttachment loop = system_.attach_loop("/i", {});
  journal.update(loop_entry, TakenLoop{"/i", {image.device, image.inode}, loop.name()});
  system_.stamp_filesystem(loop.device(), "ext4");
  journal.take(TakenMount{"/mnt", loop.device(), "ext4"});
  system_.mount({"ext4", loop.device(), "/mnt", {}});
  journal.change_setting(loop.sysfs() + "/queue/scheduler", "bfq");
  system_.add_process({3000, 7});
  journal.take(TakenProcess{{3000, 7}, "squid"});
  kill_owner();

  EXPECT_THAT(sweep_outcomes(SweepMode::dry_run),
              ElementsAre(GiveBack::done, GiveBack::done, GiveBack::done, GiveBack::done,
                          GiveBack::not_ours, GiveBack::done));
  EXPECT_EQ(system_.read_mounts().size(), 1U);
  EXPECT_THAT(sweep_outcomes(), ElementsAre(GiveBack::done, GiveBack::done, GiveBack::done,
                                            GiveBack::done, GiveBack::done, GiveBack::done));
  EXPECT_THAT(system_.read_mounts(), IsEmpty());
  EXPECT_THAT(system_.read_loops(), IsEmpty());
  EXPECT_EQ(system_.find_status("/i"), std::nullopt);
  EXPECT_EQ(system_.find_status("/mnt"), std::nullopt);
  EXPECT_THAT(system_.killed(), ElementsAre(ProcessIdentity{3000, 7}));
  EXPECT_THAT(journals(), IsEmpty());
}

TEST_F(JournalTest, SweepLeavesForeignThingsOfTheSameName) {
  Journal journal(system_, "/state");
  journal.make_file("/f");
  journal.make_directory("/d", Contents::ours);
  journal.change_setting("/sys/x", "new");
  journal.take(TakenMount{"/d", "/dev/loop0", "ext4"});
  journal.take(TakenLoop{"/f", {1, 999}, "loop0"});
  journal.take(TakenProcess{{3000, 7}, "squid"});
  kill_owner();
  // Now others use the same names.
  const StopFlag stop;
  system_.remove_file("/f");
  system_.write_image({"/f", kMiB * 64}, stop, {});
  system_.remove_directory("/d");
  system_.make_directory("/d", 0755);
  system_.set_text("/sys/x", "theirs");
  system_.add_process({3000, 8});
  const LoopAttachment foreign = system_.attach_loop("/f", {});
  system_.stamp_filesystem(foreign.device(), "xfs");
  system_.mount({"xfs", foreign.device(), "/d", {}});

  for (const GiveBack outcome : sweep_outcomes()) {
    EXPECT_TRUE(outcome == GiveBack::not_ours || outcome == GiveBack::gone);
  }
  EXPECT_EQ(system_.read_mounts().size(), 1U);
  EXPECT_EQ(system_.read_loops().size(), 1U);
  EXPECT_NE(system_.find_status("/f"), std::nullopt);
  EXPECT_EQ(system_.read_text("/sys/x"), "theirs");
  EXPECT_THAT(system_.killed(), IsEmpty());
  EXPECT_THAT(journals(), IsEmpty());
}

TEST_F(JournalTest, FileOfWhichOnlyTheIntentIsKnownGoesOnlyWhenEmpty) {
  Journal journal(system_, "/state");
  journal.take(TakenFile{"/empty", {}});
  journal.take(TakenFile{"/full", {}});
  system_.make_file("/empty");
  system_.set_text("/full", "somebody's");
  kill_owner();
  EXPECT_THAT(sweep_outcomes(), ElementsAre(GiveBack::not_ours, GiveBack::done));
  EXPECT_EQ(system_.find_status("/empty"), std::nullopt);
  EXPECT_NE(system_.find_status("/full"), std::nullopt);
}

TEST_F(JournalTest, AfterARestartOnlyFilesAreLeft) {
  Journal journal(system_, "/state");
  journal.make_file("/f");
  journal.change_setting("/sys/x", "new");
  journal.take(TakenProcess{system_.own_process(), "squid"});
  // The same pid and start time, but the machine was started again since.
  system_.set_boot_id("fake-boot-2");
  EXPECT_THAT(sweep_outcomes(), ElementsAre(GiveBack::gone, GiveBack::gone, GiveBack::done));
  EXPECT_EQ(system_.read_text("/sys/x"), "new");
  EXPECT_THAT(system_.killed(), IsEmpty());
}

TEST_F(JournalTest, RefusalKeepsTheJournal) {
  Journal journal(system_, "/state");
  const StopFlag stop;
  system_.write_image({"/i", kMiB * 64}, stop, {});
  system_.make_directory("/mnt", 0755);
  const LoopAttachment loop = system_.attach_loop("/i", {});
  system_.stamp_filesystem(loop.device(), "ext4");
  journal.take(TakenMount{"/mnt", loop.device(), "ext4"});
  system_.mount({"ext4", loop.device(), "/mnt", {}});
  system_.hold_busy("/mnt", "squid (pid 77)");
  kill_owner();
  EXPECT_THAT(sweep_outcomes(), ElementsAre(GiveBack::failed));
  EXPECT_EQ(journals().size(), 1U);
  system_.release_busy("/mnt");
  EXPECT_THAT(sweep_outcomes(), ElementsAre(GiveBack::done));
  EXPECT_THAT(journals(), IsEmpty());
}

TEST_F(JournalTest, TornLastLineIsDroppedAndDamageCounted) {
  Journal journal(system_, "/state");
  journal.take(TakenFile{"/a", {1, 2}});
  journal.take(TakenFile{"/b", {1, 3}});
  const std::string whole = *system_.read_text(journal.path());
  EXPECT_EQ(parse_journal(whole).held.size(), 2U);
  for (std::size_t cut = 1; cut < 20; ++cut) {
    const JournalText torn = parse_journal(whole.substr(0, whole.size() - cut));
    EXPECT_THAT(torn.held, ElementsAre(Taken(TakenFile{"/a", {1, 2}})));
    EXPECT_EQ(torn.damaged_lines, 0U);
  }
  std::string damaged = whole;
  // The inode of the first: still a valid line but for its checksum.
  damaged[damaged.find('\n') - 1] = '7';
  EXPECT_EQ(parse_journal(damaged).damaged_lines, 1U);
  EXPECT_THAT(parse_journal(damaged).held, ElementsAre(Taken(TakenFile{"/b", {1, 3}})));
}

TEST_F(JournalTest, OtherFilesInTheFolderAreNotTouched) {
  system_.make_directory("/state", 0700);
  for (const char* name : {"notes", "x.journal", "a.b.c.journal", "boot.1.2.3.journal"}) {
    system_.make_file(std::string("/state/") + name);
  }
  EXPECT_THAT(sweep_outcomes(), IsEmpty());
  EXPECT_EQ(journals().size(), 4U);
  EXPECT_THAT(sweep(system_, "/absent", SweepMode::free), IsEmpty());
}

}  // namespace
}  // namespace fsduel::sys
