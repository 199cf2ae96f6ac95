// What differs between the candidates beyond their names, and under which conditions the answer
// holds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/plan.hpp"
#include "verdict/judgement.hpp"

namespace fsduel::verdict {

// The fact of a run that tells what is another thing than when its duel began, in words.
inline constexpr std::string_view kChangedFact = "changed since the duel began";

// Facts of plan and records (driver, effective mount options, block size, tool versions ...) whose
// values are not the same for all candidates. A fact that changes between runs of one candidate (a
// UUID, a settling time) says nothing about the candidates and is left out.
[[nodiscard]] std::vector<DifferingFact> list_differences(const Duel& duel);

// One or two sentences when the candidates do not promise the same after a power cut; empty
// otherwise. Rests on the facts whose names begin with "durability: ".
[[nodiscard]] std::string note_durability(const Duel& duel,
                                          const std::vector<DifferingFact>& differences);

[[nodiscard]] Scope describe_scope(const Duel& duel);

}  // namespace fsduel::verdict
