// Kills a real duel with SIGKILL at random moments. After a sweep the machine is clean; after a
// resume the duel is what it would have been. FSDUEL_KILLS says how many moments, FSDUEL_SEED
// which.
#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "base/random.hpp"
#include "base/text.hpp"
#include "endurance/endurance_fixture.hpp"

namespace fsduel::endurance {
namespace {

using testing::IsEmpty;

std::uint64_t read_number(const char* variable, std::uint64_t fallback) {
  const char* text = std::getenv(variable);
  return text == nullptr ? fallback : parse_number(text).value_or(fallback);
}

// The duel that nobody kills, and how long it takes.
struct Undisturbed {
  Words runs;
  std::chrono::microseconds duration{0};
};

class KillTest : public EnduranceTest {
 protected:
  static Undisturbed run_undisturbed();
  // Starts the program with the words and kills it after a random time.
  Ended kill_at_random(Bench& bench, const Words& words);
  void expect_clean_after_sweep(Bench& bench, const Words& pids);
  // False, and nothing shown, when the duel had ended before its moment came.
  [[nodiscard]] bool kill_and_resume(const Undisturbed& undisturbed, int kills);

  Random random_{0};
  std::chrono::microseconds longest_{0};
};

Undisturbed KillTest::run_undisturbed() {
  Bench bench;
  const auto began = std::chrono::steady_clock::now();
  const Ended ended = bench.run(bench.duel_words());
  Undisturbed undisturbed;
  undisturbed.duration = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - began);
  EXPECT_EQ(ended.status, 0) << ended.errors;
  undisturbed.runs = describe_runs(bench.read_duel());
  return undisturbed;
}

Ended KillTest::kill_at_random(Bench& bench, const Words& words) {
  const auto moment =
      std::chrono::microseconds(random_.below(static_cast<std::uint64_t>(longest_.count())));
  const pid_t pid = bench.start(words);
  std::this_thread::sleep_for(moment);
  kill(pid, SIGKILL);
  Ended ended = bench.wait(pid);
  EXPECT_TRUE(ended.status == -SIGKILL || ended.status == 0 || ended.status == 2)
      << ended.status << ": " << ended.errors;
  // The machine is faster than when the undisturbed duel ran.
  if (ended.status == 0) longest_ = std::max(moment, std::chrono::microseconds(1));
  return ended;
}

void KillTest::expect_clean_after_sweep(Bench& bench, const Words& pids) {
  const Ended swept = bench.run({"sweep"});
  EXPECT_EQ(swept.status, 0) << swept.output << swept.errors;
  EXPECT_THAT(list_traces(system_, bench, pids), IsEmpty()) << swept.output;
}

bool KillTest::kill_and_resume(const Undisturbed& undisturbed, int kills) {
  Bench bench;
  const Ended killed = kill_at_random(bench, bench.duel_words());
  if (killed.status == 0) return false;
  Words pids{std::to_string(killed.pid)};
  expect_clean_after_sweep(bench, pids);
  if (!bench.has_duel()) {
    std::printf("killed before the duel was stored\n");
    return true;
  }
  for (int i = 1; i < kills; ++i) {
    pids.push_back(std::to_string(kill_at_random(bench, {"resume", "last"}).pid));
    expect_clean_after_sweep(bench, pids);
  }
  const Duel before = bench.read_duel();
  const Ended resumed = bench.run({"resume", "last"});
  const bool had_ended = resumed.status == 2 && before.stop == StopReason::rounds_cap;
  EXPECT_TRUE(resumed.status == 0 || had_ended) << resumed.status << resumed.errors;
  const Duel after = bench.read_duel();
  EXPECT_EQ(describe_runs(after), undisturbed.runs);
  EXPECT_EQ(after.stop, StopReason::rounds_cap);
  EXPECT_GE(after.records.size(), before.records.size());
  if (HasFailure()) return true;
  for (std::size_t i = 0; i < before.records.size(); ++i) {
    EXPECT_EQ(after.records[i], before.records[i]);
  }
  pids.push_back(std::to_string(resumed.pid));
  EXPECT_THAT(list_traces(system_, bench, pids), IsEmpty());
  EXPECT_EQ(bench.run({"db", "check"}).status, 0);
  std::printf("killed with %zu of %zu runs stored\n", before.records.size(), after.records.size());
  return true;
}

TEST_F(KillTest, ADuelKilledAtAnyMomentIsCarriedOnAsIfItHadNotBeen) {
  const std::uint64_t seed = read_number("FSDUEL_SEED", 1);
  const std::uint64_t moments = read_number("FSDUEL_KILLS", 8);
  std::printf("FSDUEL_SEED=%llu FSDUEL_KILLS=%llu\n", static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(moments));
  const Undisturbed undisturbed = run_undisturbed();
  ASSERT_EQ(undisturbed.runs.size(), 6U);
  longest_ = undisturbed.duration;
  std::uint64_t killed = 0;
  for (std::uint64_t turn = 0; killed < moments && turn < 3 * moments; ++turn) {
    SCOPED_TRACE(turn);
    random_ = Random(derive(seed, "kill", turn));
    if (kill_and_resume(undisturbed, killed % 4 == 3 ? 2 : 1)) ++killed;
    if (HasFailure()) return;
  }
  EXPECT_EQ(killed, moments);
}

}  // namespace
}  // namespace fsduel::endurance
