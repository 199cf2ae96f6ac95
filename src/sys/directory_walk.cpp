#include "sys/directory_walk.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "sys/system_calls.hpp"

namespace fsduel::sys {
namespace {

constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int kDepthMax = 1000;  // deeper trees do not come from our workloads

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

// Takes the descriptor over.
std::vector<std::string> read_names_of(Fd folder, const std::string& path) {
  const Attempt attempt{"list directory", path, {}};
  const std::unique_ptr<DIR, CloseDirectory> directory(::fdopendir(folder.get()));
  if (!directory) fail(attempt, errno);
  static_cast<void>(folder.release());
  std::vector<std::string> names;
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(directory.get());
    if (entry == nullptr && errno != 0) fail(attempt, errno);
    if (entry == nullptr) return names;
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
}

// One open folder of the walk.
struct Place {
  int fd;
  std::string path;
  dev_t device;
  int depth;
};

Fd open_folder_of(const Place& place) {
  Fd copy(::openat(place.fd, ".", kOpenFolder));
  if (!copy.is_open()) fail({"open directory", place.path, {}}, errno);
  return copy;
}

void empty_folder(const Place& place);

void remove_one(const Place& place, const std::string& name) {
  const std::string path = place.path + "/" + name;
  if (::unlinkat(place.fd, name.c_str(), 0) == 0 || errno == ENOENT) return;
  if (errno != EISDIR && errno != EPERM) fail({"remove file", path, {}}, errno);
  const Attempt attempt{"remove directory", path, {}};
  const Fd folder(::openat(place.fd, name.c_str(), kOpenFolder));
  if (!folder.is_open()) fail(attempt, errno);
  struct stat found = {};
  if (::fstat(folder.get(), &found) != 0) fail(attempt, errno);
  if (found.st_dev != place.device) {
    fail({"remove directory", path, "unmount what is mounted there"}, EXDEV);
  }
  empty_folder({folder.get(), path, place.device, place.depth + 1});
  if (::unlinkat(place.fd, name.c_str(), AT_REMOVEDIR) != 0) fail(attempt, errno);
}

void empty_folder(const Place& place) {
  if (place.depth > kDepthMax) fail({"empty directory", place.path, {}}, ENAMETOOLONG);
  for (const std::string& name : read_names_of(open_folder_of(place), place.path)) {
    remove_one(place, name);
  }
}

}  // namespace

std::vector<std::string> read_names(const std::string& path) {
  return read_names_of(open_file(path, O_RDONLY | O_DIRECTORY, {"list directory", path, {}}), path);
}

void remove_children(const std::string& path, dev_t device) {
  const Fd folder =
      open_file(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, {"empty directory", path, {}});
  empty_folder({folder.get(), path, device, 0});
}

}  // namespace fsduel::sys
