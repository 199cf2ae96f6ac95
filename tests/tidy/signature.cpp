#include "tidy/signature.hpp"

#include <algorithm>
#include <array>

#include "tidy/source.hpp"

namespace fsduel::tidy {
namespace {

constexpr auto kNone = std::string_view::npos;

template <std::size_t n>
bool is_one_of(std::string_view word, const std::array<std::string_view, n>& words) {
  return std::ranges::find(words, word) != words.end();
}

// Past the bracket that closes the one at `at`; the end of the text where none does.
std::size_t skip_brackets(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    const bool is_arrow = c == '>' && at > 0 && text[at - 1] == '-';
    if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
    if ((c == ')' || c == ']' || c == '}' || c == '>') && !is_arrow && --depth == 0) return at + 1;
  }
  return text.size();
}

std::string_view skip_attributes_and_template(std::string_view text) {
  while (true) {
    text = trim(text);
    if (text.starts_with("[[")) {
      text.remove_prefix(skip_brackets(text, 0));
    } else if (first_word(text) == "template") {
      text.remove_prefix(skip_brackets(text, std::min(text.find('<'), text.size())));
    } else {
      return text;
    }
  }
}

// The word, with its scopes, that ends before `end`: "Fd::close".
std::string_view name_before(std::string_view text, std::size_t end) {
  const std::string_view head = trim(text.substr(0, end));
  std::size_t begin = head.size();
  while (begin > 0 &&
         (is_word_char(head[begin - 1]) || head[begin - 1] == ':' || head[begin - 1] == '~')) {
    --begin;
  }
  return head.substr(begin);
}

// Where the parameters of `operator+=(...)` open.
std::size_t operator_parameters(std::string_view text, std::size_t at) {
  const std::size_t open = text.find('(', at);
  const bool is_call = open != kNone && text.substr(open).starts_with("()") &&
                       trim(text.substr(at, open - at)) == "operator";
  return is_call ? text.find('(', open + 2) : open;
}

// Where the parameters open: after a name, outside of <>, before any "=".
std::size_t find_parameters(std::string_view text) {
  constexpr std::array<std::string_view, 6> kNotNames{"alignas",  "decltype", "requires",
                                                      "noexcept", "explicit", ""};
  if (const auto operators = find_word(text, "operator"); !operators.empty()) {
    return operator_parameters(text, operators.front());
  }
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '=') return kNone;
    if (text[at] == '<' || text[at] == '[') {
      at = skip_brackets(text, at);
    } else if (text[at] == '(') {
      if (!is_one_of(name_before(text, at), kNotNames)) return at;
      at = skip_brackets(text, at);
    } else {
      ++at;
    }
  }
  return kNone;
}

// Parameters of the list that opens at `open`.
std::size_t count_parameters(std::string_view text, std::size_t open) {
  const std::size_t end = skip_brackets(text, open);
  const std::string_view list = trim(text.substr(open + 1, end - open - 2));
  if (list.empty() || list == "void") return 0;
  std::size_t count = 1;
  for (std::size_t at = 0; at < list.size();) {
    if (list[at] == '(' || list[at] == '[' || list[at] == '{' || list[at] == '<') {
      at = skip_brackets(list, at);
      continue;
    }
    if (list[at] == ',') ++count;
    ++at;
  }
  return count;
}

}  // namespace

std::optional<Signature> parse_signature(std::string_view statement) {
  constexpr std::array<std::string_view, 5> kOthers{"using", "typedef", "static_assert", "return",
                                                    "namespace"};
  const std::string_view text = skip_attributes_and_template(statement);
  if (text.starts_with(',') || is_one_of(first_word(text), kOthers)) return std::nullopt;
  const std::size_t open = find_parameters(text);
  if (open == kNone) return std::nullopt;
  return Signature{.name = std::string(name_before(text, open)),
                   .parameters = count_parameters(text, open)};
}

bool is_type(std::string_view statement) {
  constexpr std::array<std::string_view, 7> kWords{"namespace", "class",  "struct", "union",
                                                   "enum",      "extern", "inline"};
  return is_one_of(first_word(skip_attributes_and_template(statement)), kWords);
}

bool is_access_label(std::string_view statement) {
  return statement == "public" || statement == "private" || statement == "protected";
}

std::string_view first_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_word_char(text[end])) ++end;
  return text.substr(0, end);
}

}  // namespace fsduel::tidy
