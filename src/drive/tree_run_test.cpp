// The whole workload "tree" on a real folder: what its phases leave is compared with the entries
// that it was made from.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <fstream>
#include <set>

#include "drive/drive_fixture.hpp"
#include "workload/entry_list.hpp"
#include "workload/registry.hpp"

namespace fsduel::drive {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;

std::vector<TreeEntry> read_tree(const fs::path& top) {
  std::vector<TreeEntry> entries;
  for (const auto& at : fs::recursive_directory_iterator(top)) {
    struct stat status {};
    ::lstat(at.path().c_str(), &status);
    TreeEntry entry;
    entry.path = fs::relative(at.path().parent_path(), top) / at.path().filename();
    if (entry.path.starts_with("./")) entry.path.erase(0, 2);
    entry.mode = status.st_mode & 07777U;
    entry.time_ns = status.st_mtim.tv_sec * kNanosecondsPerSecond + status.st_mtim.tv_nsec;
    if (S_ISDIR(status.st_mode)) entry.kind = EntryKind::directory;
    if (S_ISREG(status.st_mode)) entry.size.value = static_cast<std::uint64_t>(status.st_size);
    if (S_ISLNK(status.st_mode)) {
      entry.kind = EntryKind::symlink;
      entry.target = fs::read_symlink(at.path());
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

// Equal as sets; on a mismatch the first differing entries are named.
void expect_same(std::vector<TreeEntry> found, std::vector<TreeEntry> wanted) {
  const auto by_path = [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; };
  std::sort(found.begin(), found.end(), by_path);
  std::sort(wanted.begin(), wanted.end(), by_path);
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].path, wanted[i].path);
    ASSERT_EQ(found[i].kind, wanted[i].kind) << found[i].path;
    ASSERT_EQ(found[i].target, wanted[i].target) << found[i].path;
    ASSERT_EQ(found[i].mode, wanted[i].mode) << found[i].path;
    ASSERT_EQ(found[i].time_ns, wanted[i].time_ns) << found[i].path;
    ASSERT_EQ(found[i].size, wanted[i].size) << found[i].path;
  }
}

std::string read_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_same_with_bytes(const fs::path& found, const fs::path& wanted) {
  const auto entries = read_tree(wanted);
  expect_same(read_tree(found), entries);
  for (const auto& entry : entries) {
    if (entry.kind != EntryKind::file) continue;
    ASSERT_EQ(read_bytes(found / entry.path), read_bytes(wanted / entry.path)) << entry.path;
  }
}

class TreeRun : public ::testing::Test {
 protected:
  // One symlink at 1500 files; small sizes keep it quick.
  void make_workload(const TreeSourceMaker* tree = nullptr) {
    const auto* descriptor = workload::find_workload("tree");
    workload_ = descriptor->make({{{"files", "1500"}, {"mean-size", "700"}}, 42, tree});
    DriveOptions options;
    options.pool.size = kMiB;
    load_ = std::make_unique<StreamLoad>(*workload_, stop_, options);
    load_->prepare({root().string()});
    // The entries, as the untar stream's source gives them.
    if (tree != nullptr) entries_ = workload::read_entries(*tree);
  }

  PhaseOutcome run(std::string_view name) {
    const auto phases = load_->phases();
    for (std::size_t i = 0; i < phases.size(); ++i) {
      if (phases[i].name != name) continue;
      auto outcome = load_->run_phase(i, observer_);
      EXPECT_TRUE(outcome.errors.empty()) << name << ": " << outcome.first_error;
      EXPECT_EQ(outcome.end, PhaseOutcome::End::complete);
      std::uint64_t latencies = 0;
      for (const auto& each : outcome.latencies) latencies += each.count;
      EXPECT_EQ(latencies, outcome.operations);
      return outcome;
    }
    ADD_FAILURE() << "no phase " << name;
    return {};
  }

  [[nodiscard]] fs::path root() const { return folder_.path(); }

  TemporaryFolder folder_;
  sys::StopFlag stop_;
  RememberingObserver observer_;
  std::unique_ptr<Workload> workload_;
  std::unique_ptr<StreamLoad> load_;
  std::vector<TreeEntry> entries_;
};

TEST_F(TreeRun, UnpacksExactlyTheEntriesWhateverTheirOrderAndDepth) {
  std::vector<TreeEntry> entries;
  std::string path;
  for (int level = 0; level < 90; ++level) {
    path += fmt::format("{}d{}", level == 0 ? "" : "/", level);
    entries.push_back({EntryKind::directory, path, "", 0750, level * kNanosecondsPerSecond, {}});
    entries.push_back({EntryKind::file, path + "/f", "", 0640, 77, Bytes{20000}});
  }
  entries.push_back({EntryKind::directory, "other", "", 0700, 5, {}});
  entries.push_back({EntryKind::symlink, "other/l", "/no/where", 0777, 6, {}});
  entries.push_back({EntryKind::file, "d0/d1/late", "", 0444, -5, Bytes{1}});
  const workload::EntryListMaker maker(entries);
  make_workload(&maker);
  run("untar");
  expect_same(read_tree(root() / "first"), entries_);
}

TEST_F(TreeRun, BothTreesAndTheCopyAreEqualToTheLastByte) {
  make_workload();
  const auto untar = run("untar");
  EXPECT_EQ(untar.bytes_written.value * 3, workload_->stored_bytes().value);
  EXPECT_EQ(run("untar again").operations, untar.operations);
  EXPECT_EQ(run("copy").bytes_written, untar.bytes_written);
  expect_same_with_bytes(root() / "second", root() / "first");
  expect_same_with_bytes(root() / "copy", root() / "first");
}

TEST_F(TreeRun, WalkAndReadSeeEverything) {
  make_workload();
  const auto untar = run("untar");
  const auto entries = read_tree(root() / "first");
  EXPECT_EQ(counts_by_class(run("cold walk")).at("stat"), entries.size());
  EXPECT_EQ(run("cold read").bytes_read, untar.bytes_written);
}

TEST_F(TreeRun, RenameKeepsEveryFileAndRemoveLeavesNothing) {
  make_workload();
  run("untar");
  run("untar again");
  run("copy");
  const auto count_files = [&] {
    std::multiset<std::uint64_t> sizes;
    for (const auto& entry : read_tree(root() / "second")) {
      if (entry.kind == EntryKind::file) sizes.insert(entry.size.value);
    }
    return sizes;
  };
  const auto before = count_files();
  run("rename");
  EXPECT_EQ(count_files(), before);
  for (const auto& entry : read_tree(root() / "first")) {
    if (entry.kind != EntryKind::directory) {
      EXPECT_FALSE(fs::exists(fs::symlink_status(root() / "second" / entry.path))) << entry.path;
    }
  }
  run("rm");
  EXPECT_TRUE(fs::is_empty(root()));
  EXPECT_EQ(run("durable").operations, 0u);
}

// For progress: near enough to what is really done.
TEST_F(TreeRun, ExpectedOperationsAreNearTheCountOfEveryPhase) {
  make_workload();
  for (std::size_t i = 0; i < load_->phases().size(); ++i) {
    const auto& plan = load_->phases()[i];
    const auto operations = double(run(plan.name).operations);
    EXPECT_NEAR(double(workload_->expected_operations(i)), operations, 0.2 * operations)
        << plan.name;
  }
}

TEST_F(TreeRun, EqualSeedsWriteEqualBytes) {
  make_workload();
  run("untar");
  fs::rename(root() / "first", root() / "kept");
  make_workload();
  run("untar");
  expect_same_with_bytes(root() / "first", root() / "kept");
}

}  // namespace
}  // namespace fsduel::drive
