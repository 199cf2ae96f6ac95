#include "workload/tree.hpp"

#include <algorithm>
#include <array>

#include "base/check.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "workload/entry_list.hpp"
#include "workload/rename_stream.hpp"
#include "workload/tree_generator.hpp"
#include "workload/tree_shape.hpp"
#include "workload/untar_stream.hpp"

namespace fsduel::workload {
namespace {

constexpr std::string_view kFirst = "first";
constexpr std::string_view kSecond = "second";
constexpr std::string_view kCopy = "copy";
constexpr std::uint64_t kTrees = 3;  // stored at the largest moment

// Indices into make_phases().
constexpr std::size_t kUntar = 0;
constexpr std::size_t kUntarAgain = 1;
constexpr std::size_t kColdWalk = 2;
constexpr std::size_t kColdRead = 3;
constexpr std::size_t kCopyTree = 4;
constexpr std::size_t kRename = 5;
constexpr std::size_t kRemove = 6;
constexpr std::size_t kPhases = 8;  // the last one, durable, has no operations

std::vector<PhasePlan> make_phases() {
  const std::string first(kFirst);
  return {
      {"untar", PhaseKind::stream, CacheState::warm, "", "",
       "the tree is unpacked as GNU tar does it"},
      {"untar again", PhaseKind::stream, CacheState::warm, "", "",
       "the same tree is unpacked into a second folder beside it"},
      {"cold walk", PhaseKind::walk, CacheState::cold, first, "",
       "after a remount every entry of the first tree is looked at (stat), in readdir order"},
      {"cold read", PhaseKind::read, CacheState::cold, first, "",
       "after a remount all data of the first tree are read, in readdir order"},
      {"copy", PhaseKind::copy, CacheState::warm, first, std::string(kCopy),
       "the first tree is copied by plain reads and writes, modes and times kept"},
      {"rename", PhaseKind::stream, CacheState::warm, "", "",
       "every file of the second tree gets a new name, one in four in the folder above"},
      {"rm", PhaseKind::remove, CacheState::warm, "", "",
       "all three trees are removed as rm -rf does it, in readdir order"},
      {"durable", PhaseKind::durable, CacheState::warm, "", "",
       "what is left to do until the removal is on the disk"},
  };
}

std::vector<OptionDescriptor> make_options() {
  OptionDescriptor files{"files", "files", OptionKind::number,
                         "N",     "6000",  "regular files of the generated tree"};
  files.minimum = 1;
  files.maximum = 10'000'000;
  OptionDescriptor mean_size{
      "mean-size", "",      OptionKind::bytes,
      "SIZE",      "13252", "mean size of the generated files; their proportions stay"};
  mean_size.minimum = 0;
  mean_size.maximum = 64.0 * 1024 * 1024;
  OptionDescriptor tar{
      "tar",  "tar", OptionKind::path,
      "FILE", "",    "unpack this archive (plain or compressed) in place of a generated tree"};
  OptionDescriptor inside{"tar-inside",
                          "tar-inside",
                          OptionKind::flag,
                          "",
                          "false",
                          "read and decompress the archive within the measured time, as `time tar "
                          "xf` does"};
  return {files, mean_size, tar, inside};
}

std::string option_or_default(const OptionValues& values, std::string_view name) {
  const auto found = values.find(std::string(name));
  if (found != values.end()) return found->second;
  for (const auto& option : make_options()) {
    if (option.name == name) return option.default_value;
  }
  return {};
}

TreeShape read_shape(const OptionValues& options) {
  const auto files = parse_number(option_or_default(options, "files"));
  const auto mean_size = parse_bytes(option_or_default(options, "mean-size"));
  FSDUEL_CHECK(files && *files > 0 && mean_size, "options of the tree were not checked before");
  return {*files, *mean_size};
}

// Operations by phase, from the counts of the tree.
std::uint64_t count_operations(const TreeTotals& tree, std::size_t phase) {
  const std::uint64_t writes = tree.files + tree.bytes.value / UntarStream::kRecord;
  const std::uint64_t entries = tree.files + tree.folders + tree.links;
  constexpr std::uint64_t kPerFile = 4;     // create, times, mode, close
  constexpr std::uint64_t kPerFolder = 5;   // mkdir, open, close, times, mode
  constexpr std::uint64_t kWalkFolder = 3;  // open, read names, close
  switch (phase) {
    case kUntar:
    case kUntarAgain:
      return tree.files * kPerFile + writes + tree.folders * kPerFolder + tree.links * 2;
    case kColdWalk:
      return entries + tree.folders * kWalkFolder;
    case kColdRead:
      return tree.files * 4 + tree.folders * kWalkFolder;
    case kCopyTree:
      return tree.files * 10 + tree.folders * (kPerFolder + kWalkFolder) + tree.links * 3;
    case kRename:
      return tree.files + tree.links + tree.folders * 2;
    case kRemove:
      return kTrees * (entries + tree.folders * kWalkFolder);
    default:
      return 0;
  }
}

WorkloadSize make_size(const TreeTotals& tree) {
  constexpr double kBytesPerSecond = 150e6;  // a middling disk
  constexpr double kSecondsPerOperation = 15e-6;
  WorkloadSize size;
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    size.operations += count_operations(tree, phase);
  }
  size.files = kTrees * tree.files;
  size.bytes_peak = tree.bytes * kTrees;
  size.bytes_written = size.bytes_peak;
  size.bytes_read = tree.bytes * 2;  // cold read and copy
  const double seconds =
      static_cast<double>(size.bytes_written.value + tree.bytes.value) / kBytesPerSecond +
      static_cast<double>(size.operations) * kSecondsPerOperation;
  size.expected_time = Nanoseconds{static_cast<std::int64_t>(seconds * 1e9)};
  return size;
}

// An archive is read for its size, a generated tree need not be made.
WorkloadSize estimate_tree(const WorkloadInput& input) {
  if (input.tree != nullptr) return make_size(total_up(read_entries(*input.tree)));
  const TreeShape shape = read_shape(input.options);
  TreeTotals totals;
  totals.files = shape.files;
  totals.folders =
      static_cast<std::uint64_t>(static_cast<double>(shape.files) * kFoldersPerFile) + 1;
  totals.links = static_cast<std::uint64_t>(static_cast<double>(shape.files) * kSymlinksPerFile);
  totals.bytes = shape.mean_size * shape.files;
  return make_size(totals);
}

class TreeWorkload final : public Workload {
 public:
  // `tree` is null for a generated one, whose entries are their own source.
  TreeWorkload(std::vector<TreeEntry> entries, const TreeSourceMaker* tree)
      : entries_(std::move(entries)), totals_(total_up(entries_)), tree_(tree) {}

  const std::vector<PhasePlan>& phases() const override { return phases_; }

  std::unique_ptr<OpStream> make_stream(std::size_t phase, std::size_t worker) const override {
    FSDUEL_CHECK(worker == 0, "the tree has one worker");
    switch (phase) {
      case kUntar:
        return make_untar(kFirst);
      case kUntarAgain:
        return make_untar(kSecond);
      case kRename:
        return std::make_unique<RenameStream>(entries_, kSecond);
      default:
        FSDUEL_CHECK(false, "a stream was asked for a phase that has none");
        return nullptr;
    }
  }

  WorkloadSize size() const override { return make_size(totals_); }
  std::uint64_t expected_operations(std::size_t phase) const override {
    return count_operations(totals_, phase);
  }
  std::size_t space_phase() const override { return kCopyTree; }
  Bytes stored_bytes() const override { return totals_.bytes * kTrees; }

 private:
  std::unique_ptr<OpStream> make_untar(std::string_view top) const {
    auto source = tree_ == nullptr ? EntryListMaker(entries_).make() : tree_->make();
    return std::make_unique<UntarStream>(std::move(source), top);
  }

  std::vector<PhasePlan> phases_ = make_phases();
  std::vector<TreeEntry> entries_;
  TreeTotals totals_;
  const TreeSourceMaker* tree_;
};

std::unique_ptr<Workload> make_tree(const WorkloadInput& input) {
  if (input.tree == nullptr) {
    return std::make_unique<TreeWorkload>(generate_tree(read_shape(input.options), input.seed),
                                          nullptr);
  }
  auto entries = read_entries(*input.tree);
  const bool has_files = std::any_of(entries.begin(), entries.end(), [](const TreeEntry& entry) {
    return entry.kind == EntryKind::file;
  });
  if (!has_files) {
    throw Error({.doing = "use archive",
                 .object = escape_text(option_or_default(input.options, "tar")),
                 .cause = "there is no file in it",
                 .next_step = "name another one with --tar",
                 .exit_code = ExitCode::usage});
  }
  return std::make_unique<TreeWorkload>(std::move(entries), input.tree);
}

}  // namespace

WorkloadDescriptor make_tree_descriptor() {
  WorkloadDescriptor descriptor;
  descriptor.name = "tree";
  descriptor.help =
      "a source tree of small files: unpack it twice, walk and read it cold, copy, rename, remove";
  descriptor.options = make_options();
  descriptor.phases = make_phases();
  descriptor.headline_metrics = {"time_durable", "cpu_per_op", "device_written_per_op",
                                 "space_per_byte"};
  descriptor.needs = {"stream"};
  descriptor.estimate = estimate_tree;
  descriptor.make = make_tree;
  return descriptor;
}

}  // namespace fsduel::workload
