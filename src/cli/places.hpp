// Where fsduel keeps what is its own.
#pragma once

#include <string>

#include "cli/arguments.hpp"
#include "cli/environment.hpp"
#include "sys/journal.hpp"

namespace fsduel::cli {

// The results database: --db, else by the XDG rules.
[[nodiscard]] std::string database_path(const Arguments& arguments, const Environment& environment);

// Where journals of taken things are: /var/lib/fsduel for root, else by the XDG rules.
[[nodiscard]] std::string state_directory(const Environment& environment);

// What a sweep did with the things of one journal, a line each; empty when there was nothing.
[[nodiscard]] std::string render_swept(const sys::SweptJournal& journal, sys::SweepMode mode);

// Frees what a killed fsduel left behind, and says so on standard error unless quiet.
void sweep_leftovers(const Arguments& arguments, Environment& environment);

}  // namespace fsduel::cli
