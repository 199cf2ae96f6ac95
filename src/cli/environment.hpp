// What the commands touch the world with; tests give their own.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "cli/progress.hpp"
#include "sys/system.hpp"

namespace fsduel::cli {

// One of the two output streams.
struct Output {
  TextSink write;
  enum class Kind { file, terminal } kind = Kind::file;
  std::size_t columns = 100;  // of the terminal
};

// All outlive the command.
struct Environment {
  sys::System& system;
  Clock& clock;
  Output out;  // the answer, nothing else
  Output err;  // progress, notes, errors
  std::function<std::optional<std::string>(const std::string&)> variable;  // environment variables
  std::string command_line;
};

}  // namespace fsduel::cli
