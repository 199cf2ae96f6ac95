#include <array>

#include "tidy/blank.hpp"
#include "tidy/rules.hpp"

namespace fsduel::tidy {
namespace {

constexpr std::array<std::string_view, 3> kLater{"TODO", "FIXME", "XXX"};

// "f(x);" but neither "open(2);" nor "a note (as this one);".
bool ends_with_call(std::string_view comment) {
  if (!comment.ends_with(");")) return false;
  const std::size_t open = comment.rfind('(');
  if (open == std::string_view::npos || open == 0 || !is_word_char(comment[open - 1])) return false;
  const std::string_view arguments = comment.substr(open + 1, comment.size() - open - 3);
  return arguments.find_first_not_of("0123456789") != std::string_view::npos || arguments.empty();
}

// A guess: prose may well end a line with a semicolon.
bool looks_like_code(std::string_view comment) {
  if (comment == "{" || comment == "}" || comment == "};") return true;
  if (comment.starts_with("#include") || comment.ends_with(") {")) return true;
  if (!comment.ends_with(';')) return false;
  return ends_with_call(comment) || comment.find(" = ") != std::string_view::npos ||
         comment.starts_with("return ");
}

void check_comments(const SourceFile& file, std::vector<Finding>& findings) {
  const std::string comments = keep_comments(file.text);
  const auto lines = lines_of(comments);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const std::string_view word : kLater) {
      if (find_word(lines[i], word).empty()) continue;
      findings.push_back({file.path, i + 1, std::string(word) + ": do it now or file an issue"});
    }
    if (looks_like_code(trim(lines[i]))) {
      findings.push_back({file.path, i + 1, "code in a comment: remove it, git remembers"});
    }
  }
}

}  // namespace

std::vector<Finding> check_wording(const Tree& tree) {
  std::vector<Finding> findings;
  for (const SourceFile& file : tree) {
    if (!is_cpp(file)) continue;
    check_comments(file, findings);
    if (is_header(file) && file.code.find("#pragma once\n") == std::string::npos) {
      findings.push_back({file.path, 0, "has no #pragma once"});
    }
  }
  return findings;
}

}  // namespace fsduel::tidy
