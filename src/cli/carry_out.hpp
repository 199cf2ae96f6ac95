// One sitting at a stored duel: compare begins it, resume goes on with it.
#pragma once

#include <string>

#include "base/error.hpp"
#include "cli/arguments.hpp"
#include "cli/environment.hpp"
#include "model/plan.hpp"
#include "store/store.hpp"

namespace fsduel::cli {

struct Sitting {
  store::Store& store;
  // What is another thing than when the duel began, in words; stored as a fact with each run of
  // this sitting. Empty: nothing.
  std::string change;
};

// Runs the duel on from the records that it has until it ends, and prints the answer. Each run is
// stored before the next begins; all that was taken from the machine is given back on every path.
[[nodiscard]] ExitCode carry_out(Duel& duel, const Sitting& sitting, const Arguments& arguments,
                                 Environment& environment);

// Throws Error (ExitCode::usage) while a living program carries the duel out.
void refuse_if_carried_out(store::Store& store, std::uint64_t id, Environment& environment);

}  // namespace fsduel::cli
