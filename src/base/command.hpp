// What is asked of the machine, as values: a command to run and a filesystem to mount. Never a
// shell text.
#pragma once

#include <string>
#include <vector>

namespace fsduel {

// A program with its arguments, run without a shell; argv[0] is found on PATH and in /usr/sbin,
// /sbin.
struct Command {
  std::vector<std::string> argv;
  friend bool operator==(const Command&, const Command&) = default;
};

// What mount(8) would be told: type, source, target and the -o words, one each ("noatime",
// "logbufs=8").
struct MountRequest {
  std::string type;
  std::string source;
  std::string target;
  std::vector<std::string> options;
  friend bool operator==(const MountRequest&, const MountRequest&) = default;
};

// As a person would type it: words quoted where a shell needs it, unprintable bytes escaped.
[[nodiscard]] std::string render_command(const Command& command);
[[nodiscard]] std::string render_mount(const MountRequest& request);

}  // namespace fsduel
