#include "workload/rename_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "workload/entry_list.hpp"
#include "workload/tree_generator.hpp"

namespace fsduel::workload {
namespace {

// Follows slots and names in memory: the set of file paths that the renames leave.
std::set<std::string> rename_all(const std::vector<TreeEntry>& entries,
                                 std::size_t batch_size = 64) {
  std::set<std::string> files;
  for (const auto& entry : entries) {
    if (entry.kind != EntryKind::directory) files.insert("top/" + entry.path);
  }
  std::array<std::string, kMaxDirectorySlots> slots;
  std::vector<Op> batch(batch_size);
  RenameStream stream(entries, "top");
  while (const std::size_t count = stream.fill(batch, {})) {
    for (const Op& op : std::span(batch).first(count)) {
      if (op.kind == OpKind::open_directory) slots[op.dir2] = slots[op.dir] + op.name + "/";
      if (op.kind != OpKind::rename) continue;
      EXPECT_EQ(files.erase(slots[op.dir] + op.name), 1u) << "renamed what is not there";
      EXPECT_TRUE(files.insert(slots[op.dir2] + op.name2).second) << "replaced " << op.name2;
      EXPECT_LE(std::string(op.name2).size(), 255u);
    }
  }
  return files;
}

std::vector<TreeEntry> files_named(const std::vector<std::string>& names) {
  std::vector<TreeEntry> entries;
  for (const auto& name : names) entries.push_back({EntryKind::file, name, "", 0644, 0, {}});
  return entries;
}

TEST(RenameStream, RenamesEveryFileAndLosesNone) {
  const auto entries = generate_tree({2000, Bytes{0}}, 3);
  const auto totals = total_up(entries);
  const auto left = rename_all(entries);
  EXPECT_EQ(left.size(), totals.files + totals.links);
  for (const auto& entry : entries) EXPECT_FALSE(left.contains("top/" + entry.path)) << entry.path;
}

// Folders give no operation: a batch may be filled by none of the entries looked at.
TEST(RenameStream, BatchesOfOneRenameTheSame) {
  const auto entries = generate_tree({300, Bytes{0}}, 3);
  EXPECT_EQ(rename_all(entries, 1), rename_all(entries));
}

TEST(RenameStream, OneInFourMovesUp) {
  const auto entries = generate_tree({4000, Bytes{0}}, 3);
  const auto depths = [](const std::set<std::string>& paths) {
    std::int64_t sum = 0;
    for (const auto& path : paths) sum += std::count(path.begin(), path.end(), '/');
    return sum;
  };
  std::set<std::string> before;
  for (const auto& entry : entries) {
    if (entry.kind != EntryKind::directory) before.insert("top/" + entry.path);
  }
  EXPECT_NEAR(double(depths(before) - depths(rename_all(entries))), 1000, 10);
}

// Names that look like new ones must not be replaced by them.
TEST(RenameStream, KeepsFilesWhoseNamesLookLikeNewOnes) {
  const auto entries = files_named({"a", "a.r0", "a.r1", "a.rr2", std::string(255, 'x')});
  EXPECT_EQ(make_fresh_token(entries), ".rrr");
  EXPECT_EQ(rename_all(entries).size(), 5u);
}

}  // namespace
}  // namespace fsduel::workload
