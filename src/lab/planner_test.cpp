// Plans and refusals, on a machine in memory; nothing is touched.
#include "lab/planner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "filesystem/filesystem.hpp"
#include "lab/machine_reader.hpp"
#include "model/json.hpp"
#include "sys/fake_system.hpp"
#include "sys/real_system.hpp"
#include "workload/registry.hpp"

namespace fsduel::lab {
namespace {

using testing::HasSubstr;

struct Bench {
  sys::FakeSystem system;
  Spec spec;
  Machine machine;

  explicit Bench(const std::vector<std::string>& candidates) {
    system.set_text("/proc/filesystems", "\text3\n\text2\n\text4\n\txfs\n\tbtrfs\n");
    system.set_free_space(Bytes{100ULL << 30});
    for (const auto& text : candidates) {
      spec.candidates.push_back(*parse_candidate(text, {}, filesystem::filesystem_names()).value);
    }
    EXPECT_TRUE(assign_labels(spec.candidates).empty());
    spec.baseline = spec.candidates.front().label;
    machine.root = Ability::yes;
    machine.loop_devices = Ability::yes;
    machine.filesystems = {"btrfs", "ext2", "ext3", "ext4", "xfs"};
    machine.ext_drivers = {"ext2", "ext3"};
    for (const auto& tool : needed_tools(spec))
      machine.tools.push_back({tool, "/sbin/" + tool, ""});
  }
  Planned plan() { return make_plan(system, {spec, machine, *workload::find_workload("tree")}); }
  // The refusals as one text.
  std::string refusal() {
    std::string text;
    for (const auto& diagnostic : plan().refusals) text += render_diagnostic(diagnostic) + "\n";
    return text;
  }
};

TEST(Planner, DecidesEverythingBeforeAnythingIsTouched) {
  Bench bench({"ext4", "xfs", "btrfs"});
  const auto planned = bench.plan();
  ASSERT_TRUE(planned.plan.has_value()) << bench.refusal();
  EXPECT_EQ(planned.plan->venue, VenueKind::native);
  EXPECT_EQ(planned.plan->rounds.size(), 40U);
  EXPECT_EQ(planned.plan->candidates.size(), 3U);
  EXPECT_EQ(planned.plan->image_size, Bytes{2ULL << 30});
  EXPECT_EQ(planned.plan->headline_metrics.size(), 4U);
  EXPECT_TRUE(bench.system.commands().empty());
  EXPECT_TRUE(bench.system.read_loops().empty());
  EXPECT_FALSE(bench.system.find_status("/var/tmp/fsduel"));
}

TEST(Planner, SurvivesItsJsonForm) {
  const auto planned =
      Bench({"ext4", "old=mkfs.ext3 -O ^dir_index; mount -o data=writeback"}).plan();
  ASSERT_TRUE(planned.plan.has_value());
  EXPECT_EQ(parse_plan_json(render_json(*planned.plan)), *planned.plan);
}

TEST(Planner, ExactCommandsAreInThePlan) {
  const auto planned =
      Bench({"ext4", "big=mkfs.xfs -d agcount=16; mount -o noatime,logbufs=8"}).plan();
  ASSERT_TRUE(planned.plan.has_value());
  const auto& commands = planned.plan->candidates[1].commands;
  EXPECT_THAT(commands, testing::Contains(HasSubstr("agcount=16")));
  EXPECT_THAT(commands, testing::Contains(HasSubstr("noatime,logbufs=8")));
}

TEST(Planner, WhatTheKernelLacksIsTheMachinesFault) {
  Bench bench({"ext4", "reiserfs", "nilfs2"});
  const auto planned = bench.plan();
  EXPECT_FALSE(planned.plan.has_value());
  EXPECT_EQ(planned.exit_code, ExitCode::machine_lacks);
  EXPECT_THAT(bench.refusal(), HasSubstr("reiserfs"));
  EXPECT_THAT(bench.refusal(), HasSubstr("nilfs2"));
}

TEST(Planner, AMissingToolIsNamedWithItsPackage) {
  Bench bench({"ext4", "xfs"});
  bench.machine.tools.clear();
  EXPECT_EQ(bench.plan().exit_code, ExitCode::machine_lacks);
  EXPECT_THAT(bench.refusal(), HasSubstr("mkfs.xfs is not installed"));
  EXPECT_THAT(bench.refusal(), HasSubstr("apt-get install xfsprogs"));
}

TEST(Planner, AnOldXfsIsRefusedOnAKernelThatCannotMountIt) {
  Bench bench({"ext4", "old=mkfs.xfs -m crc=0"});
  EXPECT_EQ(bench.plan().exit_code, ExitCode::machine_lacks);
  bench.machine.xfs_v4 = Ability::yes;
  EXPECT_TRUE(bench.plan().plan.has_value());
}

TEST(Planner, GuestOnlyWishesAreRefusedAsUsage) {
  Bench bench({"ext4", "xfs; kernel=6.12"});
  EXPECT_EQ(bench.plan().exit_code, ExitCode::usage);
  Bench guest({"ext4", "xfs"});
  guest.spec.venue = VenueKind::guest;
  EXPECT_EQ(guest.plan().exit_code, ExitCode::usage);
}

TEST(Planner, WithoutRootOnlyDirectoriesCanBeCompared) {
  Bench bench({"ext4", "xfs"});
  bench.machine.root = Ability::no;
  EXPECT_EQ(bench.plan().exit_code, ExitCode::machine_lacks);
  Bench folders({"/tmp", "here=/tmp"});
  folders.machine.root = Ability::no;
  folders.machine.loop_devices = Ability::no;
  folders.spec.disturb = Disturb::yes;
  EXPECT_TRUE(folders.plan().plan.has_value()) << folders.refusal();
}

TEST(Planner, ADirectoryOfAFilesystemInUseNeedsTheLeaveToDisturb) {
  Bench bench({"/tmp", "here=/tmp"});
  EXPECT_EQ(bench.plan().exit_code, ExitCode::usage);
  EXPECT_THAT(bench.refusal(), HasSubstr("slow down whatever else uses it; --disturb allows it"));
  bench.spec.disturb = Disturb::yes;
  const auto planned = bench.plan();
  ASSERT_TRUE(planned.plan.has_value()) << bench.refusal();
  EXPECT_EQ(planned.plan->spec.disturb, Disturb::yes);
  Bench images({"ext4", "xfs"});
  EXPECT_TRUE(images.plan().plan.has_value());
}

TEST(Planner, TheImageOfAnExternalLogNeedsSpaceToo) {
  Bench bench({"ext4", "xfs; log=image:64m"});
  bench.spec.image_size = Bytes{512ULL << 20};
  bench.system.set_free_space(Bytes{600ULL << 20});
  EXPECT_EQ(bench.plan().exit_code, ExitCode::machine_lacks);
  bench.system.set_free_space(Bytes{700ULL << 20});
  EXPECT_TRUE(bench.plan().plan.has_value()) << bench.refusal();
}

TEST(Planner, ADirectoryThatIsNotThereIsNamed) {
  Bench bench({"/tmp", "/nowhere/at/all"});
  EXPECT_EQ(bench.plan().exit_code, ExitCode::usage);
  EXPECT_THAT(bench.refusal(), HasSubstr("/nowhere/at/all"));
}

TEST(Planner, TooLittleSpaceIsSaidBeforeTheImageIsWritten) {
  Bench bench({"ext4", "xfs"});
  bench.system.set_free_space(Bytes{100ULL << 20});
  EXPECT_EQ(bench.plan().exit_code, ExitCode::machine_lacks);
  EXPECT_THAT(bench.refusal(), HasSubstr("--work on a larger filesystem"));
}

TEST(Planner, AnImageBelowWhatMkfsTakesIsRefused) {
  Bench bench({"ext4", "xfs"});
  bench.spec.image_size = Bytes{64ULL << 20};
  EXPECT_EQ(bench.plan().exit_code, ExitCode::usage);
  EXPECT_THAT(bench.refusal(), HasSubstr("too small for xfs"));
}

TEST(Planner, EveryRefusalComesAtOnce) {
  Bench bench({"ext4", "reiserfs", "xfs; kernel=6.12", "/nowhere"});
  EXPECT_GE(bench.plan().refusals.size(), 3U);
  EXPECT_EQ(bench.plan().exit_code, ExitCode::usage);
}

TEST(Planner, ADeviceWithoutTheExplicitWordsIsRefused) {
  Bench bench({"ext4", "xfs"});
  bench.system.add_block_device("/dev/sdz", Bytes{1ULL << 40});
  bench.spec.device = "/dev/sdz";
  EXPECT_EQ(bench.plan().exit_code, ExitCode::usage);
}

TEST(Planner, FewRoundsAndLittleTimeAreWarnedOf) {
  Bench bench({"ext4", "xfs"});
  bench.spec.rounds_cap = 3;
  bench.spec.time_limit = std::chrono::seconds{1};
  EXPECT_EQ(bench.plan().notes.size(), 2U);
}

TEST(Planner, AnArchiveIsReadForTheSizeOfTheImage) {
  Bench bench({"ext4", "xfs"});
  const Bytes generated = bench.plan().plan->image_size;
  sys::RealSystem real;
  const std::string folder = real.make_temporary_directory("/tmp", "planner-");
  const auto made = real.run({{"sh", "-c",
                               "head -c 1000000000 /dev/zero >\"$0/big\" && tar -C \"$0\" -czf "
                               "\"$0/t.tgz\" big",
                               folder}},
                             {});
  ASSERT_TRUE(made.succeeded()) << made.errors;
  bench.spec.workload_options["tar"] = folder + "/t.tgz";
  const auto planned = bench.plan();
  real.remove_tree(folder);
  ASSERT_TRUE(planned.plan.has_value());
  EXPECT_GT(planned.plan->image_size, generated + Bytes{1'500'000'000});
  EXPECT_EQ(planned.plan->bytes_per_run, Bytes{3'000'000'000});
}

TEST(Planner, AnArchiveThatIsNoneIsRefusedBeforeAnythingStarts) {
  Bench bench({"ext4", "xfs"});
  bench.spec.workload_options["tar"] = "/proc/version";
  EXPECT_EQ(bench.plan().exit_code, ExitCode::usage);
  EXPECT_THAT(bench.refusal(), HasSubstr("/proc/version"));
}

}  // namespace
}  // namespace fsduel::lab
