#include "workload/folder_stack.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "workload/entry_list.hpp"

namespace fsduel::workload {
namespace {

bool is_within(std::string_view path, std::string_view folder) {
  if (folder.empty() || path == folder) return true;
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

// The first folder of `path` below its ancestor `folder`: ("a/b/c", "a") -> "a/b".
std::string_view next_below(std::string_view path, std::string_view folder) {
  const auto slash = path.find('/', folder.empty() ? 0 : folder.size() + 1);
  return slash == std::string_view::npos ? path : path.substr(0, slash);
}

// Slot 0 is the root of the load, so level 0 (the top) has slot 1.
DirectorySlot slot_of(std::size_t level) {
  return static_cast<DirectorySlot>(std::min(level, FolderStack::kOpenLevels - 1) + 1);
}

}  // namespace

FolderStack::FolderStack(OpQueue& queue, std::string_view top) : queue_(&queue), top_(top) {
  static_assert(kOpenLevels + 1 <= kMaxDirectorySlots);
}

void FolderStack::go_to(std::string_view path) {
  if (levels_.empty()) {
    Op& op = queue_->add(OpKind::open_directory);
    op.name = queue_->keep_name(top_);
    op.dir2 = slot_of(0);
    levels_.emplace_back();
  }
  while (!is_within(path, levels_.back())) pop();
  while (levels_.back().size() < path.size()) push(next_below(path, levels_.back()));
}

void FolderStack::leave() {
  while (levels_.size() > 1) pop();
  if (levels_.empty()) return;
  queue_->add(OpKind::close_directory).dir = slot_of(0);
  levels_.clear();
}

Location FolderStack::locate(std::string_view name) {
  return locate_at(levels_.size() - 1, name);
}

Location FolderStack::locate_in_parent(std::string_view name) {
  FSDUEL_CHECK(has_parent(), "the top of a tree has no folder above it");
  return locate_at(levels_.size() - 2, name);
}

void FolderStack::set_on_leaving(std::string_view path, FolderAttributes attributes) {
  attributes_[std::string(path)] = attributes;
}

Location FolderStack::locate_at(std::size_t level, std::string_view name) {
  const DirectorySlot slot = slot_of(level);
  if (level < kOpenLevels) return {slot, queue_->keep_name(name)};
  const std::string_view open_path = levels_[kOpenLevels - 1];
  const std::string_view rest = std::string_view(levels_[level]).substr(open_path.size() + 1);
  return {slot, queue_->keep_name(fmt::format("{}/{}", rest, name))};
}

void FolderStack::push(std::string_view path) {
  if (levels_.size() < kOpenLevels) {
    const Location at = locate(name_of(path));
    Op& op = queue_->add(OpKind::open_directory);
    op.dir = at.slot;
    op.name = at.name;
    op.dir2 = slot_of(levels_.size());
  }
  levels_.emplace_back(path);
}

void FolderStack::pop() {
  const std::string path = std::move(levels_.back());
  levels_.pop_back();
  if (levels_.size() < kOpenLevels) {
    queue_->add(OpKind::close_directory).dir = slot_of(levels_.size());
  }
  apply_attributes(path);
}

void FolderStack::apply_attributes(const std::string& path) {
  const auto found = attributes_.find(path);
  if (found == attributes_.end()) return;
  const Location at = locate(name_of(path));
  for (const OpKind kind : {OpKind::set_times_at, OpKind::set_mode_at}) {
    Op& op = queue_->add(kind);
    op.dir = at.slot;
    op.name = at.name;
    op.mode = found->second.mode;
    op.time_ns = found->second.time_ns;
  }
}

}  // namespace fsduel::workload
