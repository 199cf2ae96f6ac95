#include "model/diagnostic.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace fsduel {
namespace {

// A file's place as compilers write it, so that editors jump there; an argument's in words.
std::string render_place(const Place& place) {
  std::string text = escape_text(place.source);
  if (place.line != 0) {
    text += fmt::format("{}{}", text.empty() ? "line " : ":", place.line);
    if (place.column != 0) text += fmt::format(":{}", place.column);
  } else if (place.column != 0) {
    text += fmt::format("{}column {}", text.empty() ? "" : ", ", place.column);
  }
  return text;
}

}  // namespace

std::string render_diagnostic(const Diagnostic& diagnostic) {
  std::string text = render_place(diagnostic.place);
  if (!text.empty()) text += ": ";
  text += diagnostic.message;
  if (!diagnostic.hint.empty()) text += "; " + diagnostic.hint;
  return text;
}

}  // namespace fsduel
