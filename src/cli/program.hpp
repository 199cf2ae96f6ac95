// From words to an exit code.
#pragma once

#include <span>
#include <string>

#include "base/error.hpp"
#include "cli/environment.hpp"
#include "model/workload.hpp"

namespace fsduel::cli {

// Parses, runs the command, says errors on standard error. The only place that turns Errors of the
// program into exit codes.
[[nodiscard]] ExitCode run_program(std::span<const std::string> words, Environment& environment);

// The names that a spec may use in this build.
[[nodiscard]] Vocabulary make_vocabulary();

}  // namespace fsduel::cli
