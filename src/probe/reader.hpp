// A text of the machine, or the reason why there is none.
#pragma once

#include <optional>
#include <string>

#include "sys/system.hpp"

namespace fsduel::probe {

struct Answer {
  std::optional<std::string> text;
  std::string why;  // empty exactly when there is a text
};

// Never throws: what cannot be read is a reason, because a missing counter must not end a run.
[[nodiscard]] Answer read_answer(sys::System& system, const std::string& path);

// The text without white space around it; nullopt when it cannot be read or says nothing.
[[nodiscard]] std::optional<std::string> find_text(sys::System& system, const std::string& path);

}  // namespace fsduel::probe
