#include "drive/stream_load.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "base/error.hpp"
#include "drive/drive_fixture.hpp"

namespace fsduel::drive {
namespace {

Op named(OpKind kind, const char* name) {
  Op op;
  op.kind = kind;
  op.name = name;
  op.mode = 0600;
  return op;
}
Op with_length(OpKind kind, std::uint64_t offset, std::uint64_t length) {
  Op op;
  op.kind = kind;
  op.offset = offset;
  op.length = length;
  return op;
}
Op with_names(OpKind kind, const char* name, const char* name2) {
  Op op = named(kind, name);
  op.name2 = name2;
  return op;
}

TEST(StreamLoad, MarksAndWorkersComeInOrder) {
  const TemporaryFolder folder;
  const ScriptedWorkload workload([](std::size_t) { return ScriptedWorkload::give({}); }, 2);
  const sys::StopFlag stop;
  RememberingObserver observer;
  StreamLoad load(workload, stop, {});
  load.prepare({folder.path().string()});
  EXPECT_EQ(load.run_phase(0, observer).end, PhaseOutcome::End::complete);
  EXPECT_EQ(observer.events, (std::vector<std::string>{"join", "join", "begin", "leave", "leave",
                                                       "acknowledged", "durable"}));
  ASSERT_EQ(observer.threads().size(), 2u);
  EXPECT_NE(observer.threads()[0], observer.threads()[1]);
}

TEST(StreamLoad, EveryOperationHasOneLatency) {
  const TemporaryFolder folder;
  std::vector<Op> ops;
  for (int i = 0; i < 600; ++i) {
    ops.push_back(named(OpKind::create, "f"));
    ops.push_back(with_length(OpKind::write, 0, 100));
    ops.push_back(named(OpKind::close, nullptr));
    ops.push_back(named(OpKind::unlink, "f"));
  }
  const auto outcome = run_script(ScriptedWorkload(ops), folder.path());
  EXPECT_EQ(outcome.operations, 2400u);
  EXPECT_EQ(counts_by_class(outcome),
            (std::map<std::string, std::uint64_t>{
                {"create", 600}, {"write", 600}, {"close", 600}, {"unlink", 600}}));
  EXPECT_EQ(outcome.bytes_written, Bytes{60000});
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_GT(outcome.worker_cpu.count(), 0);
}

TEST(StreamLoad, ErrorsAreCountedByErrnoAndTheFirstIsKept) {
  const TemporaryFolder folder;
  const auto outcome =
      run_script(ScriptedWorkload({named(OpKind::stat, "mis\tsing"), named(OpKind::stat, "too"),
                                   named(OpKind::mkdir, "d"), named(OpKind::mkdir, "d"),
                                   named(OpKind::create, "f"), named(OpKind::close, nullptr),
                                   named(OpKind::create, "f"), with_length(OpKind::write, 0, 1)}),
                 folder.path());
  EXPECT_EQ(
      outcome.errors,
      (std::map<std::string, std::uint64_t>{
          {"stat ENOENT", 2}, {"mkdir EEXIST", 1}, {"create EEXIST", 1}, {"write EBADF", 1}}));
  EXPECT_EQ(outcome.first_error, "stat mis\\tsing: No such file or directory (ENOENT)");
  EXPECT_EQ(outcome.operations, 8u) << "a failed operation is one too";
  EXPECT_EQ(outcome.end, PhaseOutcome::End::complete);
}

// A full filesystem answers in the same way; a limit on the size of files needs no root.
TEST(StreamLoad, NoRoomIsCountedNotThrown) {
  const TemporaryFolder folder;
  const LowerLimit limit(RLIMIT_FSIZE, 65536);
  const auto outcome = run_script(
      ScriptedWorkload({named(OpKind::create, "f"), with_length(OpKind::write, 0, 200000),
                        named(OpKind::close, nullptr)}),
      folder.path());
  EXPECT_EQ(outcome.errors, (std::map<std::string, std::uint64_t>{{"write EFBIG", 1}}));
  EXPECT_EQ(outcome.bytes_written, Bytes{65536}) << "what was written before counts";
}

TEST(StreamLoad, EveryKindOfOperationIsCarriedOut) {
  const TemporaryFolder folder;
  const std::byte data[] = {std::byte{'h'}, std::byte{'i'}};
  Op own_data = with_length(OpKind::write, 8000, 2);
  own_data.data = data;
  Op times = named(OpKind::set_times, nullptr);
  times.time_ns = 1'500'000'000'000'000'007;
  Op mode = named(OpKind::set_mode, nullptr);
  mode.mode = 0640;
  Op times_at = named(OpKind::set_times_at, "dir");
  times_at.time_ns = -1;
  Op mode_at = named(OpKind::set_mode_at, "dir");
  mode_at.mode = 0711;
  Op open = named(OpKind::open_directory, "dir");
  open.dir2 = 3;
  Op close_folder = named(OpKind::close_directory, nullptr);
  close_folder.dir = 3;
  Op into = with_names(OpKind::rename, "hard", "moved");
  into.dir2 = 3;
  const auto outcome = run_script(ScriptedWorkload({named(OpKind::mkdir, "dir"),
                                                    open,
                                                    named(OpKind::create, "f"),
                                                    with_length(OpKind::write, 0, 8000),
                                                    own_data,
                                                    with_length(OpKind::allocate, 8192, 4096),
                                                    with_length(OpKind::punch, 0, 4096),
                                                    named(OpKind::fdatasync, nullptr),
                                                    named(OpKind::fsync, nullptr),
                                                    times,
                                                    mode,
                                                    named(OpKind::close, nullptr),
                                                    with_names(OpKind::link, "f", "hard"),
                                                    into,
                                                    close_folder,
                                                    with_names(OpKind::symlink, "sym", "f"),
                                                    named(OpKind::open_read, "f"),
                                                    with_length(OpKind::read, 0, 1000000),
                                                    named(OpKind::close, nullptr),
                                                    named(OpKind::open_write, "f"),
                                                    named(OpKind::close, nullptr),
                                                    named(OpKind::mkdir, "gone"),
                                                    named(OpKind::rmdir, "gone"),
                                                    named(OpKind::readdir, "dir"),
                                                    named(OpKind::syncfs, nullptr),
                                                    times_at,
                                                    mode_at}),
                                  folder.path());
  EXPECT_TRUE(outcome.errors.empty()) << outcome.first_error;
  EXPECT_EQ(outcome.bytes_read, Bytes{12288});
  struct stat file {};
  ASSERT_EQ(::lstat((folder.path() / "f").c_str(), &file), 0);
  EXPECT_EQ(file.st_size, 12288);
  EXPECT_EQ(file.st_mode & 07777u, 0640u);
  EXPECT_EQ(file.st_nlink, 2u);
  EXPECT_EQ(file.st_mtim.tv_sec, 1'500'000'000);
  EXPECT_EQ(file.st_mtim.tv_nsec, 7);
  struct stat dir {};
  ASSERT_EQ(::lstat((folder.path() / "dir").c_str(), &dir), 0);
  EXPECT_EQ(dir.st_mode & 07777u, 0711u);
  EXPECT_EQ(dir.st_mtim.tv_sec, -1);
  EXPECT_EQ(dir.st_mtim.tv_nsec, 999'999'999);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "dir/moved"));
  EXPECT_EQ(std::filesystem::read_symlink(folder.path() / "sym"), "f");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "gone"));
  std::ifstream content(folder.path() / "f", std::ios::binary);
  std::string bytes(8002, 'x');
  content.read(bytes.data(), 8002);
  EXPECT_EQ(bytes.substr(0, 4096), std::string(4096, '\0')) << "the hole";
  EXPECT_EQ(bytes.substr(8000), "hi");
}

TEST(StreamLoad, StopFlagEndsThePhaseEarly) {
  const TemporaryFolder folder;
  sys::StopFlag stop;
  int fills = 0;
  const ScriptedWorkload workload([&](std::size_t) -> FunctionStream::Fill {
    return [&](std::span<Op> batch, const Feedback&) {
      if (++fills == 3) stop.set(SIGINT);
      for (Op& op : batch) op = named(OpKind::stat, ".");
      return batch.size();
    };
  });
  RememberingObserver observer;
  StreamLoad load(workload, stop, {});
  load.prepare({folder.path().string()});
  const auto outcome = load.run_phase(0, observer);
  EXPECT_EQ(outcome.end, PhaseOutcome::End::stopped);
  EXPECT_EQ(outcome.operations, 3u * 256);
  EXPECT_EQ(observer.events.back(), "durable");
}

TEST(StreamLoad, FeedbackTellsTheResultsOfTheBatchBefore) {
  const TemporaryFolder folder;
  std::vector<int> results;
  const ScriptedWorkload workload([&](std::size_t) -> FunctionStream::Fill {
    return [&](std::span<Op> batch, const Feedback& feedback) -> std::size_t {
      results.insert(results.end(), feedback.results.begin(), feedback.results.end());
      if (!results.empty()) return 0;
      batch[0] = named(OpKind::stat, ".");
      batch[1] = named(OpKind::stat, "missing");
      return 2;
    };
  });
  (void)run_script(workload, folder.path());
  EXPECT_EQ(results, (std::vector<int>{0, ENOENT}));
}

TEST(StreamLoad, NothingStaysOpenAfterAPhase) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "d");
  const auto before = count_open_descriptors();
  Op open = named(OpKind::open_directory, "d");
  open.dir2 = 7;
  Op create = named(OpKind::create, "f");
  create.file = 5;
  const sys::StopFlag stop;
  const ScriptedWorkload workload({open, open, create});
  RememberingObserver observer;
  StreamLoad load(workload, stop, {});
  load.prepare({folder.path().string()});
  EXPECT_TRUE(load.run_phase(0, observer).errors.empty());
  EXPECT_EQ(count_open_descriptors(), before);
}

// Each worker in a folder of its own, all into one filesystem; the sums are those of all.
TEST(StreamLoad, WorkersRunTheirOwnStreamsSideBySide) {
  const TemporaryFolder folder;
  const ScriptedWorkload workload(
      [](std::size_t worker) {
        static const std::array<const char*, 4> kNames{"a", "b", "c", "d"};
        std::vector<Op> ops;
        for (int i = 0; i < 500; ++i) {
          ops.push_back(named(OpKind::create, kNames[worker]));
          ops.push_back(with_length(OpKind::write, 0, 10));
          ops.push_back(named(OpKind::close, nullptr));
          ops.push_back(named(OpKind::unlink, kNames[worker]));
          ops.push_back(named(OpKind::stat, kNames[worker]));
        }
        return ScriptedWorkload::give(std::move(ops));
      },
      4);
  const auto outcome = run_script(workload, folder.path());
  EXPECT_EQ(outcome.operations, 4u * 2500);
  EXPECT_EQ(outcome.bytes_written, Bytes{4 * 5000});
  EXPECT_EQ(outcome.errors, (std::map<std::string, std::uint64_t>{{"stat ENOENT", 4u * 500}}));
}

// A source that breaks (a damaged archive) is no failure of the filesystem.
TEST(StreamLoad, FailureOfTheStreamIsThrownByRunPhase) {
  const TemporaryFolder folder;
  const ScriptedWorkload workload(
      [](std::size_t worker) -> FunctionStream::Fill {
        return [worker](std::span<Op>, const Feedback&) -> std::size_t {
          if (worker == 0) return 0;
          throw Error({.doing = "read", .object = "archive", .cause = "it is damaged"});
        };
      },
      2);
  EXPECT_THROW((void)run_script(workload, folder.path()), Error);
}

TEST(StreamLoad, FailureBeforeTheBeginIsThrownAndNothingIsMeasured) {
  const TemporaryFolder folder;
  const ScriptedWorkload workload(
      [](std::size_t worker) -> FunctionStream::Fill {
        if (worker == 1) throw Error({.doing = "open", .object = "archive", .cause = "no"});
        return ScriptedWorkload::give({named(OpKind::mkdir, "made")});
      },
      2);
  EXPECT_THROW((void)run_script(workload, folder.path()), Error);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "made"));
}

TEST(StreamLoad, MissingRootIsAnError) {
  const ScriptedWorkload workload(std::vector<Op>{});
  EXPECT_THROW((void)run_script(workload, "/nowhere/at/all"), Error);
}

class PriorityObserver final : public RememberingObserver {
 public:
  void worker_joins(std::size_t /*worker*/, int /*thread*/) override {
    seen = sys::read_io_priority();
  }
  std::optional<sys::IoPriority> seen;
};

TEST(StreamLoad, WorkersHaveTheIoPriorityAskedFor) {
  const TemporaryFolder folder;
  const ScriptedWorkload workload(std::vector<Op>{});
  const sys::StopFlag stop;
  PriorityObserver observer;
  DriveOptions options;
  options.ionice = "idle";
  StreamLoad load(workload, stop, options);
  load.prepare({folder.path().string()});
  (void)load.run_phase(0, observer);
  ASSERT_TRUE(observer.seen);
  EXPECT_EQ(observer.seen->io_class, sys::IoClass::idle);
  EXPECT_EQ(sys::read_io_priority().io_class, sys::IoClass::best_effort) << "only the workers";
}

TEST(StreamLoad, UnknownIoClassIsRefused) {
  const ScriptedWorkload workload(std::vector<Op>{});
  const sys::StopFlag stop;
  DriveOptions options;
  options.ionice = "fast";
  EXPECT_THROW(StreamLoad(workload, stop, options), Error);
}

TEST(StreamLoad, DurablePhaseHasMarksAndNoOperations) {
  const TemporaryFolder folder;
  const ScriptedWorkload workload(
      PhasePlan{"durable", PhaseKind::durable, CacheState::warm, "", "", ""});
  const sys::StopFlag stop;
  RememberingObserver observer;
  StreamLoad load(workload, stop, {});
  load.prepare({folder.path().string()});
  EXPECT_EQ(load.run_phase(0, observer).operations, 0u);
  EXPECT_EQ(observer.events, (std::vector<std::string>{"begin", "acknowledged", "durable"}));
}

TEST(StreamLoad, ProgressIsToldWhileItTakesTime) {
  const TemporaryFolder folder;
  ScriptedWorkload workload([](std::size_t) -> FunctionStream::Fill {
    return [fills = 0](std::span<Op> batch, const Feedback&) mutable -> std::size_t {
      if (++fills == 3) return 0;
      std::this_thread::sleep_for(std::chrono::milliseconds{250});
      batch[0] = named(OpKind::stat, ".");
      return 1;
    };
  });
  workload.expected = 2;
  const sys::StopFlag stop;
  RememberingObserver observer;
  StreamLoad load(workload, stop, {});
  load.prepare({folder.path().string()});
  (void)load.run_phase(0, observer);
  ASSERT_FALSE(observer.shares.empty());
  for (const double share : observer.shares) {
    EXPECT_GE(share, 0);
    EXPECT_LE(share, 1);
  }
}

TEST(StreamLoad, FactsNameTheClock) {
  const ScriptedWorkload workload(std::vector<Op>{});
  const sys::StopFlag stop;
  const StreamLoad load(workload, stop,
                        {.clock = ClockChoice::monotonic, .ionice = {}, .pool = {}});
  EXPECT_EQ(find_fact(load.facts(), "clock"), "CLOCK_MONOTONIC");
  EXPECT_TRUE(find_fact(load.facts(), "clock cost"));
}

}  // namespace
}  // namespace fsduel::drive
