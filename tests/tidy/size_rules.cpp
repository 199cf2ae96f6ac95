#include <algorithm>

#include "tidy/functions.hpp"
#include "tidy/rules.hpp"

namespace fsduel::tidy {
namespace {

constexpr std::size_t kFileLines = 500;
constexpr std::size_t kLineColumns = 100;
constexpr std::size_t kFunctionLines = 70;
constexpr std::size_t kParameters = 4;
constexpr std::size_t kNesting = 3;

// Code points, as an editor shows them.
std::size_t columns(std::string_view line) {
  return static_cast<std::size_t>(std::ranges::count_if(
      line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// GoogleTest's macros look like functions.
bool is_macro(std::string_view name) {
  return std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
}

std::string too_much(const std::string& what, std::size_t is, std::size_t limit) {
  return what + ": " + std::to_string(is) + ", the limit is " + std::to_string(limit);
}

void check_functions(const SourceFile& file, std::vector<Finding>& findings) {
  for (const Function& function : find_functions(file.code)) {
    const auto report = [&](const char* what, std::size_t is, std::size_t limit) {
      if (is <= limit) return;
      findings.push_back(
          {file.path, function.first_line, too_much(function.name + "(): " + what, is, limit)});
    };
    report("lines", function.last_line - function.first_line + 1, kFunctionLines);
    report("nesting", function.nesting, kNesting);
    if (!is_macro(function.name)) report("parameters", function.parameters, kParameters);
  }
}

}  // namespace

std::vector<Finding> check_sizes(const Tree& tree) {
  std::vector<Finding> findings;
  for (const SourceFile& file : tree) {
    if (!is_cpp(file)) continue;
    const auto lines = lines_of(file.text);
    if (lines.size() > kFileLines) {
      findings.push_back({file.path, 0, too_much("lines of the file", lines.size(), kFileLines)});
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (columns(lines[i]) <= kLineColumns) continue;
      findings.push_back({file.path, i + 1, too_much("columns", columns(lines[i]), kLineColumns)});
    }
    check_functions(file, findings);
  }
  return findings;
}

}  // namespace fsduel::tidy
