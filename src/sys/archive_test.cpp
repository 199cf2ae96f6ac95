// Tarballs made here, honest and hostile.
#include "sys/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "sys/contract_worlds.hpp"

namespace fsduel::sys {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Item {
  std::string path;
  unsigned type = AE_IFREG;
  std::string text;  // content or link target
  mode_t mode = 0644;
  bool is_hardlink = false;
};

void write_item(struct archive* writer, const Item& item) {
  struct archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname(entry, item.path.c_str());
  archive_entry_set_perm(entry, item.mode);
  archive_entry_set_filetype(entry, item.type);
  archive_entry_set_mtime(entry, 1000, 0);
  const bool has_content = item.type == AE_IFREG && !item.is_hardlink;
  if (item.is_hardlink) archive_entry_set_hardlink(entry, item.text.c_str());
  if (item.type == AE_IFLNK) archive_entry_set_symlink(entry, item.text.c_str());
  archive_entry_set_size(entry, has_content ? static_cast<la_int64_t>(item.text.size()) : 0);
  ASSERT_EQ(archive_write_header(writer, entry), ARCHIVE_OK) << archive_error_string(writer);
  if (has_content) archive_write_data(writer, item.text.data(), item.text.size());
  archive_entry_free(entry);
}

class ArchiveTest : public ::testing::Test {
 protected:
  void write(const std::vector<Item>& items, int filter = ARCHIVE_FILTER_NONE) {
    struct archive* writer = archive_write_new();
    archive_write_set_format_pax_restricted(writer);
    archive_write_add_filter(writer, filter);
    ASSERT_EQ(archive_write_open_filename(writer, path_.c_str()), ARCHIVE_OK);
    for (const Item& item : items) write_item(writer, item);
    archive_write_close(writer);
    archive_write_free(writer);
  }
  void read() {
    members_.clear();
    content_.clear();
    const ArchiveSink sink{[&](const Member& member) { members_.push_back(member); },
                           [&](std::span<const std::byte> chunk) {
                             content_.append(reinterpret_cast<const char*>(chunk.data()),
                                             chunk.size());
                           }};
    notes_ = read_tarball(path_, sink);
  }
  // Nothing of it may come out.
  void expect_refused(const Item& item) {
    write({item});
    read();
    EXPECT_THAT(members_, IsEmpty()) << item.path;
    ASSERT_THAT(notes_, SizeIs(1)) << item.path;
    EXPECT_EQ(notes_[0].what, MemberNote::What::refused);
  }

  RealWorld world_;
  std::string path_ = world_.folder() + "/t.tar";
  std::vector<Member> members_;
  std::string content_;
  std::vector<MemberNote> notes_;
};

TEST_F(ArchiveTest, GivesEveryKindInOrder) {
  write({{"d/", AE_IFDIR, "", 0755},
         {"d/f", AE_IFREG, "hello", 0640},
         {"d/s", AE_IFLNK, "f"},
         {"d/h", AE_IFREG, "d/f", 0644, true}});
  read();
  ASSERT_THAT(members_, SizeIs(4));
  EXPECT_EQ(members_[0].kind, MemberKind::directory);
  EXPECT_EQ(members_[0].path, "d");
  EXPECT_EQ(members_[1].size, Bytes{5});
  EXPECT_EQ(members_[1].mode, 0640U);
  EXPECT_EQ(members_[1].modified, std::chrono::seconds(1000));
  EXPECT_EQ(members_[2].link_target, "f");
  EXPECT_EQ(members_[3].kind, MemberKind::hardlink);
  EXPECT_EQ(members_[3].link_target, "d/f");
  EXPECT_EQ(content_, "hello");
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(ArchiveTest, ReadsEveryCompression) {
  for (const int filter :
       {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_BZIP2, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD}) {
    write({{"f", AE_IFREG, std::string(100000, 'x')}}, filter);
    read();
    EXPECT_EQ(content_.size(), 100000U) << filter;
  }
}

TEST_F(ArchiveTest, RefusesNamesThatLeadOut) {
  for (const char* path : {"../f", "a/../../f", "..", "a/.."}) expect_refused({path, AE_IFREG, ""});
}

TEST_F(ArchiveTest, MakesAbsoluteNamesRelative) {
  write({{"/etc/./passwd", AE_IFREG, "x"}});
  read();
  ASSERT_THAT(members_, SizeIs(1));
  EXPECT_EQ(members_[0].path, "etc/passwd");
  ASSERT_THAT(notes_, SizeIs(1));
  EXPECT_EQ(notes_[0].what, MemberNote::What::changed);
}

TEST_F(ArchiveTest, RefusesDevicesAndPipes) {
  for (const unsigned type : {AE_IFCHR, AE_IFBLK, AE_IFIFO}) expect_refused({"d", type, ""});
}

TEST_F(ArchiveTest, TakesSpecialBitsOff) {
  write({{"f", AE_IFREG, "x", 06755}});
  read();
  ASSERT_THAT(members_, SizeIs(1));
  EXPECT_EQ(members_[0].mode, 0755U);
  EXPECT_THAT(notes_, SizeIs(1));
}

TEST_F(ArchiveTest, RefusesLinksThatLeadOut) {
  for (const char* target : {"/etc", "..", "../x", "a/../../x", "a/../x"}) {
    expect_refused({"l", AE_IFLNK, target});
  }
  expect_refused({"h", AE_IFREG, "../x", 0644, true});
}

TEST_F(ArchiveTest, NothingGoesThroughALink) {
  write({{"l", AE_IFLNK, "d"},
         {"l/f", AE_IFREG, "x"},
         {"l", AE_IFREG, "x"},
         {"h", AE_IFREG, "l", 0644, true},
         {"h2", AE_IFREG, "l/f", 0644, true}});
  read();
  ASSERT_THAT(members_, SizeIs(1));
  EXPECT_EQ(members_[0].kind, MemberKind::symlink);
  EXPECT_THAT(notes_, SizeIs(4));
  EXPECT_EQ(content_, "");
}

TEST_F(ArchiveTest, LinkMayLeadUpInsideTheTopFolder) {
  EXPECT_TRUE(is_safe_link("a/b/l", "../../c"));
  EXPECT_FALSE(is_safe_link("a/b/l", "../../../c"));
  // p/q/l may be a link to the top: then ".." behind it leads out.
  EXPECT_FALSE(is_safe_link("m", "p/q/l/.."));
  EXPECT_FALSE(is_safe_link("m", ""));
}

TEST_F(ArchiveTest, SafePathsArePlain) {
  EXPECT_EQ(find_safe_path("./a//b/"), "a/b");
  EXPECT_EQ(find_safe_path("/"), std::nullopt);
  EXPECT_EQ(find_safe_path("..."), "...");
}

TEST_F(ArchiveTest, KeepsNamesThatAreNoText) {
  write({{"a\nb \x1b", AE_IFREG, "x"}});
  read();
  ASSERT_THAT(members_, SizeIs(1));
  EXPECT_EQ(members_[0].path, "a\nb \x1b");
}

TEST_F(ArchiveTest, DamageIsAnError) {
  write({{"f", AE_IFREG, std::string(100000, 'x')}});
  ASSERT_EQ(::truncate(path_.c_str(), 50000), 0);
  EXPECT_THROW(read(), Error);
  RealSystem system;
  system.remove_file(path_);
  system.append_durably(path_, "this is no archive, only text");
  EXPECT_THROW(read(), Error);
  system.remove_file(path_);
  EXPECT_THROW(read(), Error);
}

}  // namespace
}  // namespace fsduel::sys
