// The folders that a stream stands in, as open slots: names are looked up relative to the nearest.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "workload/op_queue.hpp"

namespace fsduel::workload {

// A name as an operation wants it: relative to a slot.
struct Location {
  DirectorySlot slot = kRootDirectory;
  const char* name = nullptr;  // kept by the queue
};

// Mode and time that a folder gets when its content is complete.
struct FolderAttributes {
  std::uint32_t mode = 0755;
  std::int64_t time_ns = 0;
};

// Walks from folder to folder of one tree below a top folder, opening on the way down and closing
// on the way up. The first kOpenLevels levels have a slot each; what lies deeper is named by a
// longer path from the last of them, so that the depth of a tree is bounded by PATH_MAX only. The
// queue must outlive it.
class FolderStack {
 public:
  static constexpr std::size_t kOpenLevels = 64;

  FolderStack(OpQueue& queue, std::string_view top);
  FolderStack(const FolderStack&) = delete;
  FolderStack& operator=(const FolderStack&) = delete;

  // Makes the present folder `path` (relative to the top, empty = the top), adding what opens and
  // closes. Folders on the way must exist on the filesystem.
  void go_to(std::string_view path);
  // Closes everything, the top too.
  void leave();
  // Where an entry of the present folder is.
  [[nodiscard]] Location locate(std::string_view name);
  // Where an entry of the folder above the present one would be; only when has_parent().
  [[nodiscard]] Location locate_in_parent(std::string_view name);
  [[nodiscard]] bool has_parent() const { return levels_.size() > 1; }
  // The folder `path` was made with a provisional mode: whenever it is left, after its content, it
  // gets these. Levels of "go_to" that nobody made keep what they have.
  void set_on_leaving(std::string_view path, FolderAttributes attributes);

 private:
  void push(std::string_view path);
  void pop();
  void apply_attributes(const std::string& path);
  [[nodiscard]] Location locate_at(std::size_t level, std::string_view name);

  OpQueue* queue_;
  std::string top_;
  std::vector<std::string> levels_;  // paths relative to the top; levels_[0] is the top, empty
  std::unordered_map<std::string, FolderAttributes> attributes_;
};

}  // namespace fsduel::workload
