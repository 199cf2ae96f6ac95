#include "workload/rename_stream.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "workload/entry_list.hpp"

namespace fsduel::workload {
namespace {

constexpr std::size_t kNameMax = 255;
constexpr std::uint64_t kEveryFourth = 4;

bool has_name_with(const std::vector<TreeEntry>& entries, std::string_view token) {
  return std::any_of(entries.begin(), entries.end(), [&](const TreeEntry& entry) {
    return name_of(entry.path).find(token) != std::string_view::npos;
  });
}

}  // namespace

std::string make_fresh_token(const std::vector<TreeEntry>& entries) {
  std::string token = ".r";
  while (has_name_with(entries, token)) token += 'r';
  return token;
}

RenameStream::RenameStream(const std::vector<TreeEntry>& entries, std::string_view top)
    : entries_(&entries), token_(make_fresh_token(entries)), folders_(queue_, top) {}

std::size_t RenameStream::fill(std::span<Op> batch, const Feedback& /*feedback*/) {
  if (queue_.is_empty()) {
    queue_.clear();
    do {
      add_step();
    } while (!is_done_ && (queue_.is_empty() || queue_.has_room(batch.size())));
  }
  return queue_.hand_out(batch);
}

void RenameStream::add_step() {
  if (next_ == entries_->size()) {
    folders_.leave();
    is_done_ = true;
    return;
  }
  const TreeEntry& entry = (*entries_)[next_++];
  if (entry.kind != EntryKind::directory) add_rename(entry);
}

void RenameStream::add_rename(const TreeEntry& entry) {
  folders_.go_to(parent_of(entry.path));
  const std::string_view name = name_of(entry.path);
  const std::string suffix = fmt::format("{}{}", token_, renamed_);
  const std::string fresh =
      fmt::format("{}{}", name.substr(0, kNameMax - std::min(kNameMax, suffix.size())), suffix);
  const bool moves_up = renamed_ % kEveryFourth == kEveryFourth - 1 && folders_.has_parent();
  ++renamed_;
  const Location from = folders_.locate(name);
  const Location to = moves_up ? folders_.locate_in_parent(fresh) : folders_.locate(fresh);
  Op& op = queue_.add(OpKind::rename);
  op.dir = from.slot;
  op.name = from.name;
  op.dir2 = to.slot;
  op.name2 = to.name;
}

}  // namespace fsduel::workload
