// /proc/PID/stat as values.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fsduel::sys {

// Field 22, the start of the process in clock ticks since boot. The name in field 2 may hold spaces
// and parentheses. nullopt for any other text.
[[nodiscard]] std::optional<std::uint64_t> parse_process_start(std::string_view stat);

}  // namespace fsduel::sys
