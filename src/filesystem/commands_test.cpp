// The exact command lines of every filesystem, as a person would see them with --dry-run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "filesystem/filesystem.hpp"

namespace fsduel::filesystem {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const FormatTarget kPlain{{"/dev/loop0", "loop0", kGiB}, std::nullopt, {}};
const FormatTarget kWithLog{
    {"/dev/loop0", "loop0", kGiB}, Disk{"/dev/loop1", "loop1", kMiB * 128}, {}};
const FormatTarget kTwoDisks{
    {"/dev/loop0", "loop0", kGiB}, std::nullopt, {{"/dev/loop1", "loop1", kGiB}}};

Candidate make_candidate(std::string filesystem, std::vector<std::string> mkfs = {},
                         std::vector<std::string> mount = {}) {
  Candidate candidate;
  candidate.filesystem = std::move(filesystem);
  candidate.mkfs_arguments = std::move(mkfs);
  candidate.mount_options = std::move(mount);
  return candidate;
}

std::string mkfs_line(const Candidate& candidate, const FormatTarget& target = kPlain,
                      const FormatPins& pins = {}) {
  return render_command(find_filesystem(candidate.filesystem)->mkfs(candidate, target, pins));
}

std::string mount_line(const Candidate& candidate, const FormatTarget& target = kPlain) {
  return render_mount(find_filesystem(candidate.filesystem)->mount(candidate, target, "/mnt"));
}

std::string check_line(std::string_view name, const FormatTarget& target = kPlain) {
  const auto command = find_filesystem(name)->check(target);
  return command ? render_command(*command) : "";
}

std::vector<std::string> prepare_lines(const Candidate& candidate, const FormatTarget& target,
                                       const FormatPins& pins = {}) {
  std::vector<std::string> lines;
  for (const Command& command :
       find_filesystem(candidate.filesystem)->prepare(candidate, target, pins)) {
    lines.push_back(render_command(command));
  }
  return lines;
}

TEST(Filesystem, MakesEachNameWithoutDiscardAndQuestions) {
  constexpr std::string_view kExt =
      " -F -q -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 /dev/loop0";
  for (const std::string name : {"ext2", "ext3", "ext4"}) {
    EXPECT_EQ(mkfs_line(make_candidate(name)), "mkfs." + name + std::string(kExt));
  }
  EXPECT_EQ(mkfs_line(make_candidate("xfs")), "mkfs.xfs -f -K /dev/loop0");
  EXPECT_EQ(mkfs_line(make_candidate("btrfs")), "mkfs.btrfs -f -K /dev/loop0");
  EXPECT_EQ(mkfs_line(make_candidate("reiserfs")), "mkfs.reiserfs -q -f /dev/loop0");
  EXPECT_EQ(mkfs_line(make_candidate("jfs")), "mkfs.jfs -q /dev/loop0");
  EXPECT_EQ(mkfs_line(make_candidate("f2fs")), "mkfs.f2fs -f -t 0 /dev/loop0");
  EXPECT_EQ(mkfs_line(make_candidate("nilfs2")), "mkfs.nilfs2 -f -K /dev/loop0");
}

TEST(Filesystem, MountsEachNameAsItsOwnType) {
  EXPECT_EQ(mount_line(make_candidate("ext2")), "mount -t ext2 /dev/loop0 /mnt");
  EXPECT_EQ(mount_line(make_candidate("ext3")), "mount -t ext3 /dev/loop0 /mnt");
  EXPECT_EQ(mount_line(make_candidate("ext4")), "mount -t ext4 /dev/loop0 /mnt");
  EXPECT_EQ(mount_line(make_candidate("xfs")), "mount -t xfs /dev/loop0 /mnt");
  EXPECT_EQ(mount_line(make_candidate("reiserfs")), "mount -t reiserfs /dev/loop0 /mnt");
  EXPECT_EQ(mount_line(make_candidate("jfs")), "mount -t jfs /dev/loop0 /mnt");
  EXPECT_EQ(mount_line(make_candidate("nilfs2")), "mount -t nilfs2 /dev/loop0 /mnt");
}

TEST(Filesystem, MountsWithoutDiscardUnlessAsked) {
  EXPECT_EQ(mount_line(make_candidate("btrfs")), "mount -t btrfs -o nodiscard /dev/loop0 /mnt");
  EXPECT_EQ(mount_line(make_candidate("f2fs")), "mount -t f2fs -o nodiscard /dev/loop0 /mnt");
  EXPECT_EQ(mount_line(make_candidate("btrfs", {}, {"discard=async"})),
            "mount -t btrfs -o discard=async /dev/loop0 /mnt");
  EXPECT_EQ(mount_line(make_candidate("f2fs", {}, {"noatime", "discard"})),
            "mount -t f2fs -o noatime,discard /dev/loop0 /mnt");
}

TEST(Filesystem, ChecksWithoutWriting) {
  EXPECT_EQ(check_line("ext4"), "e2fsck -f -n /dev/loop0");
  EXPECT_EQ(check_line("xfs"), "xfs_repair -n /dev/loop0");
  EXPECT_EQ(check_line("btrfs"), "btrfs check --readonly /dev/loop0");
  EXPECT_EQ(check_line("reiserfs"), "reiserfsck --check -q -y -f /dev/loop0");
  EXPECT_EQ(check_line("jfs"), "jfs_fsck -n -f /dev/loop0");
  EXPECT_EQ(check_line("f2fs"), "fsck.f2fs --dry-run -f /dev/loop0");
  EXPECT_EQ(check_line("nilfs2"), "");
}

// old='mkfs.ext3 -O ^dir_index; mount -o data=writeback'
TEST(Filesystem, AnOldExt3IsMadeAsAsked) {
  const Candidate old = make_candidate("ext3", {"-O", "^dir_index"}, {"data=writeback"});
  EXPECT_EQ(mkfs_line(old),
            "mkfs.ext3 -F -q -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 -O '^dir_index' "
            "/dev/loop0");
  EXPECT_EQ(mount_line(old), "mount -t ext3 -o data=writeback /dev/loop0 /mnt");
  EXPECT_THAT(prepare_lines(old, kPlain), IsEmpty());
}

// big='mkfs.xfs -d agcount=16 -l size=128m; mount -o noatime,logbufs=8; log=image:128m'
TEST(Filesystem, ABigXfsGetsItsExternalLog) {
  const Candidate big =
      make_candidate("xfs", {"-d", "agcount=16", "-l", "size=128m"}, {"noatime", "logbufs=8"});
  EXPECT_EQ(mkfs_line(big, kWithLog),
            "mkfs.xfs -f -K -d agcount=16 -l logdev=/dev/loop1,size=128m /dev/loop0");
  EXPECT_EQ(mount_line(big, kWithLog),
            "mount -t xfs -o logdev=/dev/loop1,noatime,logbufs=8 /dev/loop0 /mnt");
  EXPECT_EQ(check_line("xfs", kWithLog), "xfs_repair -n -l /dev/loop1 /dev/loop0");
}

TEST(Filesystem, AnExtJournalDeviceIsMadeFirstWithTheSameBlockSize) {
  const Candidate plain = make_candidate("ext4");
  EXPECT_THAT(prepare_lines(plain, kWithLog),
              ElementsAre("mke2fs -F -q -O journal_dev -b 4096 -E nodiscard /dev/loop1"));
  EXPECT_EQ(mkfs_line(plain, kWithLog),
            "mkfs.ext4 -F -q -b 4096 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 -J "
            "device=/dev/loop1 /dev/loop0");
  EXPECT_EQ(mount_line(plain, kWithLog),
            "mount -t ext4 -o journal_path=/dev/loop1 /dev/loop0 /mnt");
  EXPECT_EQ(check_line("ext4", kWithLog), "e2fsck -f -n -j /dev/loop1 /dev/loop0");
}

TEST(Filesystem, TheJournalDeviceFollowsTheCandidatesBlockSize) {
  EXPECT_THAT(prepare_lines(make_candidate("ext3", {"-b", "2048"}), kWithLog),
              ElementsAre("mke2fs -F -q -O journal_dev -b 2048 -E nodiscard /dev/loop1"));
  FormatTarget small = kWithLog;
  small.data.size = kMiB * 511;
  EXPECT_THAT(prepare_lines(make_candidate("ext3"), small),
              ElementsAre("mke2fs -F -q -O journal_dev -b 1024 -E nodiscard /dev/loop1"));
}

TEST(Filesystem, OldJournallingFilesystemsTakeTheirLogToo) {
  EXPECT_EQ(mkfs_line(make_candidate("reiserfs"), kWithLog),
            "mkfs.reiserfs -q -f -j /dev/loop1 /dev/loop0");
  EXPECT_EQ(mount_line(make_candidate("reiserfs"), kWithLog),
            "mount -t reiserfs -o jdev=/dev/loop1 /dev/loop0 /mnt");
  EXPECT_EQ(check_line("reiserfs", kWithLog),
            "reiserfsck --check -q -y -f -j /dev/loop1 /dev/loop0");
  EXPECT_EQ(mkfs_line(make_candidate("jfs"), kWithLog), "mkfs.jfs -q -j /dev/loop1 /dev/loop0");
  EXPECT_EQ(check_line("jfs", kWithLog), "jfs_fsck -n -f -j /dev/loop1 /dev/loop0");
}

TEST(Filesystem, SeveralDevicesAreMadeAndMountedTogether) {
  const Candidate mirror = make_candidate("btrfs", {"-d", "raid1"});
  EXPECT_EQ(mkfs_line(mirror, kTwoDisks), "mkfs.btrfs -f -K -d raid1 /dev/loop0 /dev/loop1");
  EXPECT_EQ(mount_line(mirror, kTwoDisks),
            "mount -t btrfs -o nodiscard,device=/dev/loop1 /dev/loop0 /mnt");
  EXPECT_EQ(mkfs_line(make_candidate("f2fs"), kTwoDisks),
            "mkfs.f2fs -f -t 0 -c /dev/loop1 /dev/loop0");
}

TEST(Filesystem, TheCandidatesOwnOptionsWin) {
  EXPECT_EQ(mkfs_line(make_candidate("ext4", {"-E", "discard,lazy_itable_init=1,stride=16"})),
            "mkfs.ext4 -F -q -E lazy_journal_init=0,discard,lazy_itable_init=1,stride=16 "
            "/dev/loop0");
  EXPECT_EQ(mkfs_line(make_candidate("f2fs", {"-t", "1"})), "mkfs.f2fs -f -t 1 /dev/loop0");
  const FormatPins pins{7};
  EXPECT_EQ(mkfs_line(make_candidate("btrfs", {"--uuid", "mine"}), kPlain, pins),
            "mkfs.btrfs -f -K --uuid mine /dev/loop0");
  EXPECT_EQ(mkfs_line(make_candidate("xfs", {"-m", "uuid=mine,crc=0"}), kPlain, pins),
            "mkfs.xfs -f -K -m uuid=mine,crc=0 /dev/loop0");
}

TEST(Filesystem, PinsFixUuidsAndHashSeeds) {
  const FormatPins pins{7};
  EXPECT_THAT(mkfs_line(make_candidate("ext4"), kPlain, pins),
              testing::MatchesRegex("mkfs.ext4 -F -q -U [0-9a-f-]{36} -E .*hash_seed=[0-9a-f-]{36} "
                                    "/dev/loop0"));
  EXPECT_THAT(mkfs_line(make_candidate("xfs"), kPlain, pins),
              testing::MatchesRegex("mkfs.xfs -f -K -m uuid=[0-9a-f-]{36} /dev/loop0"));
  EXPECT_THAT(mkfs_line(make_candidate("btrfs"), kPlain, pins),
              testing::MatchesRegex("mkfs.btrfs -f -K -U [0-9a-f-]{36} /dev/loop0"));
  EXPECT_THAT(mkfs_line(make_candidate("reiserfs"), kPlain, pins),
              testing::MatchesRegex("mkfs.reiserfs -q -f -u [0-9a-f-]{36} /dev/loop0"));
  EXPECT_THAT(mkfs_line(make_candidate("f2fs"), kPlain, pins),
              testing::MatchesRegex("mkfs.f2fs -f -t 0 -U [0-9a-f-]{36} -r /dev/loop0"));
  EXPECT_THAT(prepare_lines(make_candidate("ext3"), kWithLog, pins),
              ElementsAre(testing::MatchesRegex(".* -U [0-9a-f-]{36} /dev/loop1")));
}

// mkfs.btrfs looks for its UUID on all devices, its own among them.
TEST(Filesystem, APinnedBtrfsLosesItsOldSignatureFirst) {
  EXPECT_THAT(prepare_lines(make_candidate("btrfs"), kTwoDisks, {7}),
              ElementsAre("wipefs -q -a /dev/loop0 /dev/loop1"));
  EXPECT_THAT(prepare_lines(make_candidate("btrfs"), kTwoDisks), IsEmpty());
}

TEST(Filesystem, NoTwoFilesystemsShareAPinnedUuid) {
  const auto uuid_of = [](const std::string& line) {
    return line.substr(line.find("-U ") + 3, 36);
  };
  EXPECT_NE(uuid_of(mkfs_line(make_candidate("ext3"), kPlain, {7})),
            uuid_of(mkfs_line(make_candidate("ext4"), kPlain, {7})));
}

TEST(Filesystem, EqualSeedsGiveEqualCommandsAndOthersDoNot) {
  const Candidate ext4 = make_candidate("ext4");
  EXPECT_EQ(mkfs_line(ext4, kPlain, {7}), mkfs_line(ext4, kPlain, {7}));
  EXPECT_NE(mkfs_line(ext4, kPlain, {7}), mkfs_line(ext4, kPlain, {8}));
}

TEST(Filesystem, EveryProgramOfItsCommandsIsAmongItsTools) {
  for (const Filesystem* filesystem : catalogue()) {
    const Candidate candidate = make_candidate(std::string(filesystem->name()));
    std::vector<Command> commands =
        filesystem->prepare(candidate, filesystem->name() == "ext2" ? kPlain : kWithLog, {});
    commands.push_back(filesystem->mkfs(candidate, kPlain, {}));
    if (const auto check = filesystem->check(kPlain)) commands.push_back(*check);
    if (const auto describe = filesystem->describe(kPlain)) commands.push_back(*describe);
    for (const Command& command : commands) {
      EXPECT_THAT(filesystem->tools(), testing::Contains(command.argv.front()));
    }
  }
}

Bytes least(std::string name, std::vector<std::string> mkfs = {}) {
  return find_filesystem(name)->minimum_size(make_candidate(name, std::move(mkfs)));
}

// The figures were found by trying: the real mkfs refuses less.
TEST(Filesystem, KnowsTheSmallestDiskOfItsMkfs) {
  EXPECT_EQ(least("xfs"), kMiB * 300);
  EXPECT_EQ(least("xfs", {"-d", "agcount=16"}), kMiB * 1025);
  EXPECT_EQ(least("xfs", {"-d", "agcount=16", "-l", "size=128m"}), kMiB * 2049);
  EXPECT_EQ(least("xfs", {"--unsupported"}), kMiB * 16);
  EXPECT_GE(least("btrfs"), kMiB * 109);
  EXPECT_GE(least("btrfs", {"-ddup"}), kMiB * 229);
  EXPECT_GE(least("ext4", {"-J", "size=256"}), kMiB * 514);
  EXPECT_GE(least("reiserfs", {"-s", "32749"}), kMiB * 128);
  EXPECT_EQ(least("jfs"), kMiB * 16);
  EXPECT_GE(least("f2fs", {"-s", "4"}), kMiB * 144);
  EXPECT_EQ(least("nilfs2"), kMiB * 129);
  EXPECT_EQ(least("nilfs2", {"-B", "8192"}), kMiB * 513);
}

TEST(Filesystem, AnExternalLogLeavesXfsSmallGroups) {
  Candidate candidate = make_candidate("xfs", {"-d", "agcount=64"});
  candidate.log = ExtraDisk{kMiB * 128, ""};
  EXPECT_EQ(find_filesystem("xfs")->minimum_size(candidate), kMiB * 1025);
}

TEST(Filesystem, AbsurdNumbersDoNotOverflowTheSmallestDisk) {
  const std::string huge = "18446744073709551615";
  EXPECT_GE(least("xfs", {"-d", "agcount=" + huge, "-l", "size=" + huge}), kMiB * 300);
  EXPECT_GE(least("ext4", {"-J", "size=" + huge}), kMiB * 8);
  EXPECT_GE(least("nilfs2", {"-B", huge, "-b", huge}), kMiB * 129);
  EXPECT_GE(least("f2fs", {"-s", huge}), kMiB * 52);
  EXPECT_GE(least("reiserfs", {"-s", huge}), kMiB * 33);
}

}  // namespace
}  // namespace fsduel::filesystem
