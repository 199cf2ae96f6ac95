#include "workload/tree_generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <unordered_set>

#include "base/check.hpp"
#include "base/random.hpp"
#include "workload/entry_list.hpp"
#include "workload/tree_shape.hpp"

namespace fsduel::workload {
namespace {

constexpr std::int64_t kFirstTime = 1'600'000'000;  // 2020-09-13, whole seconds as in archives
constexpr std::uint64_t kTimeSpan = 100'000'000;    // about three years
constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr std::string_view kNameLetters = "abcdefghijklmnopqrstuvwxyz0123456789_-";
constexpr std::size_t kFirstLetters = 26;  // names begin with one of these

struct Folder {
  std::size_t parent = 0;  // index; the top is its own
  std::size_t depth = 0;   // the top has 0
  std::string path;        // relative to the top, which is empty
  std::unordered_set<std::string> names;
};

// `count` values from 0..1, one out of each of `count` equal shares, in random order.
std::vector<double> draw_strata(Random& random, std::size_t count) {
  std::vector<double> shares(count);
  for (std::size_t i = 0; i < count; ++i) {
    shares[i] = (static_cast<double>(i) + random.uniform()) / static_cast<double>(count);
  }
  random.shuffle(std::span<double>(shares));
  return shares;
}

// Cuts `total` into whole parts in proportion to the weights; what rounding leaves goes to the
// largest remainders, the earlier one first.
std::vector<std::uint64_t> apportion(std::uint64_t total, std::span<const double> weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::uint64_t> parts(weights.size());
  std::vector<std::pair<double, std::size_t>> remainders;
  std::uint64_t given = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double exact = static_cast<double>(total) * weights[i] / sum;
    parts[i] = static_cast<std::uint64_t>(exact);
    given += parts[i];
    remainders.emplace_back(static_cast<double>(parts[i]) - exact, i);
  }
  std::sort(remainders.begin(), remainders.end());
  for (std::size_t i = 0; given < total; ++i, ++given) {
    ++parts[remainders[i % remainders.size()].second];
  }
  return parts;
}

class Generator {
 public:
  Generator(const TreeShape& shape, std::uint64_t seed)
      : shape_(shape), random_(derive(seed, "tree")) {}

  std::vector<TreeEntry> run() {
    make_folders();
    make_files();
    make_symlinks();
    std::sort(entries_.begin(), entries_.end(), comes_before);
    return std::move(entries_);
  }

 private:
  // "/" sorts before every other character of a name, so that content follows its folder.
  static bool comes_before(const TreeEntry& a, const TreeEntry& b) {
    return std::lexicographical_compare(
        a.path.begin(), a.path.end(), b.path.begin(), b.path.end(), [](char x, char y) {
          const auto rank = [](char c) { return c == '/' ? 0 : static_cast<unsigned char>(c); };
          return rank(x) < rank(y);
        });
  }

  void make_folders() {
    folders_.emplace_back();
    const double wanted = static_cast<double>(shape_.files) * kFoldersPerFile;
    const auto counts =
        apportion(static_cast<std::uint64_t>(std::llround(wanted)), folder_depths());
    std::size_t first_above = 0;  // folders of the depth above: from here to the end
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const std::size_t end_above = folders_.size();
      // A small tree still has a way down to its deeper folders.
      const bool has_deeper =
          std::any_of(counts.begin() + static_cast<std::ptrdiff_t>(i), counts.end(),
                      [](std::uint64_t count) { return count > 0; });
      const std::uint64_t count = std::max<std::uint64_t>(counts[i], has_deeper ? 1 : 0);
      for (std::uint64_t n = 0; n < count; ++n) add_folder(first_above, end_above);
      first_above = end_above;
    }
  }

  // Below one of the first folders of first..end-1, the very first ones much more often: most
  // folders have no folder in them, a few have dozens.
  void add_folder(std::size_t first, std::size_t end) {
    constexpr double kShareOfParents = 0.3;
    const double u = random_.uniform();
    const double place = kShareOfParents * u * u * static_cast<double>(end - first);
    const std::size_t parent = first + static_cast<std::size_t>(place);
    const double length = interpolate(folder_name_lengths(), random_.uniform(), Scale::linear);
    Folder folder;
    folder.parent = parent;
    folder.depth = folders_[parent].depth + 1;
    const std::string name = take_name(folders_[parent], "", length);
    folder.path = join_path(folders_[parent].path, name);
    TreeEntry entry;
    entry.kind = EntryKind::directory;
    entry.path = folder.path;
    entry.mode = 0755;
    entry.time_ns = draw_time();
    entries_.push_back(std::move(entry));
    folders_.push_back(std::move(folder));
  }

  void make_files() {
    std::vector<double> weights;
    for (const double share : draw_strata(random_, folders_.size())) {
      weights.push_back(interpolate(files_per_folder(), share, Scale::linear));
    }
    if (std::accumulate(weights.begin(), weights.end(), 0.0) <= 0) weights[0] = 1;
    const auto per_folder = apportion(shape_.files, weights);
    const auto sizes = draw_sizes();
    const auto kinds = draw_strata(random_, sizes.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < per_folder.size(); ++i) {
      for (std::uint64_t n = 0; n < per_folder[i]; ++n, ++next) {
        add_file(folders_[i], kinds[next], sizes[next]);
      }
    }
  }

  std::vector<std::uint64_t> draw_sizes() {
    std::vector<double> sizes;
    for (const double share : draw_strata(random_, static_cast<std::size_t>(shape_.files))) {
      sizes.push_back(interpolate(file_sizes(), share, Scale::logarithmic));
    }
    const double sum = std::accumulate(sizes.begin(), sizes.end(), 0.0);
    const double wanted =
        static_cast<double>(shape_.files) * static_cast<double>(shape_.mean_size.value);
    std::vector<std::uint64_t> scaled;
    for (const double size : sizes) {
      scaled.push_back(static_cast<std::uint64_t>(std::llround(size * wanted / sum)));
    }
    return scaled;
  }

  void add_file(Folder& folder, double kind_share, std::uint64_t size) {
    TreeEntry entry;
    entry.path = join_path(folder.path, draw_file_name(folder, kind_share));
    entry.mode = random_.uniform() < kExecutableShare ? 0755 : 0644;
    entry.time_ns = draw_time();
    entry.size = Bytes{size};
    files_.push_back(entry.path);
    entries_.push_back(std::move(entry));
  }

  std::string draw_file_name(Folder& folder, double kind_share) {
    const NameKind& kind = find_kind(kind_share);
    if (kind.is_whole && folder.names.emplace(kind.text).second) return std::string(kind.text);
    if (kind.is_whole) return draw_file_name(folder, random_.uniform());
    const double length = interpolate(file_name_lengths(), random_.uniform(), Scale::linear);
    return take_name(folder, kind.text, length);
  }

  static const NameKind& find_kind(double share) {
    for (const NameKind& kind : name_kinds()) {
      share -= kind.share;
      if (share < 0) return kind;
    }
    return name_kinds().front();
  }

  // A name that is new in the folder; longer than asked for when the short ones are taken.
  std::string take_name(Folder& folder, std::string_view ending, double length) {
    const auto whole = static_cast<std::size_t>(std::lround(length));
    std::size_t letters = whole > ending.size() ? whole - ending.size() : 1;
    while (true) {
      std::string name = draw_letters(letters++);
      name += ending;
      if (folder.names.insert(name).second) return name;
    }
  }

  std::string draw_letters(std::size_t count) {
    std::string text(1, kNameLetters[random_.below(kFirstLetters)]);
    while (text.size() < count) text += kNameLetters[random_.below(kNameLetters.size())];
    return text;
  }

  // Relative links from a folder to a file of the tree.
  void make_symlinks() {
    const auto count = static_cast<std::size_t>(
        std::llround(static_cast<double>(shape_.files) * kSymlinksPerFile));
    for (std::size_t i = 0; i < count; ++i) {
      Folder& folder = folders_[random_.below(folders_.size())];
      const std::string& target = files_[random_.below(files_.size())];
      TreeEntry entry;
      entry.kind = EntryKind::symlink;
      entry.path = join_path(folder.path, take_name(folder, ".h", draw_link_length()));
      for (std::size_t level = 0; level < folder.depth; ++level) entry.target += "../";
      entry.target += target;
      entry.mode = 0777;
      entry.time_ns = draw_time();
      entries_.push_back(std::move(entry));
    }
  }

  double draw_link_length() {
    return interpolate(file_name_lengths(), random_.uniform(), Scale::linear);
  }

  std::int64_t draw_time() {
    const auto seconds = kFirstTime + static_cast<std::int64_t>(random_.below(kTimeSpan));
    return seconds * kNanosecondsPerSecond;
  }

  static std::string join_path(const std::string& folder, const std::string& name) {
    return folder.empty() ? name : fmt::format("{}/{}", folder, name);
  }

  TreeShape shape_;
  Random random_;
  std::vector<Folder> folders_;     // the top first, then by depth
  std::vector<std::string> files_;  // paths
  std::vector<TreeEntry> entries_;
};

}  // namespace

std::vector<TreeEntry> generate_tree(const TreeShape& shape, std::uint64_t seed) {
  FSDUEL_CHECK(shape.files > 0, "a tree without files was asked for");
  return Generator(shape, seed).run();
}

}  // namespace fsduel::workload
