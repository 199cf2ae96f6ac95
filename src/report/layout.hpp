// Lines of text for a terminal of some width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fsduel::report {

struct Indents {
  std::size_t first = 0;
  std::size_t rest = 0;
};
// Broken at blanks, each line ended by a newline; a word that is too long stands on a line of its
// own.
[[nodiscard]] std::string wrap(std::string_view text, std::size_t width, const Indents& indents);

[[nodiscard]] std::string pad_right(std::string_view text, std::size_t width);
[[nodiscard]] std::string pad_left(std::string_view text, std::size_t width);

// Rows of cells, the first the head: columns two blanks apart, no blanks at the end of lines.
enum class Align { left, right };
struct TextTable {
  std::vector<Align> alignment;  // per column
  std::vector<std::vector<std::string>> rows;
};
[[nodiscard]] std::size_t table_width(const TextTable& table);
[[nodiscard]] std::string render_table(const TextTable& table, std::size_t indent);

// "a", "a and b", "a, b and c".
[[nodiscard]] std::string list_words(const std::vector<std::string>& words);

}  // namespace fsduel::report
