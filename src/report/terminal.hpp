// The answer as text for a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "model/plan.hpp"
#include "verdict/judgement.hpp"

namespace fsduel::report {

enum class Color { off, on };

struct TerminalStyle {
  Color color = Color::off;
  std::size_t width = 100;  // columns; below 40 counts as 40
};

// UTF-8 text, headline first, what to try next in the last line. Texts that others chose are
// escaped.
[[nodiscard]] std::string render_terminal(const Duel& duel, const verdict::Judgement& judgement,
                                          const TerminalStyle& style);

}  // namespace fsduel::report
