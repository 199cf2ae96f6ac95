#include "workload/entry_list.hpp"

namespace fsduel::workload {
namespace {

class EntryListSource final : public TreeSource {
 public:
  explicit EntryListSource(const std::vector<TreeEntry>& entries) : entries_(&entries) {}
  const TreeEntry* next() override {
    return next_ < entries_->size() ? &(*entries_)[next_++] : nullptr;
  }
  std::optional<std::span<const std::byte>> next_data() override { return std::nullopt; }

 private:
  const std::vector<TreeEntry>* entries_;
  std::size_t next_ = 0;
};

}  // namespace

std::string_view parent_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

std::string_view name_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

TreeTotals total_up(std::span<const TreeEntry> entries) {
  TreeTotals totals;
  for (const auto& entry : entries) {
    switch (entry.kind) {
      case EntryKind::directory:
        ++totals.folders;
        break;
      case EntryKind::file:
        ++totals.files;
        totals.bytes = totals.bytes + entry.size;
        break;
      case EntryKind::symlink:
      case EntryKind::hard_link:
        ++totals.links;
        break;
    }
  }
  return totals;
}

std::vector<TreeEntry> read_entries(const TreeSourceMaker& maker) {
  std::vector<TreeEntry> entries;
  const auto source = maker.make();
  while (const TreeEntry* entry = source->next()) entries.push_back(*entry);
  return entries;
}

std::unique_ptr<TreeSource> EntryListMaker::make() const {
  return std::make_unique<EntryListSource>(*entries_);
}

}  // namespace fsduel::workload
