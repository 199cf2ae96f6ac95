#include "sys/system_calls.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "base/error.hpp"
#include "base/text.hpp"

namespace fsduel::sys {

std::string usual_next_step(int errno_value) {
  switch (errno_value) {
    case EPERM:
    case EACCES:
      return "run it as root, or name a place that you may use";
    case ENOSPC:
      return "free some space, ask for less, or name another place with --work";
    case EDQUOT:
      return "free some of your quota, or name another place with --work";
    case EROFS:
      return "name a place that can be written";
    case ENOENT:
    case ENOTDIR:
      return "check the name";
    case EBUSY:
      return "end what uses it, then the same again";
    case EIO:
      return "look into the kernel's log (dmesg); the device below may be failing";
    case EMFILE:
    case ENFILE:
      return "raise the limit of open files (ulimit -n)";
    case ENOMEM:
      return "free some memory";
    default:
      return "look into the kernel's log (dmesg)";
  }
}

void fail(const Attempt& attempt, int errno_value) {
  throw_errno(errno_value, attempt.doing, escape_text(attempt.object),
              attempt.next_step.empty() ? usual_next_step(errno_value) : attempt.next_step);
}

Fd open_file(const std::string& path, int flags, const Attempt& attempt) {
  Fd fd(retry_interrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, 0600); }));
  if (!fd.is_open()) fail(attempt, errno);
  return fd;
}

void write_all(int fd, std::string_view text, const Attempt& attempt) {
  while (!text.empty()) {
    const ssize_t written =
        retry_interrupted([&] { return ::write(fd, text.data(), text.size()); });
    if (written < 0) fail(attempt, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string parent_path(const std::string& path) {
  const auto slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

void sync_parent(const std::string& path) {
  const Attempt attempt{"make durable the folder of", path, {}};
  const Fd folder = open_file(parent_path(path), O_RDONLY | O_DIRECTORY, attempt);
  // Some filesystems do not know how to sync a folder; they say EINVAL and need no sync.
  if (::fsync(folder.get()) != 0 && errno != EINVAL) fail(attempt, errno);
}

}  // namespace fsduel::sys
