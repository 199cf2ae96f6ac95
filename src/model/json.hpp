// The JSON form of everything that is stored or sent: one document per value, read back equal.
// nlohmann-json is hidden in the sources.
//
// Names end in their unit (_ns, _bytes) where they have one. Enumerators stand by name, an absent
// optional as null, a measured value that is missing as {"unavailable": "why"}, numbers that are
// not finite as "nan", "inf", "-inf"; bytes that are not UTF-8 as byte_text.hpp says. Reading is
// strict: throws Error with the path of the field that is missing, unknown, or of another type.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/machine.hpp"
#include "model/plan.hpp"
#include "model/run.hpp"

namespace fsduel {

[[nodiscard]] std::string render_json(const Spec& spec);
[[nodiscard]] std::string render_json(const Plan& plan);
[[nodiscard]] std::string render_json(const Machine& machine);
[[nodiscard]] std::string render_json(const RunSpec& spec);
[[nodiscard]] std::string render_json(const RunRecord& record);
[[nodiscard]] std::string render_json(const Duel& duel);
// An array.
[[nodiscard]] std::string render_json(const std::vector<DuelSummary>& duels);

[[nodiscard]] Spec parse_spec_json(std::string_view text);
[[nodiscard]] Plan parse_plan_json(std::string_view text);
[[nodiscard]] Machine parse_machine_json(std::string_view text);
[[nodiscard]] RunSpec parse_run_spec_json(std::string_view text);
[[nodiscard]] RunRecord parse_run_record_json(std::string_view text);
[[nodiscard]] Duel parse_duel_json(std::string_view text);

// The names that documents and the results database use: "rounds_cap", "failed".
[[nodiscard]] std::string_view stop_reason_name(StopReason reason);
[[nodiscard]] std::optional<StopReason> find_stop_reason(std::string_view name);
[[nodiscard]] std::string_view run_status_name(RunStatus status);

}  // namespace fsduel
