// The generated tree must have the measured shape; tolerances are wide where a small tree has few
// folders to show it.
#include "workload/tree_generator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "workload/entry_list.hpp"
#include "workload/tree_shape.hpp"

namespace fsduel::workload {
namespace {

std::size_t depth_of(const std::string& path) {
  return static_cast<std::size_t>(std::count(path.begin(), path.end(), '/')) + 1;
}

std::vector<std::uint64_t> sizes_of(const std::vector<TreeEntry>& tree) {
  std::vector<std::uint64_t> sizes;
  for (const auto& entry : tree) {
    if (entry.kind == EntryKind::file) sizes.push_back(entry.size.value);
  }
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

double at_share(const std::vector<std::uint64_t>& sorted, double share) {
  return static_cast<double>(sorted[static_cast<std::size_t>(share * double(sorted.size()))]);
}

TEST(TreeGenerator, EqualSeedEqualTree) {
  EXPECT_EQ(generate_tree({500, Bytes{9000}}, 7), generate_tree({500, Bytes{9000}}, 7));
  EXPECT_NE(generate_tree({500, Bytes{9000}}, 7), generate_tree({500, Bytes{9000}}, 8));
}

TEST(TreeGenerator, HasTheFilesAskedForAndFoldersInProportion) {
  for (const std::uint64_t files : {1u, 2u, 40u, 6000u}) {
    const auto totals = total_up(generate_tree({files, Bytes{13252}}, 3));
    EXPECT_EQ(totals.files, files);
    EXPECT_NEAR(double(totals.folders), double(files) * kFoldersPerFile, 9) << files;
    EXPECT_NEAR(double(totals.links), double(files) * kSymlinksPerFile, 1) << files;
  }
}

TEST(TreeGenerator, SizesKeepTheMeasuredQuantilesAndTheirSum) {
  const auto tree = generate_tree({6000, Bytes{13252}}, 11);
  const auto sizes = sizes_of(tree);
  EXPECT_NEAR(double(total_up(tree).bytes.value), 6000.0 * 13252, 6000.0);
  // Measured in the kernel tree: 446, 3874, 28759, 124858 bytes.
  EXPECT_NEAR(at_share(sizes, 0.10) / 446, 1, 0.1);
  EXPECT_NEAR(at_share(sizes, 0.50) / 3874, 1, 0.1);
  EXPECT_NEAR(at_share(sizes, 0.90) / 28759, 1, 0.1);
  EXPECT_NEAR(at_share(sizes, 0.99) / 124858, 1, 0.1);
}

TEST(TreeGenerator, SumHardlyDependsOnTheSeed) {
  const auto sum = [](std::uint64_t seed) {
    return double(total_up(generate_tree({2000, Bytes{5000}}, seed)).bytes.value);
  };
  EXPECT_NEAR(sum(1) / sum(2), 1, 0.001);
}

TEST(TreeGenerator, MeanSizeZeroMakesEmptyFiles) {
  EXPECT_EQ(total_up(generate_tree({100, Bytes{0}}, 1)).bytes, Bytes{0});
}

TEST(TreeGenerator, FoldersHaveTheMeasuredDepths) {
  const auto tree = generate_tree({20000, Bytes{0}}, 5);
  std::map<std::size_t, double> share;
  double folders = 0;
  for (const auto& entry : tree) {
    if (entry.kind != EntryKind::directory) continue;
    ++share[depth_of(entry.path)];
    ++folders;
  }
  for (std::size_t i = 0; i < folder_depths().size(); ++i) {
    EXPECT_NEAR(share[i + 1] / folders, folder_depths()[i], 0.005) << "depth " << i + 1;
  }
}

// Measured: half of the folders hold at most 6 files, a tenth at least 32, 79 % no folder.
TEST(TreeGenerator, FoldersHoldTheMeasuredNumbersOfFilesAndFolders) {
  const auto tree = generate_tree({20000, Bytes{0}}, 5);
  std::map<std::string, std::uint64_t> files;
  std::map<std::string, std::uint64_t> folders;
  for (const auto& entry : tree) {
    const std::string parent(parent_of(entry.path));
    if (entry.kind == EntryKind::file) ++files[parent];
    if (entry.kind == EntryKind::directory) ++folders[parent];
  }
  std::vector<std::uint64_t> per_folder;
  double leaves = 0;
  for (const auto& entry : tree) {
    if (entry.kind != EntryKind::directory) continue;
    per_folder.push_back(files[entry.path]);
    if (folders[entry.path] == 0) ++leaves;
  }
  std::sort(per_folder.begin(), per_folder.end());
  EXPECT_NEAR(at_share(per_folder, 0.5), 6, 2);
  EXPECT_NEAR(at_share(per_folder, 0.9), 32, 8);
  EXPECT_NEAR(leaves / double(per_folder.size()), 0.789, 0.08);
}

TEST(TreeGenerator, NamesHaveTheMeasuredEndings) {
  const auto tree = generate_tree({6000, Bytes{0}}, 2);
  double c = 0;
  double h = 0;
  for (const auto& entry : tree) {
    if (entry.kind != EntryKind::file) continue;
    c += entry.path.ends_with(".c");
    h += entry.path.ends_with(".h");
  }
  EXPECT_NEAR(c / 6000, 0.407, 0.02);
  EXPECT_NEAR(h / 6000, 0.298, 0.01);
}

TEST(TreeGenerator, PathsAreUniqueSortedAndParentsComeFirst) {
  std::set<std::string> folders{""};
  std::set<std::string> seen;
  std::string previous;
  for (const auto& entry : generate_tree({3000, Bytes{0}}, 9)) {
    std::string key = entry.path;  // with the separator before every letter, as by folders
    std::replace(key.begin(), key.end(), '/', '\1');
    EXPECT_LT(previous, key);
    previous = key;
    EXPECT_TRUE(seen.insert(entry.path).second) << entry.path;
    EXPECT_TRUE(folders.contains(std::string(parent_of(entry.path)))) << entry.path;
    if (entry.kind == EntryKind::directory) folders.insert(entry.path);
    EXPECT_LE(name_of(entry.path).size(), 255u);
  }
}

TEST(TreeGenerator, SymlinksPointToFilesOfTheTree) {
  std::set<std::string> files;
  std::vector<TreeEntry> links;
  for (const auto& entry : generate_tree({6000, Bytes{0}}, 4)) {
    if (entry.kind == EntryKind::file) files.insert(entry.path);
    if (entry.kind == EntryKind::symlink) links.push_back(entry);
  }
  ASSERT_EQ(links.size(), 4u);
  for (const auto& link : links) {
    std::string target = link.target;
    std::size_t up = 0;
    for (; target.starts_with("../"); ++up) target.erase(0, 3);
    EXPECT_EQ(up, depth_of(link.path) - 1) << link.path;
    EXPECT_TRUE(files.contains(target)) << target;
  }
}

TEST(TreeShape, InterpolatesBetweenPointsOnBothScales) {
  constexpr std::array<Quantile, 2> table{{{0, 1}, {1, 100}}};
  EXPECT_DOUBLE_EQ(interpolate(table, 0.5, Scale::linear), 50.5);
  EXPECT_NEAR(interpolate(table, 0.5, Scale::logarithmic), 10, 1e-9);
  EXPECT_DOUBLE_EQ(interpolate(table, 2, Scale::linear), 100);
  EXPECT_DOUBLE_EQ(interpolate(table, -1, Scale::linear), 1);
}

TEST(TreeShape, KindsOfNamesAddUpToOne) {
  double sum = 0;
  for (const auto& kind : name_kinds()) sum += kind.share;
  EXPECT_NEAR(sum, 1, 0.001);
}

}  // namespace
}  // namespace fsduel::workload
