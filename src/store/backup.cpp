#include "store/backup.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>

#include "base/error.hpp"
#include "base/fd.hpp"
#include "base/text.hpp"

namespace fsduel::store {
namespace {

constexpr Nanoseconds kPatience = std::chrono::seconds{5};
constexpr int kAllPages = -1;

// A file that was not there before; removed again unless it is kept.
class NewFile {
 public:
  explicit NewFile(const std::string& path) : path_(path) {
    const Fd file(::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600));
    if (file.is_open()) return;
    const int problem = errno;
    const bool is_taken = problem == EEXIST;
    throw Error({.doing = "make the backup",
                 .object = escape_text(path),
                 .cause = is_taken ? "there is a file of this name" : errno_text(problem),
                 .next_step = is_taken ? "a new name: a backup overwrites nothing"
                                       : "a file in a folder that is there and may be written",
                 .errno_value = problem,
                 .exit_code = ExitCode::usage});
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (is_kept_) return;
    for (const char* ending : {"", "-wal", "-shm", "-journal"}) {
      ::unlink((path_ + ending).c_str());
    }
  }
  void keep() { is_kept_ = true; }

 private:
  std::string path_;
  bool is_kept_ = false;
};

void copy_pages(const Connection& from, const Connection& to) {
  sqlite3_backup* backup = sqlite3_backup_init(to.handle(), "main", from.handle(), "main");
  if (backup == nullptr) to.fail(sqlite3_errcode(to.handle()));
  const int stepped = sqlite3_backup_step(backup, kAllPages);
  const int finished = sqlite3_backup_finish(backup);
  if (stepped != SQLITE_DONE) to.fail(stepped);
  if (finished != SQLITE_OK) to.fail(finished);
}

// The file's bytes are synced by SQLite; its name is in the folder.
void sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const Fd opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.is_open() || ::fsync(opened.get()) != 0) {
    throw_errno(errno, "make durable", escape_text(path));
  }
}

}  // namespace

void copy_database(const Connection& from, const std::string& path) {
  NewFile file(path);
  {
    const Connection to(path, Access::read_write, kPatience);
    copy_pages(from, to);
  }
  sync_folder_of(path);
  file.keep();
}

}  // namespace fsduel::store
