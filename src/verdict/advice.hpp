// What to try next: the last line of the answer.
#pragma once

#include <string>

#include "model/plan.hpp"
#include "verdict/judgement.hpp"

namespace fsduel::verdict {

// For a judgement that is complete but for this line.
[[nodiscard]] std::string advise(const Duel& duel, const Judgement& judgement);

}  // namespace fsduel::verdict
