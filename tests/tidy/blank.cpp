#include "tidy/blank.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

namespace fsduel::tidy {
namespace {

enum class Kind { code, comment, literal };

// A piece of text of one kind, without the quotes or slashes around it, and where the text goes on.
struct Piece {
  Kind kind = Kind::code;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t next = 0;
};

std::size_t find_or_end(std::string_view text, std::string_view what, std::size_t from) {
  return std::min(text.find(what, from), text.size());
}

// The closing quote of a literal whose inside starts at `from`.
std::size_t closing_quote(std::string_view text, std::size_t from, char quote) {
  std::size_t at = from;
  while (at < text.size() && text[at] != quote && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
  return std::min(at, text.size());
}

// R"x(...)x": the inside from the delimiter on; `quote` is the offset of the quote.
Piece raw_literal(std::string_view text, std::size_t quote) {
  const std::size_t open = find_or_end(text, "(", quote);
  const std::string delimiter(text.substr(quote + 1, open - quote - 1));
  const std::string close = ")" + delimiter + "\"";
  const std::size_t next = std::min(find_or_end(text, close, open) + close.size(), text.size());
  return {.kind = Kind::literal, .begin = quote + 1, .end = next - 1, .next = next};
}

// 1'000'000 holds no literal.
bool is_digit_separator(std::string_view text, std::size_t at) {
  const auto is_alnum = [&](std::size_t i) {
    return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0;
  };
  if (at == 0 || !is_alnum(at - 1) || !is_alnum(at + 1)) return false;
  std::size_t start = at;
  while (start > 0 && (is_alnum(start - 1) || text[start - 1] == '\'')) --start;
  return std::isdigit(static_cast<unsigned char>(text[start])) != 0;
}

// The piece that starts at `at`: a character of code where nothing else does.
Piece piece_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) {
    const std::size_t end = find_or_end(text, "\n", at);
    return {.kind = Kind::comment, .begin = at + 2, .end = end, .next = end};
  }
  if (rest.starts_with("/*")) {
    const std::size_t end = find_or_end(text, "*/", at + 2);
    return {.kind = Kind::comment, .begin = at + 2, .end = end, .next = end + 2};
  }
  if (rest.starts_with("R\"")) return raw_literal(text, at + 1);
  if (rest.starts_with('"') || (rest.starts_with('\'') && !is_digit_separator(text, at))) {
    const std::size_t end = closing_quote(text, at + 1, text[at]);
    return {.kind = Kind::literal, .begin = at + 1, .end = end, .next = end + 1};
  }
  return {.kind = Kind::code, .begin = at, .end = at + 1, .next = at + 1};
}

std::vector<Piece> comments_and_literals(std::string_view text) {
  std::vector<Piece> pieces;
  for (std::size_t at = 0; at < text.size();) {
    const Piece piece = piece_at(text, at);
    if (piece.kind != Kind::code) pieces.push_back(piece);
    at = piece.next;
  }
  return pieces;
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < std::min(end, text.size()); ++i) {
    if (text[i] != '\n') text[i] = ' ';
  }
}

}  // namespace

std::string blank_comments_and_literals(std::string_view text) {
  std::string code(text);
  for (const Piece& piece : comments_and_literals(text)) {
    if (piece.kind == Kind::comment) {
      blank(code, piece.begin - 2, piece.next);
    } else {
      blank(code, piece.begin, piece.end);
    }
  }
  return code;
}

std::string keep_comments(std::string_view text) {
  std::string comments(text);
  std::size_t at = 0;
  for (const Piece& piece : comments_and_literals(text)) {
    if (piece.kind != Kind::comment) continue;
    blank(comments, at, piece.begin);
    at = piece.end;
  }
  blank(comments, at, comments.size());
  return comments;
}

}  // namespace fsduel::tidy
