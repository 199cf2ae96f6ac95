// Other programs: how they are run and what came of it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "base/units.hpp"
#include "sys/stop.hpp"

namespace fsduel::sys {

// A process that cannot be mistaken for a later one with the same number.
struct ProcessIdentity {
  pid_t pid = 0;
  std::uint64_t start_time = 0;  // clock ticks since boot, field 22 of /proc/PID/stat
  friend bool operator==(const ProcessIdentity&, const ProcessIdentity&) = default;
};

struct RunLimits {
  Nanoseconds timeout{std::chrono::minutes(10)};  // then the whole process group is killed
  Bytes output{1024 * 1024};  // kept of each of stdout and stderr; the rest is read and dropped
  std::string input;          // given on standard input, then closed
  const StopFlag* stop = nullptr;  // when it gets set, the group is killed; may be null
};

enum class ProcessEnd { exited, signalled, timed_out, stopped };

struct ProcessResult {
  ProcessEnd end = ProcessEnd::exited;
  int status = 0;  // exit status when it exited, number of the signal when signalled, else 0
  std::string output;
  std::string errors;
  Bytes dropped;            // output and errors beyond the limit
  Nanoseconds user_cpu{0};  // of the program and the children that it waited for
  Nanoseconds system_cpu{0};
  [[nodiscard]] bool succeeded() const { return end == ProcessEnd::exited && status == 0; }
};

// Why it did not succeed, in words, with the first and last lines of what it said: "exit status 1:
// mkfs.xfs:
// ...". Escaped for one line.
[[nodiscard]] std::string render_failure(const ProcessResult& result);

}  // namespace fsduel::sys
