// The JSON form of everything that is stored or sent: one document per value, read back equal.
// nlohmann-json is hidden in the sources. Parsing throws Error for text that is not such a
// document.
#pragma once

#include <string>
#include <string_view>

#include "model/machine.hpp"
#include "model/plan.hpp"
#include "model/run.hpp"

namespace fsduel {

[[nodiscard]] std::string render_json(const Spec& spec);
[[nodiscard]] std::string render_json(const Plan& plan);
[[nodiscard]] std::string render_json(const Machine& machine);
[[nodiscard]] std::string render_json(const RunSpec& spec);
[[nodiscard]] std::string render_json(const RunRecord& record);

[[nodiscard]] Spec parse_spec_json(std::string_view text);
[[nodiscard]] Plan parse_plan_json(std::string_view text);
[[nodiscard]] Machine parse_machine_json(std::string_view text);
[[nodiscard]] RunSpec parse_run_spec_json(std::string_view text);
[[nodiscard]] RunRecord parse_run_record_json(std::string_view text);

}  // namespace fsduel
