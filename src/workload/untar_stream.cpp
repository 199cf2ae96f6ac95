#include "workload/untar_stream.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "workload/entry_list.hpp"

namespace fsduel::workload {
namespace {

constexpr std::size_t kTarBlock = 512;
constexpr std::uint32_t kOwnerOnly = 0700;

}  // namespace

UntarStream::UntarStream(std::unique_ptr<TreeSource> source, std::string_view top)
    : source_(std::move(source)), top_(top) {
  static_assert(kRecord <= OpQueue::kMaxDataPiece);
}

std::size_t UntarStream::fill(std::span<Op> batch, const Feedback& /*feedback*/) {
  if (queue_.is_empty()) {
    queue_.clear();
    do {
      add_step();
    } while (step_ != Step::done && queue_.has_room(batch.size()));  // each step adds something
  }
  return queue_.hand_out(batch);
}

void UntarStream::add_step() {
  switch (step_) {
    case Step::begin:
      return begin();
    case Step::entries:
      return add_entry();
    case Step::data:
      return add_data();
    case Step::finish:
      return finish_file();
    case Step::done:
      return;
  }
}

void UntarStream::begin() {
  Op& op = queue_.add(OpKind::mkdir);
  op.name = queue_.keep_name(top_);
  op.mode = 0755;
  folders_.go_to({});
  step_ = Step::entries;
}

void UntarStream::add_entry() {
  const TreeEntry* entry = source_->next();
  if (entry == nullptr) {
    folders_.leave();
    step_ = Step::done;
    return;
  }
  archive_position_ += kTarBlock;  // the header
  folders_.go_to(parent_of(entry->path));
  switch (entry->kind) {
    case EntryKind::directory:
      return make_folder(*entry);
    case EntryKind::file:
      return begin_file(*entry);
    case EntryKind::symlink:
      return add_symlink(*entry);
    case EntryKind::hard_link:
      return add_hard_link(*entry);
  }
}

void UntarStream::make_folder(const TreeEntry& entry) {
  const Location at = folders_.locate(name_of(entry.path));
  Op& op = queue_.add(OpKind::mkdir);
  op.dir = at.slot;
  op.name = at.name;
  op.mode = kOwnerOnly;
  folders_.set_on_leaving(entry.path, {entry.mode, entry.time_ns});
  folders_.go_to(entry.path);
}

void UntarStream::begin_file(const TreeEntry& entry) {
  const Location at = folders_.locate(name_of(entry.path));
  Op& op = queue_.add(OpKind::create);
  op.dir = at.slot;
  op.name = at.name;
  op.mode = entry.mode & kOwnerOnly;
  mode_ = entry.mode;
  time_ns_ = entry.time_ns;
  left_ = entry.size.value;
  offset_ = 0;
  const auto first = source_->next_data();
  is_real_data_ = first.has_value();
  piece_ = first.value_or(std::span<const std::byte>{});
  const bool is_empty = is_real_data_ ? piece_.empty() : left_ == 0;
  step_ = is_empty ? Step::finish : Step::data;
}

void UntarStream::add_symlink(const TreeEntry& entry) {
  const Location at = folders_.locate(name_of(entry.path));
  Op& link = queue_.add(OpKind::symlink);
  link.dir = at.slot;
  link.name = at.name;
  link.name2 = queue_.keep_name(entry.target);
  Op& times = queue_.add(OpKind::set_times_at);
  times.dir = at.slot;
  times.name = at.name;
  times.time_ns = entry.time_ns;
}

void UntarStream::add_hard_link(const TreeEntry& entry) {
  const Location at = folders_.locate(name_of(entry.path));
  Op& op = queue_.add(OpKind::link);
  op.dir = kRootDirectory;
  op.name = queue_.keep_name(fmt::format("{}/{}", top_, entry.target));
  op.dir2 = at.slot;
  op.name2 = at.name;
}

void UntarStream::add_data() {
  if (is_real_data_) {
    write_real();
  } else {
    write_pool();
  }
}

void UntarStream::write_pool() {
  const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(left_, record_left()));
  add_write(length, nullptr);
  left_ -= length;
  if (left_ == 0) step_ = Step::finish;
}

void UntarStream::write_real() {
  const auto room = queue_.data_room(record_left());
  std::size_t got = 0;
  while (got < room.size() && !piece_.empty()) {
    const std::size_t count = std::min(piece_.size(), room.size() - got);
    std::copy_n(piece_.begin(), count, room.begin() + static_cast<std::ptrdiff_t>(got));
    got += count;
    piece_ = piece_.subspan(count);
    if (piece_.empty()) piece_ = source_->next_data().value_or(std::span<const std::byte>{});
  }
  FSDUEL_CHECK(got > 0, "a file's data were asked for after their end");
  add_write(got, queue_.take_data(got));
  if (piece_.empty()) step_ = Step::finish;
}

void UntarStream::add_write(std::size_t length, const std::byte* data) {
  Op& op = queue_.add(OpKind::write);
  op.length = length;
  op.offset = offset_;
  op.data = data;
  offset_ += length;
  archive_position_ += length;
}

void UntarStream::finish_file() {
  Op& times = queue_.add(OpKind::set_times);
  times.time_ns = time_ns_;
  queue_.add(OpKind::set_mode).mode = mode_;
  queue_.add(OpKind::close);
  archive_position_ += (kTarBlock - archive_position_ % kTarBlock) % kTarBlock;
  step_ = Step::entries;
}

}  // namespace fsduel::workload
