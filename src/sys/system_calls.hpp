// Small steps that the parts of RealSystem share. Not for use outside of sys.
#pragma once

#include <cerrno>
#include <string>
#include <string_view>

#include "base/fd.hpp"
#include "sys/process.hpp"

namespace fsduel::sys {

// What was tried, for the Error when it fails.
struct Attempt {
  std::string doing;      // "read file"
  std::string object;     // raw; escaped when the Error is made
  std::string next_step;  // empty: a general one that fits the errno
};

// Throws the Error of a failed call, with a next step that fits the errno unless one was given.
[[noreturn]] void fail(const Attempt& attempt, int errno_value);

// What a reader can do about an errno in general; empty when there is nothing to say.
[[nodiscard]] std::string usual_next_step(int errno_value);

// The call again as long as it is interrupted by a signal.
template <typename Call>
auto retry_interrupted(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

// open(2) with O_CLOEXEC added; throws.
[[nodiscard]] Fd open_file(const std::string& path, int flags, const Attempt& attempt);

// All of the text, in as many write(2) calls as it takes; throws.
void write_all(int fd, std::string_view text, const Attempt& attempt);

// The folder part of a path: "/a" of "/a/b", "/" of "/a", "." of "a".
[[nodiscard]] std::string parent_path(const std::string& path);

// fsync of the folder that holds the path, so that its name is durable; throws.
void sync_parent(const std::string& path);

}  // namespace fsduel::sys
