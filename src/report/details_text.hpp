// Phase tables for a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "verdict/judgement.hpp"

namespace fsduel::report {

// The text of one cell's comparison: "1.90 [1.83, 1.97]", "+12 kB [...]", "both 0", "".
[[nodiscard]] std::string comparison_text(const verdict::DetailCell& cell, const Metric& metric);
// The text of one cell's value: "1.23 s", "n/a".
[[nodiscard]] std::string value_text(const verdict::DetailCell& cell, const Metric& metric);

// All tables, one per metric: phases in rows; candidates in columns where the width allows it, one
// below the other otherwise.
[[nodiscard]] std::string write_details(const verdict::Judgement& judgement, std::size_t width);

}  // namespace fsduel::report
