// The answer as one JSON document.
#pragma once

#include <string>

#include "model/plan.hpp"
#include "verdict/judgement.hpp"

namespace fsduel::report {

// Everything that the other reports show, with all digits. What is not available is an object
// {"unavailable": why}; a bound that does not exist is null.
[[nodiscard]] std::string render_json_report(const Duel& duel, const verdict::Judgement& judgement);

}  // namespace fsduel::report
