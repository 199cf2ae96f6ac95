// The commands, one function each. Errors are thrown to run_program, which gives them their words
// and exit code.
#pragma once

#include "base/error.hpp"
#include "cli/arguments.hpp"
#include "cli/environment.hpp"

namespace fsduel::cli {

[[nodiscard]] ExitCode run_compare(const Arguments& arguments, Environment& environment);
[[nodiscard]] ExitCode run_doctor(const Arguments& arguments, Environment& environment);
[[nodiscard]] ExitCode run_list(const Arguments& arguments, Environment& environment);
[[nodiscard]] ExitCode run_show(const Arguments& arguments, Environment& environment);
// report and analyse: the answer of a stored duel is always computed from its runs.
[[nodiscard]] ExitCode run_report(const Arguments& arguments, Environment& environment);
[[nodiscard]] ExitCode run_sweep(const Arguments& arguments, Environment& environment);

}  // namespace fsduel::cli
