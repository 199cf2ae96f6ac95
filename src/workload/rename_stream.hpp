// Renames every file of a tree that exists, within its folder or to the folder above; none is lost.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/op.hpp"
#include "model/tree.hpp"
#include "workload/folder_stack.hpp"
#include "workload/op_queue.hpp"

namespace fsduel::workload {

// A piece of text that no file name of the tree contains, so that names with it are new.
[[nodiscard]] std::string make_fresh_token(const std::vector<TreeEntry>& entries);

// Three files of four keep their folder and get a longer name; the fourth moves to the folder
// above, where there is one. The entries must outlive it.
class RenameStream final : public OpStream {
 public:
  RenameStream(const std::vector<TreeEntry>& entries, std::string_view top);
  std::size_t fill(std::span<Op> batch, const Feedback& feedback) override;

 private:
  void add_step();
  void add_rename(const TreeEntry& entry);

  const std::vector<TreeEntry>* entries_;
  std::string token_;
  OpQueue queue_;
  FolderStack folders_;
  std::size_t next_ = 0;
  std::uint64_t renamed_ = 0;
  bool is_done_ = false;
};

}  // namespace fsduel::workload
