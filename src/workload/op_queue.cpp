#include "workload/op_queue.hpp"

#include <algorithm>
#include <cstring>

#include "base/check.hpp"

namespace fsduel::workload {

OpQueue::OpQueue() : names_(std::size_t{64} * 1024) {
  ops_.reserve(512);
}

void OpQueue::clear() {
  FSDUEL_CHECK(is_empty(), "operations were thrown away before they were handed out");
  ops_.clear();
  handed_out_ = 0;
  names_used_ = 0;
  long_names_.clear();
  data_used_ = 0;
}

std::size_t OpQueue::hand_out(std::span<Op> batch) {
  const std::size_t count = std::min(batch.size(), ops_.size() - handed_out_);
  std::copy_n(ops_.begin() + static_cast<std::ptrdiff_t>(handed_out_), count, batch.begin());
  handed_out_ += count;
  return count;
}

const char* OpQueue::keep_name(std::string_view name) {
  if (names_used_ + name.size() + 1 > names_.size()) return long_names_.emplace_back(name).c_str();
  char* const copy = names_.data() + names_used_;
  std::memcpy(copy, name.data(), name.size());
  copy[name.size()] = '\0';
  names_used_ += name.size() + 1;
  return copy;
}

std::span<std::byte> OpQueue::data_room(std::size_t length) {
  FSDUEL_CHECK(length <= kMaxDataPiece, "a piece of data is larger than a queue takes");
  data_.resize(kDataCapacity);
  FSDUEL_CHECK(data_used_ + length <= data_.size(), "a step was added to a queue without room");
  return {data_.data() + data_used_, length};
}

const std::byte* OpQueue::take_data(std::size_t length) {
  const std::byte* const kept = data_.data() + data_used_;
  data_used_ += length;
  return kept;
}

}  // namespace fsduel::workload
