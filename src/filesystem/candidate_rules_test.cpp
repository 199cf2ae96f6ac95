#include "filesystem/candidate_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel::filesystem {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Candidate make_candidate(std::string filesystem, std::vector<std::string> mkfs = {}) {
  Candidate candidate;
  candidate.label = filesystem;
  candidate.filesystem = std::move(filesystem);
  candidate.mkfs_arguments = std::move(mkfs);
  return candidate;
}

Machine make_machine() {
  Machine machine;
  machine.kernel_release = "6.1.0";
  machine.filesystems = {"ext4", "xfs", "btrfs"};
  machine.ext_drivers = {"ext2", "ext3"};
  return machine;
}

std::string refusal_text(const Candidate& candidate) {
  return refusal(candidate, make_machine(), VenueKind::native).value_or("");
}

std::vector<std::string> mistakes(const Candidate& candidate) {
  std::vector<std::string> messages;
  for (const Diagnostic& diagnostic : check_candidate(candidate)) {
    messages.push_back(diagnostic.message);
  }
  return messages;
}

TEST(Refusal, AKernelRunsWhatItHas) {
  for (const std::string name : {"ext2", "ext3", "ext4", "xfs", "btrfs"}) {
    EXPECT_EQ(refusal_text(make_candidate(name)), "") << name;
  }
}

TEST(Refusal, NamesTheKernelAndWhatWouldDo) {
  EXPECT_EQ(refusal_text(make_candidate("reiserfs")),
            "kernel 6.1.0 has no reiserfs. Try: a kernel built with CONFIG_REISERFS_FS, or later a "
            "guest (--on guest), which brings its own kernel");
  for (const std::string name : {"jfs", "f2fs", "nilfs2"}) {
    EXPECT_THAT(refusal_text(make_candidate(name)), HasSubstr("has no " + name));
  }
}

TEST(Refusal, GuestKernelsAndRaidNeedAGuest) {
  Candidate candidate = make_candidate("ext4");
  candidate.kernel = "6.12";
  EXPECT_THAT(refusal_text(candidate), HasSubstr("kernel=6.12 needs a guest"));
  EXPECT_EQ(refusal(candidate, make_machine(), VenueKind::guest), std::nullopt);
  candidate.kernel.reset();
  candidate.md = "raid5:4";
  EXPECT_THAT(refusal_text(candidate), HasSubstr("md= needs a guest"));
}

TEST(Refusal, OldXfsNeedsAKernelThatStillMountsIt) {
  const Candidate old = make_candidate("xfs", {"-m", "crc=0"});
  EXPECT_THAT(refusal_text(old), HasSubstr("V4 of xfs (crc=0)"));
  Machine machine = make_machine();
  machine.xfs_v4 = Ability::yes;
  EXPECT_EQ(refusal(old, machine, VenueKind::native), std::nullopt);
  EXPECT_EQ(refusal_text(make_candidate("xfs", {"-m", "crc=1"})), "");
}

TEST(Refusal, ADirectoryIsTakenAsItIs) {
  Candidate candidate;
  candidate.kind = CandidateKind::directory;
  candidate.directory = "/srv";
  EXPECT_EQ(refusal_text(candidate), "");
}

TEST(MissingTools, AreNamedOnceWithTheirPackage) {
  Machine machine = make_machine();
  machine.tools = {{"mkfs.xfs", "/usr/sbin/mkfs.xfs", ""}, {"xfs_db", "", ""}};
  EXPECT_THAT(
      missing_tools({make_candidate("xfs"), make_candidate("xfs")}, machine),
      ElementsAre(MissingTool{"xfs_repair", "xfsprogs"}, MissingTool{"xfs_db", "xfsprogs"}));
}

TEST(CandidateRules, PlainNamesAreRight) {
  for (const std::string& name : filesystem_names()) {
    EXPECT_THAT(mistakes(make_candidate(name)), IsEmpty()) << name;
  }
}

// Whatever stands beside the options would be formatted too.
TEST(CandidateRules, NoDeviceCanBeSmuggledIntoMkfs) {
  EXPECT_THAT(mistakes(make_candidate("xfs", {"/dev/sda"})),
              ElementsAre("mkfs.xfs is given '/dev/sda', which is no option"));
  EXPECT_THAT(mistakes(make_candidate("xfs", {"-d", "agcount=4,name=/dev/sda"})),
              ElementsAre("mkfs.xfs -d name= names a device or file to write to"));
  EXPECT_THAT(mistakes(make_candidate("xfs", {"-llogdev=/dev/sda"})),
              ElementsAre("mkfs.xfs -l logdev= names a device or file to write to"));
  EXPECT_THAT(mistakes(make_candidate("ext4", {"-J", "device=/dev/sda"})),
              ElementsAre("mkfs.ext4 -J device= names a device or file to write to"));
  EXPECT_THAT(mistakes(make_candidate("reiserfs", {"--journal-device", "/dev/sda"})),
              ElementsAre("mkfs.reiserfs --journal-device names a device or file to write to"));
  EXPECT_THAT(mistakes(make_candidate("f2fs", {"-c", "/dev/sda"})),
              ElementsAre("mkfs.f2fs -c names a device or file to write to"));
  EXPECT_THAT(mistakes(make_candidate("jfs", {"-j", "/dev/sda"})),
              ElementsAre("mkfs.jfs -j names a device or file to write to"));
}

TEST(CandidateRules, AnOptionCannotSwallowTheDevice) {
  EXPECT_THAT(mistakes(make_candidate("ext4", {"-E"})),
              ElementsAre("mkfs.ext4 -E lacks its value"));
}

TEST(CandidateRules, MountOptionsNameNoDevice) {
  Candidate candidate = make_candidate("xfs");
  candidate.mount_options = {"noatime", "logdev=/dev/sda"};
  EXPECT_THAT(mistakes(candidate), ElementsAre("mount option logdev= names a device"));
}

TEST(CandidateRules, OptionsThatMakeNothingAreRefused) {
  EXPECT_THAT(mistakes(make_candidate("ext4", {"-n"})),
              ElementsAre("mkfs.ext4 -n does not make a new filesystem"));
  EXPECT_THAT(mistakes(make_candidate("xfs", {"-N"})),
              ElementsAre("mkfs.xfs -N does not make a new filesystem"));
}

TEST(CandidateRules, DisksMustFitTheFilesystem) {
  for (const std::string name : {"ext2", "btrfs", "f2fs", "nilfs2"}) {
    Candidate candidate = make_candidate(name);
    candidate.log = ExtraDisk{kMiB * 128, ""};
    EXPECT_THAT(mistakes(candidate), ElementsAre(name + " has no external log or journal"));
  }
  for (const std::string name : {"ext4", "xfs", "jfs", "reiserfs", "nilfs2"}) {
    Candidate candidate = make_candidate(name);
    candidate.devices = {ExtraDisk{kGiB, ""}};
    EXPECT_THAT(mistakes(candidate), ElementsAre(name + " lives on one device"));
  }
}

TEST(CandidateRules, ContradictionsOfAnExternalJournalAreAllTold) {
  Candidate candidate = make_candidate("ext4", {"-J", "size=64", "-O", "^has_journal"});
  EXPECT_THAT(mistakes(candidate), IsEmpty());
  candidate.log = ExtraDisk{kMiB * 128, ""};
  EXPECT_THAT(mistakes(candidate),
              ElementsAre("-J size= cannot go with an external journal",
                          "-O ^has_journal cannot go with an external journal"));
}

TEST(CandidateRules, AnotherTypeIsRefused) {
  EXPECT_THAT(mistakes(make_candidate("ext3", {"-t", "ext4"})),
              ElementsAre("mkfs.ext3 -t ext4 makes another filesystem"));
}

TEST(CandidateRules, AnUnknownNameGetsItsNearest) {
  const auto diagnostics = check_candidate(make_candidate("ex4"));
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].message, "unknown filesystem 'ex4'");
  EXPECT_THAT(diagnostics[0].hint, HasSubstr("did you mean 'ext"));
}

TEST(CandidateRules, ADirectoryIsNeitherMadeNorMounted) {
  Candidate candidate;
  candidate.kind = CandidateKind::directory;
  candidate.mount_options = {"noatime"};
  candidate.log = ExtraDisk{kMiB * 64, ""};
  EXPECT_THAT(mistakes(candidate),
              ElementsAre("mount cannot go with a directory", "log= cannot go with a directory"));
}

TEST(CandidatePlan, ShowsTheExactCommandsInOrder) {
  Candidate candidate = make_candidate("ext3", {"-O", "^dir_index"});
  candidate.mount_options = {"data=writeback"};
  candidate.settings = {{"queue/scheduler", "bfq"}};
  candidate.log = ExtraDisk{kMiB * 64, ""};
  const FormatTarget target = make_placeholders(candidate, {"DATA", "", kGiB});
  const CandidatePlan plan = make_candidate_plan(candidate, make_machine(), target, "MOUNT");
  EXPECT_THAT(plan.commands,
              ElementsAre("mke2fs -F -q -O journal_dev -b 4096 -E nodiscard LOG",
                          "mkfs.ext3 -F -q -b 4096 -E nodiscard,lazy_itable_init=0,"
                          "lazy_journal_init=0 -J device=LOG -O '^dir_index' DATA",
                          "mount -t ext3 -o journal_path=LOG,data=writeback DATA MOUNT",
                          "e2fsck -f -n -j LOG DATA"));
  EXPECT_EQ(plan.driver, "ext3 (served by the ext4 driver)");
  EXPECT_THAT(
      plan.facts,
      ElementsAre(Fact{"mkfs options", "-O '^dir_index'"}, Fact{"mount options", "data=writeback"},
                  Fact{"set queue/scheduler", "bfq"}, Fact{"log", "image 64 MiB"}));
}

TEST(CandidatePlan, PlaceholdersKeepRealDevices) {
  Candidate candidate = make_candidate("btrfs");
  candidate.devices = {ExtraDisk{std::nullopt, "/dev/sdz"}, ExtraDisk{kGiB, ""}};
  const FormatTarget target = make_placeholders(candidate, {"DATA", "", kGiB});
  ASSERT_EQ(target.further.size(), 2U);
  EXPECT_EQ(target.further[0].path, "/dev/sdz");
  EXPECT_EQ(target.further[1].path, "DEVICE3");
}

TEST(CandidatePlan, NamesTheFormatOfXfs) {
  const FormatTarget target{{"DATA", "", kGiB}, std::nullopt, {}};
  const auto driver = [&](const Candidate& candidate) {
    return make_candidate_plan(candidate, make_machine(), target, "MOUNT").driver;
  };
  EXPECT_EQ(driver(make_candidate("xfs")), "xfs V5");
  EXPECT_EQ(driver(make_candidate("xfs", {"-m", "crc=0"})), "xfs V4");
  EXPECT_EQ(driver(make_candidate("ext4")), "ext4");
}

Facts durability(std::string_view name, std::string_view options, const Facts& superblock = {}) {
  return find_filesystem(name)->durability(parse_mount_options(options), superblock);
}

TEST(Durability, FollowsTheEffectiveOptions) {
  EXPECT_EQ(find_fact(durability("ext4", "rw,relatime"), "write barriers"), "on");
  EXPECT_EQ(find_fact(durability("ext4", "rw,nobarrier"), "write barriers"), "off");
  EXPECT_EQ(find_fact(durability("ext3", "rw,barrier=0"), "write barriers"), "off");
  EXPECT_EQ(find_fact(durability("xfs", "rw"), "write barriers"), "on");
  EXPECT_EQ(find_fact(durability("btrfs", "rw,nobarrier,commit=5"), "commit interval"), "5 s");
  EXPECT_EQ(find_fact(durability("reiserfs", "rw,barrier=none"), "write barriers"), "off");
}

TEST(Durability, NamesTheDataModeOfExt) {
  const auto mode = [](std::string_view options, const Facts& superblock = {}) {
    return find_fact(durability("ext3", options, superblock), "file data").value_or("");
  };
  EXPECT_THAT(mode("rw"), HasSubstr("data=ordered"));
  EXPECT_THAT(mode("rw,data=writeback"), HasSubstr("data=writeback"));
  EXPECT_THAT(mode("rw", {{"default mount options", "user_xattr journal_data"}}),
              HasSubstr("data=journal"));
  EXPECT_THAT(mode("rw", {{"journal", "none"}}), HasSubstr("no journal"));
  EXPECT_THAT(find_fact(durability("ext2", "rw"), "file data").value_or(""),
              HasSubstr("no journal"));
}

TEST(MountOptions, AreNamesWithValues) {
  EXPECT_EQ(parse_mount_options("rw,,data=writeback,x=a=b"),
            (Facts{{"rw", ""}, {"data", "writeback"}, {"x", "a=b"}}));
  EXPECT_THAT(parse_mount_options(""), IsEmpty());
}

}  // namespace
}  // namespace fsduel::filesystem
