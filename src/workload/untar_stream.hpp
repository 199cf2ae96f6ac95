// The operations with which GNU tar unpacks an archive as root.
//
// Measured with strace on GNU tar 1.34 (Debian 12, 2026-11-30), `tar xf` by root:
//   file     openat(O_WRONLY|O_CREAT|O_EXCL, mode & 0700), write..., utimensat, fchown, fchmod,
//   close folder   mkdirat(0700); when the archive goes on outside of it: utimensat, fchownat,
//   chmod symlink  symlinkat, utimensat, fchownat          hard link  linkat write    at most 10240
//   bytes, the archive's record: each header takes 512 bytes of the record and
//            data are padded to 512, so the first write of a file is what is left of its record
// Left out: fchown (a TreeEntry has no owner), the newfstatat calls with which tar checks its own
// work, and the place holders that it makes for symlinks to absolute paths. tar names everything by
// its whole path from the target folder; here names are relative to the folder's descriptor.
#pragma once

#include <memory>
#include <string>

#include "model/op.hpp"
#include "model/tree.hpp"
#include "workload/folder_stack.hpp"
#include "workload/op_queue.hpp"

namespace fsduel::workload {

// Unpacks a tree into the folder `top` of the root, which it makes. The source's maker must outlive
// it.
class UntarStream final : public OpStream {
 public:
  static constexpr std::size_t kRecord = 10240;

  UntarStream(std::unique_ptr<TreeSource> source, std::string_view top);
  std::size_t fill(std::span<Op> batch, const Feedback& feedback) override;

 private:
  enum class Step { begin, entries, data, finish, done };

  void add_step();
  void begin();
  void add_entry();
  void make_folder(const TreeEntry& entry);
  void begin_file(const TreeEntry& entry);
  void add_symlink(const TreeEntry& entry);
  void add_hard_link(const TreeEntry& entry);
  void add_data();
  void write_pool();
  void write_real();
  void finish_file();
  void add_write(std::size_t length, const std::byte* data);
  [[nodiscard]] std::size_t record_left() const { return kRecord - archive_position_ % kRecord; }

  std::unique_ptr<TreeSource> source_;
  std::string top_;
  OpQueue queue_;
  FolderStack folders_{queue_, top_};
  Step step_ = Step::begin;
  std::uint64_t archive_position_ = 0;  // as tar would read it
  // Of the file that is being written.
  std::uint32_t mode_ = 0;
  std::int64_t time_ns_ = 0;
  std::uint64_t left_ = 0;  // pool data only
  std::uint64_t offset_ = 0;
  bool is_real_data_ = false;
  std::span<const std::byte> piece_;  // what is left of the source's present piece
};

}  // namespace fsduel::workload
