// The answer for a wiki page or an issue.
#pragma once

#include <string>

#include "model/plan.hpp"
#include "verdict/judgement.hpp"

namespace fsduel::report {

// Headline as a list, scope and trust, then a table per metric. Characters that mean something in
// Markdown are escaped in texts that others chose.
[[nodiscard]] std::string render_markdown(const Duel& duel, const verdict::Judgement& judgement);

}  // namespace fsduel::report
