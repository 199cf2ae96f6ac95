// Rounds, retries and stops, with a venue that only pretends: no machine is touched, time is ticked
// by hand.
#include "lab/duel_runner.hpp"

#include <gtest/gtest.h>

#include "lab/order.hpp"

namespace fsduel::lab {
namespace {

class SilentProgress final : public ProgressSink {
 public:
  void tell(const ProgressEvent& event) override { events.push_back(event); }
  std::vector<ProgressEvent> events;
};

// Calls the function with an empty site and takes ten seconds for it.
class PretendedVenue final : public venue::Venue {
 public:
  explicit PretendedVenue(FakeClock& clock) : clock_(clock) {}
  void open(const venue::RunWatch&) override { is_open = true; }
  RunRecord execute(const RunSpec& spec, const venue::RunFunction& function,
                    const venue::RunWatch& watch) override {
    clock_.advance(std::chrono::seconds{10});
    return function(spec, {}, watch);
  }
  void close() override { is_open = false; }
  bool is_open = false;

 private:
  FakeClock& clock_;
};

struct Bench {
  FakeClock clock;
  PretendedVenue venue{clock};
  SilentProgress progress;
  sys::StopFlag stop;
  Duel duel;
  std::vector<RunRecord> kept;
  venue::RunFunction run = [](const RunSpec& spec, const RunSite&, const venue::RunWatch&) {
    RunRecord record;
    record.spec = spec;
    return record;
  };
  Look look = [](const Duel&, std::uint64_t) { return LookResult{}; };

  explicit Bench(std::uint64_t rounds) {
    duel.plan.spec.candidates.resize(2);
    duel.plan.spec.candidates[0].label = "a";
    duel.plan.spec.candidates[1].label = "b";
    duel.plan.spec.time_limit = std::chrono::hours{10};
    duel.plan.rounds = make_order({.seed = 1, .rounds = rounds, .candidates = 2});
  }
  void go() {
    run_duel(duel, {.clock = clock,
                    .venue = venue,
                    .run = run,
                    .keep = [&](const RunRecord& record) { kept.push_back(record); },
                    .look = look,
                    .watch = {stop, progress}});
  }
};

TEST(DuelRunner, RunsEveryCellOfEveryRoundInItsOrder) {
  Bench bench(7);
  bench.go();
  ASSERT_EQ(bench.duel.records.size(), 21U);
  EXPECT_EQ(bench.kept.size(), 21U);
  for (std::size_t i = 0; i < 21; ++i) {
    EXPECT_EQ(bench.duel.records[i].spec.key.candidate,
              bench.duel.plan.rounds[i / 3][i % 3].candidate);
  }
  EXPECT_EQ(bench.duel.stop, StopReason::rounds_cap);
  EXPECT_FALSE(bench.venue.is_open);
}

TEST(DuelRunner, AllCandidatesOfARoundShareTheSeedAndRoundsDoNot) {
  Bench bench(2);
  bench.go();
  EXPECT_EQ(bench.kept[0].spec.seed, bench.kept[2].spec.seed);
  EXPECT_NE(bench.kept[0].spec.seed, bench.kept[3].spec.seed);
}

TEST(DuelRunner, StopsWhenTheLookSaysSo) {
  Bench bench(40);
  bench.look = [](const Duel&, std::uint64_t rounds_done) {
    return LookResult{rounds_done == 9 ? LookResult::Next::stop : LookResult::Next::go_on, "9"};
  };
  bench.go();
  EXPECT_EQ(bench.duel.stop, StopReason::decided);
  EXPECT_EQ(bench.kept.size(), 27U);
}

TEST(DuelRunner, BeginsNoRoundThatWouldPassTheTimeLimit) {
  Bench bench(40);
  bench.duel.plan.spec.time_limit = std::chrono::seconds{100};  // a round takes 30
  bench.go();
  EXPECT_EQ(bench.duel.stop, StopReason::time_limit);
  EXPECT_EQ(bench.kept.size(), 9U);
  EXPECT_EQ(bench.duel.elapsed, std::chrono::seconds{90});
}

TEST(DuelRunner, AFailedRunIsRepeatedOnceAtTheEndOfItsRound) {
  Bench bench(6);
  bench.run = [](const RunSpec& spec, const RunSite&, const venue::RunWatch&) {
    RunRecord record;
    record.spec = spec;
    const bool bad = spec.key.round == 3 && spec.key.candidate == 1 && spec.key.attempt == 0;
    record.status = bad ? RunStatus::failed : RunStatus::ok;
    return record;
  };
  bench.go();
  ASSERT_EQ(bench.kept.size(), 19U);
  EXPECT_EQ(bench.kept[12].spec.key,
            (RunKey{.round = 3, .candidate = 1, .twin = Twin::no, .attempt = 1}));
  EXPECT_EQ(judge_exit(bench.duel), ExitCode::some_runs_failed);
}

TEST(DuelRunner, GivesUpWhenOnlyOneCandidateWorks) {
  Bench bench(40);
  bench.run = [](const RunSpec& spec, const RunSite&, const venue::RunWatch&) {
    RunRecord record;
    record.spec = spec;
    if (spec.key.candidate == 1) record.status = RunStatus::failed;
    return record;
  };
  bench.go();
  EXPECT_EQ(bench.duel.stop, StopReason::all_failed);
  EXPECT_EQ(bench.kept.size(), 8U);  // two rounds of three runs and a repetition
}

TEST(DuelRunner, AnInterruptedRunLeavesNoRecordAndEndsTheDuel) {
  Bench bench(40);
  bench.run = [&](const RunSpec& spec, const RunSite&, const venue::RunWatch&) {
    RunRecord record;
    record.spec = spec;
    if (spec.key.round == 1) {
      bench.stop.set(2);
      record.status = RunStatus::interrupted;
    }
    return record;
  };
  bench.go();
  EXPECT_EQ(bench.duel.stop, StopReason::interrupted);
  EXPECT_EQ(bench.kept.size(), 3U);
  EXPECT_EQ(judge_exit(bench.duel), ExitCode::interrupted);
}

TEST(DuelRunner, GoesOnAfterTheRunsThatAreThere) {
  Bench whole(6);
  whole.go();
  Bench resumed(6);
  resumed.duel.records.assign(whole.kept.begin(), whole.kept.begin() + 8);
  resumed.go();
  EXPECT_EQ(resumed.kept.size(), 10U);
  EXPECT_EQ(resumed.duel.records.size(), 18U);
  EXPECT_EQ(resumed.duel.records.back().spec, whole.kept.back().spec);
}

TEST(DuelRunner, TheVenueIsClosedWhenARunThrows) {
  Bench bench(6);
  bench.run = [](const RunSpec&, const RunSite&, const venue::RunWatch&) -> RunRecord {
    throw Error({.doing = "x", .object = "y", .cause = "z"});
  };
  EXPECT_THROW(bench.go(), Error);
  EXPECT_FALSE(bench.venue.is_open);
}

}  // namespace
}  // namespace fsduel::lab
