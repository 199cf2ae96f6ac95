// Whether a descriptor is a terminal, and how wide it is.
#pragma once

#include <cstddef>
#include <optional>

namespace fsduel::sys {

// Columns of the terminal behind the descriptor (80 where it does not say); nullopt when it is
// none.
[[nodiscard]] std::optional<std::size_t> find_terminal_columns(int descriptor);

}  // namespace fsduel::sys
