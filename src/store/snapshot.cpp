#include "store/snapshot.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"

namespace fsduel::store {
namespace {

namespace fs = std::filesystem;

// Files that hold what the database itself does not yet: the log, and the journal of the mode that
// stands in for it on filesystems without shared memory.
constexpr const char* kPending[] = {"-wal", "-journal"};

bool is_there(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool has_content(const std::string& path) {
  std::error_code missing;
  const auto size = fs::file_size(path, missing);
  return !missing && size > 0;
}

void copy(const std::string& from, const std::string& to) {
  std::error_code problem;
  fs::copy_file(from, to, problem);
  if (!problem) fs::permissions(to, fs::perms::owner_read | fs::perms::owner_write, problem);
  if (problem) throw_errno(problem.value(), "copy", escape_text(from));
}

ReadablePlace copy_place(const std::string& path) {
  auto folder = TemporaryFolder::make();
  std::string copied = folder.path() + "/duels.db";
  copy(path, copied);
  for (const auto* ending : kPending) {
    if (has_content(path + ending)) copy(path + ending, copied + ending);
  }
  // Writable, so that SQLite can take the log in.
  return {std::move(copied), Access::read_write, std::move(folder)};
}

}  // namespace

TemporaryFolder TemporaryFolder::make() {
  std::error_code problem;
  std::string name = fs::temp_directory_path(problem).string() + "/fsduel-XXXXXX";
  if (problem || ::mkdtemp(name.data()) == nullptr) {
    throw_errno(problem ? problem.value() : errno, "make a temporary folder", escape_text(name),
                "set TMPDIR to a folder that you may write");
  }
  return TemporaryFolder(std::move(name));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

ReadablePlace choose_readable_place(const std::string& path) {
  if (::access(path.c_str(), R_OK) != 0) {
    const int problem = errno;
    throw_errno(problem, "read", "the results database " + escape_text(path),
                problem == ENOENT ? "run a duel first (fsduel compare ext4 xfs btrfs), or name "
                                    "another file with --db"
                                  : "name another file with --db");
  }
  const std::string folder = fs::path(path).parent_path().string();
  const bool writable_folder = ::access(folder.c_str(), W_OK) == 0;
  const bool shared = is_there(path + "-wal") && is_there(path + "-shm");
  if (writable_folder || shared) return {path, Access::read_only, std::nullopt};
  for (const auto* ending : kPending) {
    if (has_content(path + ending)) return copy_place(path);
  }
  return {path, Access::immutable, std::nullopt};
}

}  // namespace fsduel::store
