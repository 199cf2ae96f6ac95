// How a database is opened that may not be written, by what stands beside it. Private to store.
#pragma once

#include <optional>
#include <string>

#include "store/sqlite.hpp"

namespace fsduel::store {

// A folder of our own, removed with all that is in it when this dies.
class TemporaryFolder {
 public:
  // Throws Error where none can be made.
  [[nodiscard]] static TemporaryFolder make();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&& other) = delete;
  ~TemporaryFolder();
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// What to open for reading, and the folder it is in when it is a copy.
struct ReadablePlace {
  std::string path;
  Access access = Access::read_only;
  std::optional<TemporaryFolder> folder;
};

// SQLite's log (-wal) wants a file of shared memory (-shm) even from readers. Where neither stands
// there nor can be made, the file is complete and nobody writes it: it is read as it is. Where a
// killed writer has left a log that cannot be used in place, file and log are copied, and the copy
// is read. Throws Error when the file is missing or cannot be read.
[[nodiscard]] ReadablePlace choose_readable_place(const std::string& path);

}  // namespace fsduel::store
