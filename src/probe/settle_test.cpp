// Goal: waiting ends when the disk is at rest, is bounded when it is not, and says which.
#include "probe/settle.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "sys/fake_system.hpp"

namespace fsduel::probe {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;

// A clock that lets the machine work while we sleep: `events` are done when their time has come.
class WorkingClock final : public Clock {
 public:
  Nanoseconds now() const override { return inner_.now(); }
  Nanoseconds calendar() const override { return inner_.calendar(); }
  void sleep(Nanoseconds duration) override {
    inner_.sleep(duration);
    ++sleeps_;
    if (work_) work_(inner_.now());
  }
  void set_work(std::function<void(Nanoseconds)> work) { work_ = std::move(work); }
  int sleeps() const { return sleeps_; }

 private:
  FakeClock inner_;
  std::function<void(Nanoseconds)> work_;
  int sleeps_ = 0;
};

class Settle : public testing::Test {
 protected:
  Settle() {
    set_disk(0, 0);
    set_dirty(0);
  }
  void set_disk(std::int64_t sectors, int in_flight) {
    system_.set_text("/sys/class/block/loop0/stat",
                     fmt::format("1 0 0 0 1 0 {} 0 {} 0 0 0 0 0 0 0 0\n", sectors, in_flight));
  }
  void set_dirty(int kib) {
    system_.set_text("/proc/meminfo", fmt::format("Dirty: {} kB\nWriteback: 0 kB\n", kib));
  }
  void set_kernel_thread(Nanoseconds on_cpu) {
    system_.set_text("/proc/7/stat", "7 (kworker) I 2 0 0 0 -1 2129984 0 0\n");
    system_.set_text("/proc/7/schedstat", fmt::format("{} 5 1\n", on_cpu.count()));
  }

  sys::FakeSystem system_;
  WorkingClock clock_;
  ProbeTarget target_{{"loop0"}, "/mnt"};
  sys::StopFlag stop_;
  SettleContext context_{system_, clock_, target_, stop_};
  SystemCpuProbe cpu_{system_, clock_, {.irq_time = IrqTime::within_tasks, .own_cpu = [] {
                                          return Nanoseconds(0);
                                        }}};
};

TEST_F(Settle, AnIdleDiskIsSettledAfterTheCalm) {
  const auto settled = wait_until_settled(context_, kSettleFirst);
  EXPECT_EQ(settled.end, SettleEnd::settled);
  EXPECT_EQ(settled.took, kSettleFirst.calm);
  EXPECT_EQ(render_settled(settled), "settled after 500 ms");
}

TEST_F(Settle, BetweenPhasesOneShortLookIsEnough) {
  EXPECT_EQ(wait_until_settled(context_, kSettleBetween).took, kSettleBetween.calm);
}

TEST_F(Settle, MovingSectorsRestartTheCalm) {
  clock_.set_work([this](Nanoseconds now) {
    if (now <= milliseconds(300)) set_disk(now.count(), 0);
  });
  EXPECT_EQ(wait_until_settled(context_, kSettleFirst).took, milliseconds(300) + kSettleFirst.calm);
}

TEST_F(Settle, ARequestInFlightIsWaitedForUntilTheCap) {
  set_disk(0, 3);
  const auto settled = wait_until_settled(context_, kSettleBetween);
  EXPECT_EQ(settled.end, SettleEnd::unsettled);
  EXPECT_EQ(render_settled(settled), "unsettled after 5.00 s: 3 requests are in flight");
}

TEST_F(Settle, EvenWithoutCalmARequestInFlightIsWaitedFor) {
  set_disk(0, 1);
  const SettleRule rule{.cap = seconds(1), .poll = milliseconds(10), .calm = {}, .dirty = {}};
  EXPECT_EQ(wait_until_settled(context_, rule).end, SettleEnd::unsettled);
}

TEST_F(Settle, DirtyPagesOfOthersAreWaitedForShortlyAndNamed) {
  set_dirty(30 * 1024);
  const auto settled = wait_until_settled(context_, {.cap = seconds(60),
                                                     .poll = milliseconds(100),
                                                     .calm = milliseconds(100),
                                                     .dirty = milliseconds(700)});
  EXPECT_EQ(settled.end, SettleEnd::settled);
  EXPECT_EQ(settled.took, milliseconds(700));
  EXPECT_THAT(settled.note, HasSubstr("30 MiB dirty"));
}

TEST_F(Settle, ADiskWithoutCountersIsNotWaitedFor) {
  target_.block_devices = {"gone"};
  EXPECT_EQ(wait_until_settled(context_, kSettleFirst).end, SettleEnd::settled);
}

TEST_F(Settle, AStopEndsTheWait) {
  set_disk(0, 1);
  stop_.set(SIGINT);
  EXPECT_EQ(wait_until_settled(context_, kSettleFirst).end, SettleEnd::stopped);
}

TEST_F(Settle, QuietAtOnceTakesItsCalmAndFewLooks) {
  set_kernel_thread(seconds(1));
  const QuietRule rule;
  const auto quiet = wait_until_quiet(context_, cpu_, rule);
  EXPECT_EQ(quiet.end, SettleEnd::settled);
  EXPECT_EQ(quiet.took, rule.calm);
  EXPECT_EQ(clock_.sleeps(), 2);
}

TEST_F(Settle, BackgroundWorkIsWaitedFor) {
  set_kernel_thread(seconds(1));
  clock_.set_work([this](Nanoseconds now) {
    set_kernel_thread(seconds(1) + std::min<Nanoseconds>(now, milliseconds(200)));
  });
  EXPECT_EQ(wait_until_quiet(context_, cpu_).took, milliseconds(250));
}

TEST_F(Settle, BackgroundWorkOfOthersIsGivenUpSoon) {
  set_kernel_thread(seconds(1));
  clock_.set_work([this](Nanoseconds now) { set_kernel_thread(seconds(1) + now); });
  const auto quiet = wait_until_quiet(context_, cpu_);
  EXPECT_EQ(quiet.end, SettleEnd::unsettled);
  EXPECT_EQ(quiet.took, QuietRule().background);
  EXPECT_THAT(quiet.note, HasSubstr("kernel threads"));
}

TEST_F(Settle, ADiskThatWorksOnIsGivenUpAtTheCap) {
  clock_.set_work([this](Nanoseconds now) { set_disk(now.count(), 0); });
  const auto quiet = wait_until_quiet(context_, cpu_);
  EXPECT_EQ(quiet.end, SettleEnd::unsettled);
  EXPECT_EQ(quiet.took, QuietRule().cap);
  EXPECT_THAT(quiet.note, HasSubstr("still working"));
}

}  // namespace
}  // namespace fsduel::probe
