// Reads texts of the real tools (testdata/, recorded from file images and loop devices, some of
// them damaged on purpose: an inode cleared, counters overwritten, tree blocks and superblocks
// zeroed, an image copied while it was mounted).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/random.hpp"
#include "filesystem/filesystem.hpp"

namespace fsduel::filesystem {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::string read_testdata(const std::string& name) {
  std::ifstream file(FSDUEL_SOURCE_DIR "/src/filesystem/testdata/" + name, std::ios::binary);
  EXPECT_TRUE(file.good()) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct CheckCase {
  std::string filesystem;
  std::string outcome;  // the file is FILESYSTEM_check_OUTCOME.txt
  int exit_status;      // as the tool returned it
  CheckState state;
  std::string words;  // part of them
};

class CheckOutcome : public testing::TestWithParam<CheckCase> {};

TEST_P(CheckOutcome, IsJudgedByStatusAndWords) {
  const CheckCase& known = GetParam();
  const std::string text = read_testdata(known.filesystem + "_check_" + known.outcome + ".txt");
  const CheckVerdict verdict =
      find_filesystem(known.filesystem)->judge_check(known.exit_status, text);
  EXPECT_EQ(verdict.state, known.state);
  EXPECT_THAT(verdict.words, HasSubstr(known.words));
  EXPECT_EQ(verdict.words.empty(), known.state == CheckState::clean);
}

const std::vector<CheckCase> kCases{
    {"ext4", "clean", 0, CheckState::clean, ""},
    {"ext4", "damaged", 4, CheckState::not_clean, "exit status 4: disk: ********** WARNING"},
    {"ext4", "no_superblock", 8, CheckState::not_clean, "Superblock invalid"},
    {"ext4", "unreplayed", 0, CheckState::not_clean, "skipping journal recovery"},
    {"ext4", "mounted", 0, CheckState::unknown, "is mounted"},
    {"xfs", "clean", 0, CheckState::clean, ""},
    {"xfs", "damaged", 1, CheckState::not_clean,
     "exit status 1: Metadata corruption detected at 0x"},
    {"xfs", "no_superblock", 1, CheckState::not_clean, "bad primary superblock"},
    {"xfs", "unreplayed", 1, CheckState::not_clean, "valuable metadata changes in a log"},
    {"xfs", "no_device", 1, CheckState::unknown, "couldn't initialize XFS library"},
    {"xfs", "mounted", 1, CheckState::unknown, "contains a mounted and writable filesystem"},
    {"btrfs", "clean", 0, CheckState::clean, ""},
    {"btrfs", "damaged", 1, CheckState::not_clean, "error(s) found"},
    {"btrfs", "no_superblock", 1, CheckState::not_clean, "No valid Btrfs found on disk"},
    {"btrfs", "mounted", 1, CheckState::unknown, "is currently mounted"},
    {"reiserfs", "clean", 0, CheckState::clean, ""},
    {"reiserfs", "damaged", 4, CheckState::not_clean, "found corruptions"},
    {"reiserfs", "bitmap", 6, CheckState::not_clean, "2 found corruptions can be fixed"},
    {"reiserfs", "no_superblock", 8, CheckState::unknown, "Failed to open the device"},
    {"jfs", "clean", 0, CheckState::clean, ""},
    {"jfs", "damaged", 4, CheckState::not_clean, "Filesystem is dirty"},
    {"jfs", "no_superblock", 8, CheckState::not_clean, "does not describe a correct jfs"},
    {"f2fs", "clean", 0, CheckState::clean, ""},
    {"f2fs", "damaged", 1, CheckState::not_clean, "i_links: 77, real links: 2"},
    {"f2fs", "no_superblock", 255, CheckState::not_clean, "Can't find a valid F2FS superblock"}};

INSTANTIATE_TEST_SUITE_P(Recorded, CheckOutcome, testing::ValuesIn(kCases), [](const auto& known) {
  return known.param.filesystem + "_" + known.param.outcome;
});

TEST(CheckVerdict, NothingIsClaimedOfACheckThatASignalEnded) {
  const CheckVerdict verdict =
      find_filesystem("ext4")->judge_check(-1, read_testdata("ext4_check_clean.txt"));
  EXPECT_EQ(verdict.state, CheckState::unknown);
  EXPECT_THAT(verdict.words, HasSubstr("ended by a signal"));
}

// xfs_repair returns 1 for what it finds, not for the log itself.
TEST(CheckVerdict, AnUnreplayedLogOfXfsIsNotCleanByItsWordsAlone) {
  const CheckVerdict verdict =
      find_filesystem("xfs")->judge_check(0, read_testdata("xfs_check_unreplayed.txt"));
  EXPECT_EQ(verdict.state, CheckState::not_clean);
}

TEST(CheckVerdict, WordsAreOneEscapedLine) {
  const CheckVerdict verdict = find_filesystem("xfs")->judge_check(1, "bad \x1b[31m name\nmore\n");
  EXPECT_EQ(verdict.words, "exit status 1: bad \\x1b[31m name (and 1 more lines)");
}

TEST(CheckVerdict, AMissingProgramIsNoDamage) {
  EXPECT_EQ(find_filesystem("xfs")->judge_check(127, "").state, CheckState::unknown);
  EXPECT_EQ(find_filesystem("nilfs2")->judge_check(0, "").state, CheckState::unknown);
}

Facts describe(std::string_view filesystem, const std::string& file) {
  return find_filesystem(filesystem)->parse_describe(read_testdata(file));
}

void expect_facts(const Facts& facts, const Facts& wanted) {
  for (const Fact& fact : wanted) {
    EXPECT_EQ(find_fact(facts, fact.name).value_or("absent"), fact.value) << fact.name;
  }
}

TEST(Describe, ReadsTheExtFamily) {
  expect_facts(describe("ext4", "ext4_describe.txt"),
               {{"block size", "4096"},
                {"inode size", "256"},
                {"journal", "internal"},
                {"journal size", "32 MiB"},
                {"directory hash", "half_md4"},
                {"flex group size", "16"},
                {"hash seed", "11111111-2222-4333-8444-555555555555"}});
  EXPECT_THAT(find_fact(describe("ext4", "ext4_describe.txt"), "features").value_or(""),
              HasSubstr("metadata_csum"));
  expect_facts(describe("ext2", "ext2_describe.txt"), {{"journal", "none"}, {"blocks", "262144"}});
  expect_facts(describe("ext3", "ext3_describe_external.txt"), {{"journal", "external"}});
}

TEST(Describe, ReadsXfs) {
  expect_facts(describe("xfs", "xfs_describe_external.txt"), {{"format", "V5"},
                                                              {"block size", "4096"},
                                                              {"inode size", "512"},
                                                              {"blocks", "262144"},
                                                              {"allocation groups", "16"},
                                                              {"sector size", "512"},
                                                              {"directory block size", "4096"},
                                                              {"log version", "2"},
                                                              {"lazy count", "1"},
                                                              {"journal", "external"},
                                                              {"journal size", "128 MiB"}});
  expect_facts(describe("xfs", "xfs_describe.txt"),
               {{"journal", "internal"}, {"journal size", "64 MiB"}, {"allocation groups", "4"}});
  expect_facts(describe("xfs", "xfs_describe_v4.txt"),
               {{"format", "V4"}, {"metadata checksums", "0"}, {"inode size", "256"}});
}

TEST(Describe, ReadsBtrfs) {
  expect_facts(describe("btrfs", "btrfs_describe.txt"),
               {{"block size", "4096"},
                {"node size", "16384"},
                {"devices", "2"},
                {"checksum", "crc32c"},
                {"features",
                 "FREE_SPACE_TREE,FREE_SPACE_TREE_VALID,MIXED_BACKREF,EXTENDED_IREF,"
                 "SKINNY_METADATA,NO_HOLES"}});
}

TEST(Describe, ReadsTheOthers) {
  expect_facts(describe("reiserfs", "reiserfs_describe.txt"), {{"block size", "4096"},
                                                               {"blocks", "16384"},
                                                               {"directory hash", "\"r5\""},
                                                               {"journal", "internal"},
                                                               {"journal size", "32.0 MiB"}});
  expect_facts(describe("reiserfs", "reiserfs_describe_external.txt"), {{"journal", "external"}});
  expect_facts(describe("jfs", "jfs_describe.txt"),
               {{"block size", "4096"}, {"format", "1"}, {"journal", "internal"}});
  expect_facts(describe("jfs", "jfs_describe_external.txt"), {{"journal", "external"}});
  expect_facts(describe("f2fs", "f2fs_describe.txt"), {{"block size", "4096"},
                                                       {"blocks", "16384"},
                                                       {"main segments", "24"},
                                                       {"segments per section", "1"},
                                                       {"features", "none"}});
  expect_facts(describe("nilfs2", "nilfs2_describe.txt"),
               {{"block size", "4096"}, {"blocks per segment", "2048"}, {"segments", "31"}});
}

TEST(Describe, TextOfOthersGivesNoFacts) {
  for (const Filesystem* filesystem : catalogue()) {
    EXPECT_THAT(filesystem->parse_describe(""), IsEmpty()) << filesystem->name();
    EXPECT_THAT(filesystem->parse_describe("no such\nthing\0at all"), IsEmpty());
  }
}

// Every parser gets every text with bytes changed and cut: none may fail, all end.
TEST(Describe, AnyTextIsTolerated) {
  Random random(20240601);
  for (const std::string name :
       {"ext4_describe.txt", "xfs_describe.txt", "btrfs_describe.txt", "reiserfs_describe.txt",
        "jfs_describe.txt", "f2fs_describe.txt", "xfs_check_damaged.txt"}) {
    const std::string text = read_testdata(name);
    for (int attempt = 0; attempt < 50; ++attempt) {
      std::string spoilt = text.substr(0, random.below(text.size() + 1));
      for (char& c : spoilt) {
        if (random.below(20) == 0) c = static_cast<char>(random.below(256));
      }
      for (const Filesystem* filesystem : catalogue()) {
        EXPECT_LT(filesystem->parse_describe(spoilt).size(), 200U);
        EXPECT_EQ(filesystem->judge_check(-1, spoilt).state, CheckState::unknown);
      }
    }
  }
}

}  // namespace
}  // namespace fsduel::filesystem
