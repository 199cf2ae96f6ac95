#include "verdict/circumstance.hpp"

#include <gtest/gtest.h>

#include "support/duel_builder.hpp"

namespace fsduel::verdict {
namespace {

using support::DuelBuilder;
using support::ValuePlace;

Duel make_duel() {
  return DuelBuilder({"ext4", "xfs"})
      .values([](const ValuePlace&) { return Measured::of(1); })
      .build();
}

void add_fact(Duel& duel, std::size_t candidate, const Fact& fact) {
  for (auto& record : duel.records) {
    if (record.spec.key.candidate == candidate) record.facts.push_back(fact);
  }
}

TEST(Differences, OnlyFactsThatDifferAreListed) {
  Duel duel = make_duel();
  add_fact(duel, 0, {"block size", "4096"});
  add_fact(duel, 1, {"block size", "4096"});
  add_fact(duel, 0, {"journal size", "64 MiB"});
  add_fact(duel, 1, {"journal size", "16 MiB"});
  add_fact(duel, 1, {"agcount", "4"});
  const std::vector<DifferingFact> expected{{"journal size", {"64 MiB", "16 MiB"}},
                                            {"agcount", {std::nullopt, "4"}}};
  EXPECT_EQ(list_differences(duel), expected);
}

TEST(Differences, FactThatChangesFromRunToRunIsLeftOut) {
  Duel duel = make_duel();
  int count = 0;
  for (auto& record : duel.records) record.facts.push_back({"uuid", std::to_string(count++)});
  EXPECT_TRUE(list_differences(duel).empty());
}

TEST(Differences, CommandsAndNamesAreNotDifferences) {
  Duel duel = make_duel();
  for (std::size_t i = 0; i < 2; ++i) {
    add_fact(duel, i, {"mkfs command", "mkfs." + duel.plan.spec.candidates[i].filesystem});
    add_fact(duel, i, {"mounted as", duel.plan.spec.candidates[i].filesystem});
  }
  EXPECT_TRUE(list_differences(duel).empty());
  duel.plan.candidates[1].driver = "xfs V5";
  ASSERT_EQ(list_differences(duel).size(), 1U);
  EXPECT_EQ(list_differences(duel)[0].name, "driver");
}

TEST(Durability, DifferentPromisesAreNoted) {
  Duel duel = make_duel();
  EXPECT_EQ(note_durability(duel, list_differences(duel)), "");
  add_fact(duel, 0, {"durability: write barriers", "on"});
  add_fact(duel, 1, {"durability: write barriers", "off"});
  const auto note = note_durability(duel, list_differences(duel));
  EXPECT_NE(note.find("write barriers: ext4 on, xfs off"), std::string::npos) << note;
}

TEST(ScopeOf, NamesWhereTheAnswerHolds) {
  const Scope scope = describe_scope(make_duel());
  EXPECT_EQ(scope.workload, "tree (files=4000), seed 1");
  EXPECT_EQ(scope.kernel, "6.1.0-28-amd64");
  EXPECT_EQ(scope.disk, "loop image of 1 GiB in /var/tmp/fsduel, written to /dev/vda1 (ext4)");
  EXPECT_EQ(scope.state, "a new filesystem for every run");
}

TEST(ScopeOf, DirectoriesAreNotNewFilesystems) {
  Duel duel = make_duel();
  for (auto& candidate : duel.plan.spec.candidates) candidate.kind = CandidateKind::directory;
  const Scope scope = describe_scope(duel);
  EXPECT_EQ(scope.disk, "existing directories, written to /dev/vda1 (ext4)");
  for (const auto& sentence : scope.not_said) {
    EXPECT_EQ(sentence.find("loop image"), std::string::npos);
  }
}

TEST(Changes, AreToldWithTheRunFromWhichTheyHold) {
  Duel duel = make_duel();
  EXPECT_TRUE(describe_scope(duel).changes.empty());
  const std::size_t first = duel.records.size() - 2;
  for (std::size_t i = first; i < duel.records.size(); ++i) {
    duel.records[i].facts.push_back({std::string(kChangedFact), "kernel: 6.1 -> 6.2"});
  }
  const std::vector<std::string> expected{"from run " + std::to_string(first + 1) + " (round " +
                                          std::to_string(duel.records[first].spec.key.round + 1) +
                                          ") on, changed since the duel began: kernel: 6.1 -> 6.2"};
  EXPECT_EQ(describe_scope(duel).changes, expected);
  EXPECT_TRUE(list_differences(duel).empty());  // it is no property of a candidate
}

}  // namespace
}  // namespace fsduel::verdict
