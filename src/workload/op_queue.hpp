// What a stream has made and not yet handed out: operations with the names and data they point to.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/op.hpp"

namespace fsduel::workload {

// A stream adds operations in steps while the queue has room, then hands a batch out. Names and
// data are kept until clear(), which a stream calls only when everything has been handed out, so
// they stay valid until its next fill. Memory is bounded but for a step's own names. Used by one
// thread.
class OpQueue {
 public:
  OpQueue();

  [[nodiscard]] bool is_empty() const { return handed_out_ == ops_.size(); }
  // Whether another step may be added for a batch of this many operations. Each step should add
  // few operations: what does not fit waits for the next batch.
  [[nodiscard]] bool has_room(std::size_t batch) const {
    return ops_.size() + kStepMargin <= batch && names_used_ + kNameMargin <= names_.size() &&
           data_used_ + kMaxDataPiece <= kDataCapacity;
  }
  void clear();
  // Copies the next operations out; returns how many.
  std::size_t hand_out(std::span<Op> batch);

  // A new operation at the end; the reference is good until the next call.
  Op& add(OpKind kind) {
    Op& op = ops_.emplace_back();
    op.kind = kind;
    return op;
  }
  // A zero-terminated copy of a name.
  [[nodiscard]] const char* keep_name(std::string_view name);
  // Room for `length` <= kMaxDataPiece bytes of data; take_data() makes the first bytes of it kept.
  [[nodiscard]] std::span<std::byte> data_room(std::size_t length);
  [[nodiscard]] const std::byte* take_data(std::size_t length);

  static constexpr std::size_t kMaxDataPiece = std::size_t{64} * 1024;

 private:
  static constexpr std::size_t kStepMargin = 16;
  static constexpr std::size_t kNameMargin = std::size_t{8} * 1024;
  static constexpr std::size_t kDataCapacity = std::size_t{1024} * 1024;

  std::vector<Op> ops_;
  std::size_t handed_out_ = 0;
  std::vector<char> names_;
  std::size_t names_used_ = 0;
  std::deque<std::string> long_names_;  // those that found no room
  std::vector<std::byte> data_;         // made at the first use: generated trees need none
  std::size_t data_used_ = 0;
};

}  // namespace fsduel::workload
