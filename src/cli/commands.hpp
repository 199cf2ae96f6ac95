// The commands, one function each. Errors are thrown to run_program, which gives them their words
// and exit code.
#pragma once

#include "base/error.hpp"
#include "cli/arguments.hpp"
#include "cli/environment.hpp"
#include "store/store.hpp"

namespace fsduel::cli {

// The checked spec of compare: of the file that --spec names, with the command line's options on
// top.
[[nodiscard]] Parsed<Spec> gather_spec(const Arguments& arguments, Environment& environment);
void say_mistakes(const std::vector<Diagnostic>& mistakes, const Environment& environment);

[[nodiscard]] ExitCode run_compare(const Arguments& arguments, Environment& environment);
[[nodiscard]] ExitCode run_resume(const Arguments& arguments, Environment& environment);
[[nodiscard]] ExitCode run_doctor(const Arguments& arguments, Environment& environment);
[[nodiscard]] ExitCode run_list(const Arguments& arguments, Environment& environment);
[[nodiscard]] ExitCode run_show(const Arguments& arguments, Environment& environment);
// report and analyse: the answer of a stored duel is always computed from its runs.
[[nodiscard]] ExitCode run_report(const Arguments& arguments, Environment& environment);
[[nodiscard]] ExitCode run_sweep(const Arguments& arguments, Environment& environment);
[[nodiscard]] ExitCode run_database(const Arguments& arguments, Environment& environment);

// The number of the duel that a word means: a number or "last". Throws Error (ExitCode::usage) when
// there is none.
[[nodiscard]] std::uint64_t find_duel_id(store::Store& store, const std::string& word);

}  // namespace fsduel::cli
