// What counts as a change since a duel began.
#include "cli/changes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel::cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class ChangesTest : public testing::Test {
 protected:
  ChangesTest() {
    duel_.fsduel_version = "0.1.0+abc";
    duel_.machine.host = "host";
    duel_.machine.kernel_release = "6.1";
    duel_.machine.tools = {{.name = "mkfs.xfs", .path = "/sbin/mkfs.xfs", .version = "6.1.0"}};
    duel_.machine.facts = {{"boot id", "one"}, {"vm.swappiness", "60"}};
    CandidatePlan candidate;
    candidate.label = "xfs";
    candidate.commands = {"mkfs.xfs IMAGE"};
    candidate.driver = "xfs V5";
    candidate.facts = {{"block size", "4096"}};
    duel_.plan.candidates = {candidate};
    machine_ = duel_.machine;
    plan_ = duel_.plan;
  }
  [[nodiscard]] std::vector<std::string> changes() const {
    std::vector<std::string> lines;
    for (const auto& change : list_changes(duel_, {version_, machine_, plan_})) {
      lines.push_back(render_change(change));
    }
    return lines;
  }

  Duel duel_;
  std::string version_ = "0.1.0+abc";
  Machine machine_;
  Plan plan_;
};

TEST_F(ChangesTest, ARestartedMachineIsTheSame) {
  machine_.facts[0].value = "two";
  plan_.spec.time_limit = std::chrono::hours{9};
  EXPECT_THAT(changes(), IsEmpty());
}

TEST_F(ChangesTest, EachVersionCounts) {
  version_ = "0.2.0";
  machine_.kernel_release = "6.2";
  machine_.tools[0].version = "6.2.0";
  machine_.host = "guest";
  EXPECT_THAT(changes(), ElementsAre("fsduel: 0.1.0+abc -> 0.2.0", "host: host -> guest",
                                     "kernel: 6.1 -> 6.2", "version of mkfs.xfs: 6.1.0 -> 6.2.0"));
}

TEST_F(ChangesTest, AVersionThatWasNotToldIsNoOther) {
  machine_.tools[0].version = "";
  EXPECT_THAT(changes(), IsEmpty());
}

TEST_F(ChangesTest, SettingsOfTheMachineCountAlsoWhenTheyComeOrGo) {
  machine_.facts[1].value = "10";
  machine_.facts.push_back({"SMT active", "1"});
  duel_.machine.facts.push_back({"clocksource", "tsc"});
  EXPECT_THAT(changes(), ElementsAre("vm.swappiness: 60 -> 10", "clocksource: tsc -> (none)",
                                     "SMT active: (none) -> 1"));
}

TEST_F(ChangesTest, WhatWouldBeDoneToACandidateCounts) {
  plan_.candidates[0].commands = {"mkfs.xfs -K IMAGE"};
  plan_.candidates[0].driver = "xfs V4";
  plan_.candidates[0].facts[0].value = "1024";
  EXPECT_THAT(changes(),
              ElementsAre("xfs, commands: mkfs.xfs IMAGE -> mkfs.xfs -K IMAGE",
                          "xfs, driver: xfs V5 -> xfs V4", "xfs, block size: 4096 -> 1024"));
}

TEST_F(ChangesTest, ThePlaceCounts) {
  plan_.work_directory = "/b";
  plan_.image_size = Bytes{1 << 20};
  plan_.log_image_size = Bytes{1 << 20};
  plan_.written_to = "/b (tmpfs on tmpfs)";
  EXPECT_EQ(changes().size(), 4U);
}

}  // namespace
}  // namespace fsduel::cli
