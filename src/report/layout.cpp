#include "report/layout.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace fsduel::report {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kMostGlued = 24;  // a lone bracket in somebody's text glues no more

std::vector<std::size_t> column_widths(const TextTable& table) {
  std::vector<std::size_t> widths(table.alignment.size(), 0);
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], text_width(row[i]));
    }
  }
  return widths;
}

// Words, an interval "[1, 2]" and a number with its "%" kept whole.
std::vector<std::string> split_unbreakable(std::string_view text) {
  std::vector<std::string> pieces;
  for (const auto word : split_words(text)) {
    const bool is_inside = !pieces.empty() && pieces.back().find('[') != std::string::npos &&
                           pieces.back().find(']') == std::string::npos &&
                           pieces.back().size() < kMostGlued;
    if (!pieces.empty() && (is_inside || word.front() == '%')) {
      pieces.back() += " ";
      pieces.back() += word;
    } else {
      pieces.emplace_back(word);
    }
  }
  return pieces;
}

}  // namespace

std::string wrap(std::string_view text, std::size_t width, const Indents& indents) {
  std::string result;
  std::string line(indents.first, ' ');
  bool is_empty = true;
  for (const auto& word : split_unbreakable(text)) {
    const std::size_t gap = is_empty ? 0 : 1;
    if (!is_empty && text_width(line) + gap + text_width(word) > width) {
      result += line + "\n";
      line.assign(indents.rest, ' ');
      is_empty = true;
    }
    if (!is_empty) line += ' ';
    line += word;
    is_empty = false;
  }
  return result + line + "\n";
}

std::string pad_right(std::string_view text, std::size_t width) {
  const std::size_t used = text_width(text);
  return std::string(text) + std::string(width > used ? width - used : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t used = text_width(text);
  return std::string(width > used ? width - used : 0, ' ') + std::string(text);
}

std::size_t table_width(const TextTable& table) {
  std::size_t total = 0;
  for (const std::size_t width : column_widths(table)) total += width + kGap;
  return total > kGap ? total - kGap : total;
}

std::string render_table(const TextTable& table, std::size_t indent) {
  const auto widths = column_widths(table);
  std::string result;
  for (const auto& row : table.rows) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line.append(kGap, ' ');
      line += table.alignment[i] == Align::right ? pad_left(row[i], widths[i])
                                                 : pad_right(row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  return result;
}

std::string list_words(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  if (words.size() == 1) return words.front();
  const std::vector<std::string> most(words.begin(), words.end() - 1);
  return join(most, ", ") + " and " + words.back();
}

}  // namespace fsduel::report
