#include "run/settings.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "base/error.hpp"
#include "sys/fake_system.hpp"
#include "sys/faulty_system.hpp"

namespace fsduel::run {
namespace {

TEST(Setting, ASlashMeansTheDiskAndADotASysctl) {
  EXPECT_EQ(setting_path({"queue/scheduler", "bfq"}, "loop0"), "/sys/block/loop0/queue/scheduler");
  EXPECT_EQ(setting_path({"vm.dirty_ratio", "10"}, "loop0"), "/proc/sys/vm/dirty_ratio");
}

TEST(Setting, NeverLeavesItsFolder) {
  EXPECT_THROW((void)setting_path({"queue/../../../x", "1"}, "loop0"), Error);
  EXPECT_THROW((void)setting_path({"/etc/passwd", "1"}, "loop0"), Error);
}

struct Bench {
  sys::FakeSystem system;
  Bench() {
    system.set_text("/sys/block/loop0/queue/scheduler", "[none] bfq\n");
    system.set_text("/proc/sys/vm/dirty_ratio", "20\n");
  }
  [[nodiscard]] std::string read(const std::string& path) {
    return sys::find_setting_value(system.read_text(path).value_or(""));
  }
};

TEST(Setting, IsSetProvedAndGivenBack) {
  Bench bench;
  sys::Journal journal(bench.system, "/tmp/journal");
  SettingsInForce settings(bench.system, journal);
  const Fact fact = settings.apply({"vm.dirty_ratio", "10"}, "loop0");
  EXPECT_EQ(fact.value, "10 (was 20)");
  EXPECT_EQ(bench.read("/proc/sys/vm/dirty_ratio"), "10");
  EXPECT_EQ(journal.held().size(), 1U);
  settings.close();
  EXPECT_EQ(bench.read("/proc/sys/vm/dirty_ratio"), "20");
  EXPECT_TRUE(journal.held().empty());
}

TEST(Setting, IsGivenBackAlsoWhenTheRunThrows) {
  Bench bench;
  sys::Journal journal(bench.system, "/tmp/journal");
  {
    SettingsInForce settings(bench.system, journal);
    (void)settings.apply({"vm.dirty_ratio", "10"}, "loop0");
  }
  EXPECT_EQ(bench.read("/proc/sys/vm/dirty_ratio"), "20");
}

// A failure right after the change (here: the kernel shows nothing) leaves nothing for later runs.
TEST(Setting, IsGivenBackWhenTheChangeItselfFailed) {
  const std::vector<std::string> calls = [] {
    Bench good;
    sys::FaultySystem counted(good.system, 0, EIO);
    sys::Journal journal(counted, "/tmp/journal");
    SettingsInForce settings(counted, journal);
    (void)settings.apply({"vm.dirty_ratio", "10"}, "loop0");
    return counted.calls();
  }();
  for (std::size_t call = 1; call <= calls.size(); ++call) {
    Bench again;
    sys::FaultySystem faulty(again.system, call, EIO);
    try {
      sys::Journal journal(faulty, "/tmp/journal");
      SettingsInForce settings(faulty, journal);
      (void)settings.apply({"vm.dirty_ratio", "10"}, "loop0");
      ADD_FAILURE() << calls[call - 1];
    } catch (const Error& error) {
      EXPECT_EQ(error.parts().errno_value, EIO);
    }
    EXPECT_EQ(again.read("/proc/sys/vm/dirty_ratio"), "20") << calls[call - 1];
  }
}

TEST(Setting, AValueThatIsInForceIsNotTaken) {
  Bench bench;
  sys::Journal journal(bench.system, "/tmp/journal");
  SettingsInForce settings(bench.system, journal);
  EXPECT_EQ(settings.apply({"queue/scheduler", "none"}, "loop0").value, "none (as it was)");
  EXPECT_TRUE(journal.held().empty());
}

TEST(Setting, AnUnknownNameSaysWhereItLooked) {
  Bench bench;
  sys::Journal journal(bench.system, "/tmp/journal");
  SettingsInForce settings(bench.system, journal);
  try {
    (void)settings.apply({"queue/shceduler", "none"}, "loop0");
    FAIL() << "a setting that is not there was set";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("/sys/block/loop0/queue/shceduler"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace fsduel::run
