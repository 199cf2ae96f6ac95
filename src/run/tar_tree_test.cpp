// Trees from a real tarball, both ways: in memory, and decompressed while it is read.
#include "run/tar_tree.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "sys/real_system.hpp"

namespace fsduel::run {
namespace {

// A folder with a tarball of a few files, made by the tar of this machine.
class TarTree : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = system_.make_temporary_directory("/tmp", "tar-tree-");
    std::filesystem::create_directories(folder_ + "/top/sub");
    std::ofstream(folder_ + "/top/a") << std::string(100000, 'a');
    std::ofstream(folder_ + "/top/sub/empty");
    std::ofstream(folder_ + "/top/sub/z") << "zz";
    std::filesystem::create_symlink("sub/z", folder_ + "/top/link");
    tarball_ = folder_ + "/t.tar.gz";
    const auto result =
        system_.run({{"tar", "--sort=name", "-C", folder_, "-czf", tarball_, "top"}}, {});
    ASSERT_TRUE(result.succeeded()) << result.errors;
  }
  void TearDown() override { system_.remove_tree(folder_); }

  [[nodiscard]] const TreeSourceMaker& open(const std::string& inside) {
    return *trees_.find({{"tar", tarball_}, {"tar-inside", inside}});
  }

  sys::RealSystem system_;
  std::string folder_;
  std::string tarball_;
  TarTrees trees_;
};

std::string read_file(TreeSource& source) {
  std::string text;
  for (auto data = source.next_data(); data && !data->empty(); data = source.next_data()) {
    for (const auto byte : *data) text += static_cast<char>(byte);
  }
  return text;
}

std::vector<std::pair<TreeEntry, std::string>> read_all(const TreeSourceMaker& maker) {
  std::vector<std::pair<TreeEntry, std::string>> all;
  const auto source = maker.make();
  while (const auto* entry = source->next()) {
    const TreeEntry copy = *entry;
    all.emplace_back(copy, copy.kind == EntryKind::file ? read_file(*source) : "");
  }
  return all;
}

TEST_F(TarTree, BothWaysGiveTheSameEntriesAndData) {
  const auto loaded = read_all(open("false"));
  ASSERT_EQ(loaded.size(), 6U);
  EXPECT_EQ(loaded[1].first.path, "top/a");
  EXPECT_EQ(loaded[1].second, std::string(100000, 'a'));
  EXPECT_EQ(loaded[2].first.target, "sub/z");
  EXPECT_EQ(loaded, read_all(open("true")));
}

TEST_F(TarTree, EveryMakeBeginsAgain) {
  const auto& maker = open("true");
  EXPECT_EQ(read_all(maker), read_all(maker));
}

TEST_F(TarTree, DataThatNobodyReadsIsPassedOver) {
  const auto source = open("true").make();
  int entries = 0;
  while (source->next() != nullptr) ++entries;
  EXPECT_EQ(entries, 6);
}

TEST_F(TarTree, AReaderThatGivesUpHangsNobody) {
  for (int i = 0; i < 20; ++i) {
    const auto source = open("true").make();
    EXPECT_NE(source->next(), nullptr);
  }
}

TEST_F(TarTree, NoTarballIsNoTree) {
  EXPECT_EQ(trees_.find({{"files", "10"}}), nullptr);
}

TEST_F(TarTree, AFileThatIsNoTarballSaysSo) {
  std::ofstream(folder_ + "/bad") << "this is not a tarball";
  EXPECT_THROW((void)trees_.find({{"tar", folder_ + "/bad"}}), Error);
  const auto* maker = trees_.find({{"tar", folder_ + "/bad"}, {"tar-inside", "true"}});
  EXPECT_THROW((void)maker->make()->next(), Error);
}

}  // namespace
}  // namespace fsduel::run
