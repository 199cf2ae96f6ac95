// Small text helpers that every layer needs: escaping what others named, splitting, and the nearest
// valid name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fsduel {

// Text that somebody else chose (a path, a label, a tool's output), made safe to print on one line
// of a terminal: control characters and bytes that are not UTF-8 become \xNN, newline \n, tab \t,
// backslash \\.
[[nodiscard]] std::string escape_text(std::string_view text);

[[nodiscard]] std::string_view trim(std::string_view text);
// Fields between separators, empty ones kept; an empty text is one empty field.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
// Words between white space, none of them empty.
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view text);
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);
[[nodiscard]] std::string join(std::span<const std::string> parts, std::string_view separator);

// A whole decimal number, all of the text; nullopt otherwise.
[[nodiscard]] std::optional<std::uint64_t> parse_number(std::string_view text);
// A decimal or floating-point number, all of the text, finite; nullopt otherwise.
[[nodiscard]] std::optional<double> parse_real(std::string_view text);

// The valid name nearest to a wrong one, if any: letters added, lost, changed or swapped with their
// neighbour, at most a third of them, at least one.
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view wrong,
                                                      std::span<const std::string> valid);

// Display width of UTF-8 text in terminal columns, counting each code point as one.
[[nodiscard]] std::size_t text_width(std::string_view text);

}  // namespace fsduel
