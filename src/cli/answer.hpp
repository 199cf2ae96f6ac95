// The answer of a duel in the form that was asked for.
#pragma once

#include <string>

#include "cli/arguments.hpp"
#include "cli/environment.hpp"
#include "model/plan.hpp"

namespace fsduel::cli {

[[nodiscard]] std::string render_answer(const Duel& duel, const Arguments& arguments,
                                        const Environment& environment);

// What --dry-run prints: everything that would happen, with the exact commands.
[[nodiscard]] std::string render_plan_text(const Plan& plan);

}  // namespace fsduel::cli
