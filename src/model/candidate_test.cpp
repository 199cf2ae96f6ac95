#include "model/candidate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.hpp"

namespace fsduel {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::string> kFilesystems{"ext2", "ext3", "ext4", "xfs", "btrfs", "reiserfs"};
const Place kPlace{.source = "candidate 1"};

Candidate read(std::string_view text) {
  auto parsed = parse_candidate(text, kPlace, kFilesystems);
  for (const auto& diagnostic : parsed.diagnostics) {
    ADD_FAILURE() << text << ": " << render_diagnostic(diagnostic);
  }
  return parsed.value.value_or(Candidate{});
}

// Every mistake as it is printed.
std::vector<std::string> mistakes(std::string_view text, const Place& place = kPlace) {
  const auto parsed = parse_candidate(text, place, kFilesystems);
  EXPECT_EQ(parsed.ok(), parsed.diagnostics.empty());
  std::vector<std::string> out;
  for (const auto& diagnostic : parsed.diagnostics) out.push_back(render_diagnostic(diagnostic));
  return out;
}

TEST(Candidate, IsAFilesystemByItsName) {
  const auto candidate = read("xfs");
  EXPECT_EQ(candidate.filesystem, "xfs");
  EXPECT_EQ(candidate.kind, CandidateKind::filesystem);
  EXPECT_EQ(candidate.label, "");
  EXPECT_EQ(candidate.text, "xfs");
}

TEST(Candidate, TakesMkfsArgumentsAndMountOptionsAsTyped) {
  const auto candidate = read("old=mkfs.ext3 -O ^dir_index; mount -o data=writeback");
  EXPECT_EQ(candidate.label, "old");
  EXPECT_EQ(candidate.text, "mkfs.ext3 -O ^dir_index; mount -o data=writeback");
  EXPECT_EQ(candidate.filesystem, "ext3");
  EXPECT_THAT(candidate.mkfs_arguments, ElementsAre("-O", "^dir_index"));
  EXPECT_THAT(candidate.mount_options, ElementsAre("data=writeback"));
}

TEST(Candidate, TakesEveryItemOfTheGrammar) {
  const auto candidate = read(
      "old=mkfs.xfs -d agcount=9 -l size=64m; mount -o noatime,logbufs=8; set queue/scheduler=bfq; "
      "set vm.dirty_ratio=10; log=image:128m; device=/dev/sdb; device=image:1g; kernel=6.12; "
      "md=raid5x4; store=aufs");
  EXPECT_THAT(candidate.mkfs_arguments, ElementsAre("-d", "agcount=9", "-l", "size=64m"));
  EXPECT_THAT(candidate.mount_options, ElementsAre("noatime", "logbufs=8"));
  EXPECT_THAT(candidate.settings,
              ElementsAre(Setting{"queue/scheduler", "bfq"}, Setting{"vm.dirty_ratio", "10"}));
  EXPECT_EQ(candidate.log, (ExtraDisk{kMiB * 128, ""}));
  EXPECT_THAT(candidate.devices, ElementsAre(ExtraDisk{{}, "/dev/sdb"}, ExtraDisk{kGiB, ""}));
  EXPECT_EQ(candidate.kernel, "6.12");
  EXPECT_EQ(candidate.md, "raid5x4");
  EXPECT_EQ(candidate.workload_options, (OptionValues{{"store", "aufs"}}));
}

TEST(Candidate, LabelEndsAtAnEqualsSignBeforeAnyBlankOrSlash) {
  EXPECT_EQ(read("a=xfs").label, "a");
  EXPECT_EQ(read("  a-1.x+_=xfs").label, "a-1.x+_");
  EXPECT_EQ(read("mkfs.xfs -d agcount=4").label, "");
  EXPECT_EQ(read("xfs; store=aufs").label, "");
  EXPECT_EQ(read("/srv/a=b").label, "");
  EXPECT_EQ(read("/srv/a=b").directory, "/srv/a=b");
  EXPECT_EQ(read("d=/srv/a=b").label, "d");
  EXPECT_EQ(read("d=/srv/a=b").directory, "/srv/a=b");
}

TEST(Candidate, MountOptionsStandInEveryFormOfMount) {
  EXPECT_THAT(read("xfs; mount -o a,b").mount_options, ElementsAre("a", "b"));
  EXPECT_THAT(read("xfs; mount -o a -o b").mount_options, ElementsAre("a", "b"));
  EXPECT_THAT(read("xfs; mount -oa,b").mount_options, ElementsAre("a", "b"));
  EXPECT_THAT(read("xfs; mount a,b").mount_options, ElementsAre("a", "b"));
}

TEST(Candidate, QuotesKeepBlanksCommasAndSemicolons) {
  EXPECT_THAT(read("mkfs.xfs -L 'a; b'").mkfs_arguments, ElementsAre("-L", "a; b"));
  EXPECT_THAT(read("xfs; mount -o context=\"u:r,s0\",noatime").mount_options,
              ElementsAre("context=u:r,s0", "noatime"));
  EXPECT_EQ(read("'/srv/my files'").directory, "/srv/my files");
  EXPECT_THAT(read("mkfs.xfs -L \"it's\"").mkfs_arguments, ElementsAre("-L", "it's"));
  EXPECT_THAT(read("mkfs.xfs -L ''").mkfs_arguments, ElementsAre("-L", ""));
}

TEST(Candidate, IsADirectoryWithASlashOrALeadingDot) {
  for (const std::string text : {"/srv", "./here", ".", "..", "a/b"}) {
    EXPECT_EQ(read(text).kind, CandidateKind::directory) << text;
    EXPECT_EQ(read(text).directory, text);
    EXPECT_EQ(read(text).filesystem, "");
  }
  EXPECT_THAT(read("/srv; set vm.swappiness=1; store=ufs").settings,
              ElementsAre(Setting{"vm.swappiness", "1"}));
}

TEST(Candidate, UnknownFilesystemSuggestsTheNearest) {
  EXPECT_THAT(mistakes("xfss"), ElementsAre("candidate 1, column 1: unknown filesystem 'xfss'; "
                                            "did you mean 'xfs'?"));
  EXPECT_THAT(mistakes("old=mkfs.etx4 -q"),
              ElementsAre("candidate 1, column 10: unknown filesystem 'etx4'; "
                          "did you mean 'ext4'?"));
  EXPECT_THAT(mistakes("hammer2").front(), HasSubstr("known are ext2, ext3"));
}

TEST(Candidate, EveryMistakeIsReportedWithItsColumn) {
  EXPECT_THAT(mistakes("a=xfss; mout -o x; log=big; set x=1"),
              ElementsAre("candidate 1, column 3: unknown filesystem 'xfss'; did you mean 'xfs'?",
                          "candidate 1, column 9: unknown item 'mout'; did you mean 'mount'?",
                          "candidate 1, column 24: log cannot be 'big'; it is log=image:SIZE or "
                          "log=/dev/NAME",
                          "candidate 1, column 33: 'x' can be neither a block device's value nor a "
                          "sysctl; for example queue/scheduler or vm.dirty_ratio"));
}

TEST(Candidate, ColumnsCountCharactersFromThePlaceGiven) {
  EXPECT_THAT(mistakes("xfs; näm; mout", {"d.toml", 4, 12}),
              ElementsAre(HasSubstr("d.toml:4:17: unknown item 'näm'"),
                          HasSubstr("d.toml:4:22: unknown item 'mout'")));
  EXPECT_THAT(mistakes("xfs; mout", {"d.toml", 4, 0}), ElementsAre(HasSubstr("d.toml:4: ")));
}

TEST(Candidate, EmptyPartsAreMistakes) {
  EXPECT_THAT(mistakes(""), ElementsAre(HasSubstr("column 1: a candidate begins with")));
  EXPECT_THAT(mistakes("   "), ElementsAre(HasSubstr("a candidate begins with")));
  EXPECT_THAT(mistakes("old="), ElementsAre(HasSubstr("column 5: a candidate begins with")));
  EXPECT_THAT(mistakes("=xfs"), ElementsAre(HasSubstr("the label before '=' is missing")));
  EXPECT_THAT(mistakes("xfs;"), ElementsAre(HasSubstr("column 5: there is nothing after")));
  EXPECT_THAT(mistakes("xfs;;log=image:1m"), ElementsAre(HasSubstr("there is nothing after")));
  EXPECT_THAT(mistakes("xfs; mount"), ElementsAre(HasSubstr("mount options are missing")));
  EXPECT_THAT(mistakes("xfs; mount -o"), ElementsAre(HasSubstr("mount options are missing")));
  EXPECT_THAT(mistakes("xfs; mount -o a,,b"),
              ElementsAre(HasSubstr("column 17: a mount option is empty")));
  EXPECT_THAT(mistakes("xfs; log="), ElementsAre(HasSubstr("the value of 'log' is missing")));
  EXPECT_THAT(mistakes("xfs; set a/b="), ElementsAre(HasSubstr("the value of 'a/b' is missing")));
  EXPECT_THAT(mistakes("xfs; =x"), ElementsAre(HasSubstr("unknown item '=x'")));
}

TEST(Candidate, WhatStandsTwiceIsReportedAtItsSecondPlace) {
  EXPECT_THAT(mistakes("xfs; mount -o a; mount -o b"),
              ElementsAre("candidate 1, column 18: 'mount' is given twice"));
  EXPECT_THAT(mistakes("xfs; log=image:1m; log=image:2m"),
              ElementsAre(HasSubstr("column 20: 'log' is given twice")));
  EXPECT_THAT(mistakes("xfs; kernel=1; kernel=1"), ElementsAre(HasSubstr("'kernel' is given")));
  EXPECT_THAT(mistakes("xfs; set a/b=1; set a/b=2"),
              ElementsAre(HasSubstr("'set a/b' is given twice")));
  EXPECT_THAT(mistakes("xfs; store=a; store=b"), ElementsAre(HasSubstr("'store' is given twice")));
  EXPECT_THAT(mistakes("xfs; device=/dev/a; device=/dev/a"),
              ElementsAre(HasSubstr("'device=/dev/a' is given twice")));
}

TEST(Candidate, DirectoryRefusesWhatBelongsToADevice) {
  EXPECT_THAT(mistakes("/srv; mount -o noatime; log=image:1m; set queue/scheduler=bfq"),
              ElementsAre(HasSubstr("column 7: mount cannot be used with a directory"),
                          HasSubstr("column 25: log cannot be used with a directory"),
                          HasSubstr("column 39: set of a block device's value cannot")));
}

TEST(Candidate, WordsTooManyAreReported) {
  EXPECT_THAT(mistakes("xfs -f"),
              ElementsAre(HasSubstr("column 5: unexpected '-f' after 'xfs'; arguments belong to "
                                    "mkfs.xfs")));
  EXPECT_THAT(mistakes("/srv/my files"), ElementsAre(HasSubstr("quotes keep blanks")));
  EXPECT_THAT(mistakes("xfs; log=image:1m 2m"), ElementsAre(HasSubstr("unexpected '2m'")));
  EXPECT_THAT(mistakes("xfs; log = image:1m"), ElementsAre(HasSubstr("without blanks around")));
  EXPECT_THAT(mistakes("xfs; set vm.a = 1"), ElementsAre(HasSubstr("exactly one NAME=VALUE")));
  EXPECT_THAT(mistakes("xfs; mount -t ext4 -o a").front(), HasSubstr("takes -o only, not '-t'"));
}

TEST(Candidate, MkfsNamesNoDeviceOfItsOwn) {
  EXPECT_THAT(mistakes("mkfs.xfs -f /dev/sda"),
              ElementsAre(HasSubstr("column 13: mkfs may not name a device itself: '/dev/sda'; "
                                    "fsduel adds the devices")));
  EXPECT_THAT(mistakes("mkfs.ext4 -J device=/dev/sdb").size(), 1U);
  EXPECT_THAT(mistakes("mkfs.xfs -l size=1m,logdev=/dev/sdb").size(), 1U);
  EXPECT_THAT(mistakes("mkfs -t xfs"), ElementsAre(HasSubstr("write mkfs.xfs")));
  EXPECT_THAT(mistakes("mkfs."), ElementsAre(HasSubstr("unknown filesystem ''")));
}

TEST(Candidate, SettingsCannotLeaveTheirFolder) {
  for (const std::string name : {"../sda/queue/scheduler", "/etc/passwd", "queue/../x", "queue//x",
                                 "a/./b", "vm..x", ".vm.x.", "plain", ""}) {
    EXPECT_EQ(mistakes("xfs; set " + name + "=1").size(), 1U) << name;
  }
}

TEST(Candidate, DisksAreImagesOrDevices) {
  for (const std::string disk : {"image:", "image:0", "image:1q", "image:-1", "/dev/",
                                 "/dev/../etc", "/dev//sda", "sdb", "/srv/image"}) {
    EXPECT_EQ(mistakes("xfs; log=" + disk).size(), 1U) << disk;
    EXPECT_EQ(mistakes("xfs; device=" + disk).size(), 1U) << disk;
  }
  EXPECT_EQ(read("xfs; log=/dev/mapper/vg-log").log->device, "/dev/mapper/vg-log");
}

TEST(Candidate, OpenQuoteIsReportedWhereItBegins) {
  EXPECT_THAT(mistakes("mkfs.xfs -L 'a; mount -o x"),
              ElementsAre("candidate 1, column 13: this quote is never closed"));
  EXPECT_THAT(mistakes("'mkfs.xfs -q'"), ElementsAre(HasSubstr("quotes make one word of it")));
}

TEST(Candidate, HostileBytesAreEscapedInMessages) {
  EXPECT_THAT(mistakes("x\x1b[2J\xff"), ElementsAre(HasSubstr("'x\\x1b[2J\\xff'")));
  EXPECT_THAT(mistakes("\xc3\xa4=xfs"), ElementsAre(HasSubstr("a label is letters, digits")));
  EXPECT_THAT(mistakes(std::string_view("xfs\0; x", 7)),
              ElementsAre("candidate 1, column 4: a zero byte can be no part of a candidate"));
}

TEST(Candidate, LimitsAreSaid) {
  EXPECT_THAT(mistakes(std::string(kMaxLabel + 1, 'a') + "=xfs"),
              ElementsAre(HasSubstr("longer than 40 characters")));
  EXPECT_EQ(read(std::string(kMaxLabel, 'a') + "=xfs").label.size(), kMaxLabel);
  EXPECT_THAT(mistakes("mkfs.xfs " + std::string(kMaxCandidateText, 'x')),
              ElementsAre(HasSubstr("may have 4096 bytes, not 4105")));
}

// Whatever the bytes: a value or mistakes, never both or neither, and every message printable.
TEST(Candidate, AnyTextIsAValueOrMistakes) {
  const std::vector<std::string> kPieces{
      "xfs", "mkfs.", "=",   ";",      " ",  "mount", "-o", ",",  "'",    "\"",
      "/",   ".",     "log", "image:", "1m", "set",   "\n", "\\", "\xff", "\x00"};
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(derive(5, "candidate", seed));
    std::string text;
    for (auto count = random.below(14); count > 0; --count) {
      text += kPieces[random.below(kPieces.size())];
    }
    const auto found = mistakes(text);
    for (const auto& mistake : found) {
      for (const char c : mistake) ASSERT_TRUE(c >= 0x20 && c < 0x7f) << seed << ": " << mistake;
    }
  }
}

TEST(Labels, AreTheNamesOfFilesystemsWithNumbersWhereTaken) {
  std::vector<Candidate> candidates{read("xfs"), read("xfs"), read("xfs-2=ext4"), read("xfs"),
                                    read("mkfs.ext4 -q")};
  EXPECT_TRUE(assign_labels(candidates).empty());
  std::vector<std::string> labels;
  for (const auto& candidate : candidates) labels.push_back(candidate.label);
  EXPECT_THAT(labels, ElementsAre("xfs", "xfs-3", "xfs-2", "xfs-4", "ext4"));
}

TEST(Labels, OfDirectoriesAreTheLastPartOfThePath) {
  std::vector<Candidate> candidates{read("/srv/data/"), read("'/mnt/my d\xc3\xa4ta'"), read("/"),
                                    read(".."), read("/mnt/" + std::string(99, 'x'))};
  EXPECT_TRUE(assign_labels(candidates).empty());
  EXPECT_EQ(candidates[0].label, "data");
  EXPECT_EQ(candidates[1].label, "my-d--ta");
  EXPECT_EQ(candidates[2].label, "directory");
  EXPECT_EQ(candidates[3].label, "directory-2");
  for (const auto& candidate : candidates) EXPECT_TRUE(is_label(candidate.label));
}

TEST(Labels, GivenTwiceAreReportedAtTheSecond) {
  std::vector<Candidate> candidates{read("a=xfs"), read("b=xfs"), read("a=ext4")};
  const auto found = assign_labels(candidates);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(render_diagnostic(found[0]),
            "candidate 3: the label 'a' is given twice; give each candidate its own");
}

}  // namespace
}  // namespace fsduel
