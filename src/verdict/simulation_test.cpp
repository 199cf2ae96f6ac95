// The whole rule, looks and guards included, on duels whose truth is known. Seeds are fixed: the
// counts are the same on every machine, the bounds leave three standard errors of chance.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "base/random.hpp"
#include "support/duel_builder.hpp"
#include "verdict/judge.hpp"
#include "verdict/schedule.hpp"

namespace fsduel::verdict {
namespace {

using support::DuelBuilder;
using support::make_noisy;
using Next = LookDecision::Next;

constexpr std::size_t kCap = 13;

struct Truth {
  double scale = 1;  // of the second candidate
  double sd_log = 0.02;
};

// Looks as the lab does, making rounds only as far as they are needed.
Duel run_through(std::uint64_t seed, const Truth& truth) {
  DuelBuilder builder({"a", "b"});
  builder.cap(kCap).stop(StopReason::rounds_cap);
  builder.values(make_noisy({.seed = seed, .scales = {1, truth.scale}, .sd_log = truth.sd_log}));
  std::optional<std::size_t> rounds = next_look(0, kCap);
  while (true) {
    Duel duel = builder.rounds(*rounds).build();
    const auto decision = decide(duel, *rounds);
    if (decision.next != Next::carry_on) return duel;
    rounds = decision.next_look;
  }
}

bool has_side(const Judgement& judgement) {
  for (const auto& verdict : judgement.headline[0].verdicts) {
    if (verdict.word != Word::no_difference && verdict.word != Word::not_enough_data) return true;
  }
  return false;
}

TEST(Simulation, EqualCandidatesAreRarelyToldApart) {
  constexpr std::size_t kDuels = 1000;
  for (const double sd_log : {0.02, 0.10}) {
    std::size_t wrong = 0;
    for (std::uint64_t seed = 0; seed < kDuels; ++seed) {
      if (has_side(judge(run_through(derive(77, "duel", seed), {1, sd_log})))) ++wrong;
    }
    const double most = kDuels * (0.05 + 3 * std::sqrt(0.05 * 0.95 / kDuels));
    EXPECT_LE(static_cast<double>(wrong), most) << "sd " << sd_log;
  }
}

TEST(Simulation, TenPercentIsFoundOnAQuietMachine) {
  constexpr std::size_t kDuels = 200;
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < kDuels; ++seed) {
    const auto judgement = judge(run_through(derive(78, "duel", seed), {1.1, 0.014}));
    if (judgement.headline[0].verdicts[0].word == Word::worse_by_margin) ++found;
  }
  EXPECT_GE(found, 180U) << "the twin's guard may bar about one duel in forty";
}

}  // namespace
}  // namespace fsduel::verdict
