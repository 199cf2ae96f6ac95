// A tree as a list of entries, all in memory.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "model/tree.hpp"

namespace fsduel::workload {

// "a/b/c" -> "a/b"; empty for a name at the top.
[[nodiscard]] std::string_view parent_of(std::string_view path);
// "a/b/c" -> "c".
[[nodiscard]] std::string_view name_of(std::string_view path);

// Counts of a tree, for sizes and estimates.
struct TreeTotals {
  std::uint64_t files = 0;  // hard links not counted
  std::uint64_t folders = 0;
  std::uint64_t links = 0;  // symlinks and hard links
  Bytes bytes;              // of the files
};
[[nodiscard]] TreeTotals total_up(std::span<const TreeEntry> entries);

// All entries of a tree, its data not read.
[[nodiscard]] std::vector<TreeEntry> read_entries(const TreeSourceMaker& maker);

// Gives the entries of a list, whose files hold what the prepared pool holds. The list must
// outlive it and all its sources.
class EntryListMaker final : public TreeSourceMaker {
 public:
  explicit EntryListMaker(const std::vector<TreeEntry>& entries) : entries_(&entries) {}
  [[nodiscard]] std::unique_ptr<TreeSource> make() const override;

 private:
  const std::vector<TreeEntry>* entries_;
};

}  // namespace fsduel::workload
