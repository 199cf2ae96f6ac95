// Why a word is not stronger, and what would settle it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "verdict/judgement.hpp"
#include "verdict/run_table.hpp"
#include "verdict/schedule.hpp"

namespace fsduel::verdict {

// From this number on more rounds are not the answer (METHOD 2.8).
inline constexpr std::size_t kMostRounds = 40;

// The half-width below which a duel stops even without a word (METHOD 2.8), as a fraction.
inline constexpr double kFineEnough = 0.025;

// The declared look at which the interval would probably be narrow enough: half a width of the
// margin, or of kFineEnough where it is that narrow already. nullopt without a ratio; kMostRounds+1
// stands for "more than kMostRounds".
[[nodiscard]] std::optional<std::size_t> rounds_that_would_do(const Comparison& comparison,
                                                              double margin);

struct Circumstances {
  const RunTable& table;
  const Analysis& analysis;
  const TwinCheck& twin;
  const std::string& metric;
};
// Fills `reason` and `rounds_needed` from the doubt.
void explain(HeadlineVerdict& verdict, const Circumstances& circumstances);

}  // namespace fsduel::verdict
