// What stands around the headline, as lines for people: scope, differences, failures, what is
// missing. Texts that others chose are escaped.
#pragma once

#include <string>
#include <vector>

#include "verdict/judgement.hpp"

namespace fsduel::report {

[[nodiscard]] std::vector<std::string> list_scope(const verdict::Scope& scope);
[[nodiscard]] std::vector<std::string> list_differences(const verdict::Judgement& judgement);
[[nodiscard]] std::vector<std::string> list_problems(const verdict::Judgement& judgement);
[[nodiscard]] std::vector<std::string> list_errors(const verdict::Judgement& judgement);
[[nodiscard]] std::vector<std::string> list_unavailable(const verdict::Judgement& judgement);

}  // namespace fsduel::report
