// Goal: reading the probes never falls inside a phase's time, and each worker is followed from
// begin until it leaves or the phase is acknowledged.
#include "probe/cut.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sys/fake_system.hpp"

namespace fsduel::probe {
namespace {

using std::chrono::milliseconds;

// A probe that takes a second to read, counts its reads and notes the order of all probes.
class SlowProbe final : public Probe {
 public:
  SlowProbe(std::string metric, FakeClock& clock, std::vector<std::string>& order)
      : metric_(std::move(metric)), clock_(clock), order_(order) {}
  std::string_view name() const override { return metric_; }
  ProbePlace place() const override { return ProbePlace::inside; }
  std::vector<Reading> read(const ProbeTarget&) override {
    clock_.advance(std::chrono::seconds(1));
    order_.push_back(metric_);
    return {{metric_, Measured::of(++reads_)}};
  }

 private:
  std::string metric_;
  FakeClock& clock_;
  std::vector<std::string>& order_;
  int reads_ = 0;
};

class PhaseCutterTest : public testing::Test {
 protected:
  void set_run_delay(int thread, milliseconds delay) {
    system_.set_text("/proc/self/task/" + std::to_string(thread) + "/schedstat",
                     "1000 " + std::to_string(Nanoseconds(delay).count()) + " 1\n");
  }
  Nanoseconds time_between(const PhaseCuts& cuts, PhaseMark from, PhaseMark until) {
    return cuts.at(until)->time - cuts.at(from)->time;
  }
  void mark_after(PhaseMark mark, milliseconds time) {
    clock_.advance(time);
    cutter_.mark(mark);
  }

  sys::FakeSystem system_;
  FakeClock clock_;
  std::vector<std::string> order_;
  SlowProbe near_{"near", clock_, order_};
  SlowProbe far_{"far", clock_, order_};
  double progress_ = 0;
  PhaseCutter cutter_{{.system = system_,
                       .clock = clock_,
                       .probes = {{&near_}, {&far_, ProbeMarks::ends}},
                       .target = {},
                       .progress = [this](double share) { progress_ = share; }}};
};

TEST_F(PhaseCutterTest, ReadingIsOutsideOfThePhase) {
  cutter_.mark(PhaseMark::begin);
  mark_after(PhaseMark::acknowledged, milliseconds(300));
  const auto cuts = cutter_.take();
  EXPECT_EQ(time_between(cuts, PhaseMark::begin, PhaseMark::acknowledged), milliseconds(300));
}

TEST_F(PhaseCutterTest, TheFirstProbeIsNearestToThePhaseOnBothSides) {
  cutter_.mark(PhaseMark::begin);
  cutter_.mark(PhaseMark::acknowledged);
  cutter_.mark(PhaseMark::durable);
  cutter_.mark(PhaseMark::quiet);
  EXPECT_THAT(order_, testing::ElementsAre("far", "near", "near", "near", "near", "far"));
}

TEST_F(PhaseCutterTest, TakeEmptiesItForTheNextPhase) {
  cutter_.mark(PhaseMark::begin);
  cutter_.mark(PhaseMark::quiet);
  const auto first = cutter_.take();
  EXPECT_TRUE(first.at(PhaseMark::begin));
  EXPECT_FALSE(first.at(PhaseMark::durable));
  EXPECT_EQ(cutter_.take(), PhaseCuts{});
}

TEST_F(PhaseCutterTest, AWorkerIsFollowedFromBeginUntilItLeaves) {
  set_run_delay(41, milliseconds(10));
  cutter_.worker_joins(0, 41);
  clock_.advance(milliseconds(500));  // waiting for the start belongs to nothing
  set_run_delay(41, milliseconds(20));
  cutter_.mark(PhaseMark::begin);
  clock_.advance(milliseconds(100));
  set_run_delay(41, milliseconds(50));
  cutter_.worker_leaves(0);
  mark_after(PhaseMark::acknowledged, milliseconds(900));
  const auto cuts = cutter_.take();
  ASSERT_EQ(cuts.workers.size(), 1u);
  EXPECT_EQ(cuts.workers[0].present, milliseconds(100));
  EXPECT_DOUBLE_EQ(*cuts.workers[0].run_delay.value, 0.03);
}

TEST_F(PhaseCutterTest, AWorkerThatStaysIsFollowedUntilAcknowledged) {
  cutter_.mark(PhaseMark::begin);
  set_run_delay(41, milliseconds(10));
  cutter_.worker_joins(3, 41);
  mark_after(PhaseMark::acknowledged, milliseconds(200));
  clock_.advance(milliseconds(700));
  cutter_.worker_leaves(3);
  const auto cuts = cutter_.take();
  ASSERT_EQ(cuts.workers.size(), 1u);
  EXPECT_EQ(cuts.workers[0].present, milliseconds(200));
}

TEST_F(PhaseCutterTest, WithoutSchedstatTheRunDelayHasAReason) {
  cutter_.mark(PhaseMark::begin);
  cutter_.worker_joins(0, 99);
  cutter_.worker_leaves(0);
  const auto cuts = cutter_.take();
  EXPECT_FALSE(cuts.workers[0].run_delay.value);
  EXPECT_THAT(cuts.workers[0].run_delay.unavailable_reason, testing::HasSubstr("schedstat"));
}

TEST_F(PhaseCutterTest, AKernelThatKeepsNoRunQueueTimesSaysSo) {
  system_.set_text("/proc/self/task/41/schedstat", "0 0 0\n");
  cutter_.worker_joins(0, 41);
  cutter_.worker_leaves(0);
  EXPECT_THAT(cutter_.take().workers[0].run_delay.unavailable_reason,
              testing::HasSubstr("does not keep"));
}

TEST_F(PhaseCutterTest, ProgressIsPassedOn) {
  cutter_.progress(0.25);
  EXPECT_DOUBLE_EQ(progress_, 0.25);
}

}  // namespace
}  // namespace fsduel::probe
