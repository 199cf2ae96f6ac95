// RealSystem: text files, names, space.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "sys/directory_walk.hpp"
#include "sys/real_system.hpp"
#include "sys/system_calls.hpp"

namespace fsduel::sys {
namespace {

// /proc and /sys entries vanish between open and read; that is "absent", too.
bool means_absent(int errno_value) {
  return errno_value == ENOENT || errno_value == ENOTDIR || errno_value == ENXIO ||
         errno_value == ENODEV || errno_value == ESRCH;
}

FileKind kind_of(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFREG:
      return FileKind::regular;
    case S_IFDIR:
      return FileKind::directory;
    case S_IFLNK:
      return FileKind::symlink;
    case S_IFBLK:
      return FileKind::block_device;
    case S_IFCHR:
      return FileKind::character_device;
    default:
      return FileKind::other;
  }
}

FileStatus to_status(const struct stat& from) {
  const FileKind kind = kind_of(from.st_mode);
  const bool is_node = kind == FileKind::block_device || kind == FileKind::character_device;
  return {.kind = kind,
          .size = Bytes{static_cast<std::uint64_t>(from.st_size)},
          .allocated = Bytes{static_cast<std::uint64_t>(from.st_blocks) * 512},
          .device = from.st_dev,
          .special_device = is_node ? from.st_rdev : 0,
          .inode = from.st_ino,
          .mode = from.st_mode & 07777,
          .owner = from.st_uid,
          .modified = std::chrono::seconds(from.st_mtim.tv_sec) +
                      std::chrono::nanoseconds(from.st_mtim.tv_nsec)};
}

}  // namespace

std::optional<std::string> RealSystem::read_text(const std::string& path) {
  const Attempt attempt{"read", path, {}};
  const Fd fd(retry_interrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (!fd.is_open() && means_absent(errno)) return std::nullopt;
  if (!fd.is_open()) fail(attempt, errno);
  std::string text;
  std::array<char, 65536> chunk;
  while (true) {
    const ssize_t got =
        retry_interrupted([&] { return ::read(fd.get(), chunk.data(), chunk.size()); });
    if (got < 0 && means_absent(errno)) return std::nullopt;
    if (got < 0) fail(attempt, errno);
    if (got == 0) return text;
    text.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

void RealSystem::write_text(const std::string& path, const std::string& text) {
  const Attempt attempt{"write '" + text + "' to", path, {}};
  Fd fd = open_file(path, O_WRONLY | O_TRUNC, attempt);
  write_all(fd.get(), text, attempt);
  if (const int error = fd.close(); error != 0) fail(attempt, error);
}

void RealSystem::append_durably(const std::string& path, const std::string& text) {
  const Attempt attempt{"append to", path, {}};
  Fd fd = open_file(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, attempt);
  write_all(fd.get(), text, attempt);
  if (::fsync(fd.get()) != 0) fail(attempt, errno);
  if (const int error = fd.close(); error != 0) fail(attempt, error);
  sync_parent(path);
}

std::vector<std::string> RealSystem::list_directory(const std::string& path) {
  std::vector<std::string> names = read_names(path);
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<FileStatus> RealSystem::find_status(const std::string& path) {
  struct stat found = {};
  if (::lstat(path.c_str(), &found) == 0) return to_status(found);
  if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
  fail({"look at", path, {}}, errno);
}

std::string RealSystem::resolve_path(const std::string& path) {
  std::array<char, PATH_MAX> resolved;
  if (::realpath(path.c_str(), resolved.data()) == nullptr) fail({"find", path, {}}, errno);
  return resolved.data();
}

bool RealSystem::make_directory(const std::string& path, mode_t mode) {
  if (::mkdir(path.c_str(), mode) == 0) return true;
  const int error = errno;
  struct stat found = {};
  if (error == EEXIST && ::stat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode)) return false;
  fail({"make directory", path, {}}, error);
}

std::string RealSystem::make_temporary_directory(const std::string& parent,
                                                 const std::string& prefix) {
  std::string path = parent + "/" + prefix + "XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) fail({"make a directory in", parent, {}}, errno);
  return path;
}

FileStatus RealSystem::make_file(const std::string& path) {
  const Attempt attempt{"make file", path, {}};
  const Fd fd = open_file(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, attempt);
  struct stat made = {};
  if (::fstat(fd.get(), &made) != 0) fail(attempt, errno);
  return to_status(made);
}

bool RealSystem::remove_directory(const std::string& path) {
  if (::rmdir(path.c_str()) == 0) return true;
  if (errno == ENOENT) return false;
  fail({"remove directory", path, {}}, errno);
}

bool RealSystem::remove_file(const std::string& path) {
  if (::unlink(path.c_str()) == 0) return true;
  if (errno == ENOENT) return false;
  fail({"remove file", path, {}}, errno);
}

bool RealSystem::remove_tree(const std::string& path) {
  struct stat found = {};
  if (::lstat(path.c_str(), &found) != 0) {
    if (errno == ENOENT) return false;
    fail({"remove", path, {}}, errno);
  }
  if (!S_ISDIR(found.st_mode)) fail({"remove the tree", path, {}}, ENOTDIR);
  remove_children(path, found.st_dev);
  return remove_directory(path);
}

SpaceStatus RealSystem::read_space(const std::string& path) {
  struct statfs from = {};
  if (retry_interrupted([&] { return ::statfs(path.c_str(), &from); }) != 0) {
    fail({"ask for the free space of", path, {}}, errno);
  }
  const Bytes block{static_cast<std::uint64_t>(from.f_bsize)};
  return {.size = block * from.f_blocks,
          .free = block * from.f_bfree,
          .available = block * from.f_bavail,
          .block_size = block,
          .files = from.f_files,
          .files_free = from.f_ffree};
}

}  // namespace fsduel::sys
