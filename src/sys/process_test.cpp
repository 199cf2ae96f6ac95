// Programs on the real machine. Nothing here waits for a time to pass without an end.
#include "sys/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <thread>

#include "base/error.hpp"
#include "base/fd.hpp"
#include "base/text.hpp"
#include "sys/process_stat.hpp"
#include "sys/real_system.hpp"
#include "sys/scheduling.hpp"
#include "sys/stop.hpp"

namespace fsduel::sys {
namespace {

using ::testing::HasSubstr;

ProcessResult run_shell(const std::string& script, const RunLimits& limits = {}) {
  RealSystem system;
  return system.run({{"sh", "-c", script}}, limits);
}

TEST(Run, KeepsOutputAndErrorsApart) {
  const ProcessResult result = run_shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.status, 3);
}

TEST(Run, TakesWordsAsTheyAre) {
  RealSystem system;
  EXPECT_EQ(system.run({{"printf", "%s|", "a b", "$HOME", "'", "*"}}, {}).output, "a b|$HOME|'|*|");
}

TEST(Run, SpeaksPlainC) {
  EXPECT_EQ(run_shell("echo $LC_ALL/$LANG").output, "C/\n");
}

TEST(Run, DropsOutputBeyondTheLimit) {
  RunLimits limits;
  limits.output = Bytes{10};
  const ProcessResult result = run_shell("head -c 1000000 /dev/zero | tr '\\0' x", limits);
  EXPECT_EQ(result.output, "xxxxxxxxxx");
  EXPECT_EQ(result.dropped, Bytes{999990});
  EXPECT_TRUE(result.succeeded());
}

TEST(Run, KillsTheWholeGroupAtTheTimeLimit) {
  RunLimits limits;
  limits.timeout = std::chrono::milliseconds(50);
  const ProcessResult result = run_shell("sleep 1000 & echo $!; wait", limits);
  EXPECT_EQ(result.end, ProcessEnd::timed_out);
  EXPECT_FALSE(result.succeeded());
  EXPECT_THAT(render_failure(result), HasSubstr("time limit"));
}

// The child of the shell is reparented and reaped by init, so only a zombie or nothing may be left.
TEST(Run, LeavesNoProcessOfTheGroupBehind) {
  const ProcessResult result = run_shell("sleep 1000 >/dev/null 2>&1 & echo $!");
  EXPECT_TRUE(result.succeeded());
  RealSystem system;
  const std::string pid(trim(result.output));
  const auto stat = system.read_text("/proc/" + pid + "/stat");
  EXPECT_TRUE(!stat || stat->find(") S") == std::string::npos) << *stat;
}

TEST(Run, StopsWhenTheFlagIsSet) {
  StopFlag stop;
  stop.set(SIGINT);
  RunLimits limits;
  limits.stop = &stop;
  EXPECT_EQ(run_shell("sleep 1000", limits).end, ProcessEnd::stopped);
}

TEST(Run, NamesTheSignal) {
  const ProcessResult result = run_shell("kill -SEGV $$");
  EXPECT_EQ(result.end, ProcessEnd::signalled);
  EXPECT_EQ(result.status, SIGSEGV);
  EXPECT_THAT(render_failure(result), HasSubstr("Segmentation fault"));
}

TEST(Run, InputThatIsNotReadDoesNoHarm) {
  RunLimits limits;
  limits.input = std::string(1000000, 'x');
  EXPECT_TRUE(run_shell("true", limits).succeeded());
}

TEST(Run, SeesNoOpenFileOfOurs) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);  // deliberately without O_CLOEXEC
  const Fd read_end(ends[0]);
  const Fd write_end(ends[1]);
  // The shell's own listing descriptor is the only one above 2.
  EXPECT_EQ(run_shell("test -e /proc/self/fd/" + std::to_string(ends[1])).status, 1);
}

TEST(Run, FindsSystemToolsWithoutThemOnThePath) {
  RealSystem system;
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", "/usr/bin:/bin", 1);
  EXPECT_NE(system.find_program("losetup"), std::nullopt);
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(system.find_program(""), std::nullopt);
  EXPECT_EQ(system.find_program("/etc/passwd"), std::nullopt);
}

TEST(Run, WhatIsNoProgramIsAnError) {
  RealSystem system;
  const std::string folder = system.make_temporary_directory("/var/tmp", "fsduel-test-");
  const std::string path = folder + "/p";
  system.append_durably(path, "not a program");
  ASSERT_EQ(::chmod(path.c_str(), 0755), 0);
  EXPECT_THROW((void)system.run({{path}}, {}), Error);
  system.remove_tree(folder);
}

TEST(RenderFailure, ShowsBothEndsEscaped) {
  ProcessResult result;
  result.status = 1;
  result.errors = "first\nb\nc\nd\ne\nlast\x1b[31m\n";
  EXPECT_EQ(render_failure(result), R"(exit status 1: first; b; ...; e; last\x1b[31m)");
}

TEST(ProcessStat, NameMayHoldSpacesAndParentheses) {
  const std::string stat =
      "42 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 777 20 21\n";
  EXPECT_EQ(parse_process_start(stat), 777U);
  EXPECT_EQ(parse_process_start("42 (a) S 1 2"), std::nullopt);
  EXPECT_EQ(parse_process_start(""), std::nullopt);
}

TEST(KillProcess, KillsTheOneThatIsMeant) {
  RealSystem system;
  std::jthread runner(
      [&] { EXPECT_EQ(run_shell("exec sleep 1000.25").end, ProcessEnd::signalled); });
  std::optional<ProcessIdentity> found;
  for (int tries = 0; tries < 1000 && !found; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    for (const std::string& name : system.list_directory("/proc")) {
      const auto pid = parse_number(name);
      if (!pid || system.read_text("/proc/" + name + "/cmdline") != std::string("sleep\0"
                                                                                "1000.25\0",
                                                                                14)) {
        continue;
      }
      const auto start = system.find_process_start(static_cast<pid_t>(*pid));
      if (start) found = ProcessIdentity{static_cast<pid_t>(*pid), *start};
    }
  }
  ASSERT_TRUE(found.has_value());
  EXPECT_FALSE(system.kill_process({found->pid, found->start_time + 1}));
  EXPECT_TRUE(system.kill_process(*found));
}

TEST(StopFlag, FirstReasonStays) {
  StopFlag stop;
  EXPECT_FALSE(stop.is_set());
  stop.set(SIGTERM);
  stop.set(SIGINT);
  EXPECT_EQ(stop.signal(), SIGTERM);
  EXPECT_THROW(throw_if_stopped(stop, "write", "an image"), Error);
}

TEST(StopSignals, OnlySetTheFlagAndGiveTheHandlersBack) {
  struct sigaction before = {};
  sigaction(SIGINT, nullptr, &before);
  StopFlag stop;
  {
    const StopSignals signals(stop);
    ::raise(SIGINT);
    ::raise(SIGINT);
    ::raise(SIGTERM);
    EXPECT_EQ(stop.signal(), SIGINT);
  }
  struct sigaction after = {};
  sigaction(SIGINT, nullptr, &after);
  EXPECT_EQ(after.sa_handler, before.sa_handler);
}

TEST(IoPriority, ReadsClassAndLevel) {
  EXPECT_EQ(parse_io_priority("idle"), (IoPriority{IoClass::idle, 0}));
  EXPECT_EQ(parse_io_priority("best-effort:7"), (IoPriority{IoClass::best_effort, 7}));
  EXPECT_EQ(parse_io_priority("2"), (IoPriority{IoClass::best_effort, 4}));
  EXPECT_EQ(parse_io_priority("realtime:0"), (IoPriority{IoClass::realtime, 0}));
  for (const char* text : {"", "idle:1", "best-effort:8", "best-effort:", "be:1:2", "4", "x"}) {
    EXPECT_EQ(parse_io_priority(text), std::nullopt) << text;
  }
}

TEST(IoPriority, WhatIsSetIsReadBack) {
  // In a thread of its own: the priority belongs to the thread and ends with it.
  std::jthread([] {
    set_io_priority({IoClass::idle, 0});
    EXPECT_EQ(read_io_priority(), (IoPriority{IoClass::idle, 0}));
    set_io_priority({IoClass::best_effort, 6});
    EXPECT_EQ(render_io_priority(read_io_priority()), "best-effort:6");
  }).join();
}

}  // namespace
}  // namespace fsduel::sys
