// The details as a table for spreadsheets and scripts (RFC 4180).
#pragma once

#include <string>

#include "model/plan.hpp"
#include "verdict/judgement.hpp"

namespace fsduel::report {

// A head line, then one row per phase, metric and candidate. Numbers have all their digits and the
// unit of the column "unit"; what is not available is an empty field with the reason in the last
// column. Lines end with CR LF.
[[nodiscard]] std::string render_csv(const Duel& duel, const verdict::Judgement& judgement);

}  // namespace fsduel::report
