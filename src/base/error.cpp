#include "base/error.hpp"

#include <cstring>
#include <utility>

namespace fsduel {

Error::Error(ErrorParts parts)
    : std::runtime_error(render_error(parts)), parts_(std::move(parts)) {}

Error Error::within(std::string doing, std::string object) const {
  ErrorParts outer = parts_;
  ErrorParts inner = parts_;
  inner.next_step.clear();
  outer.doing = std::move(doing);
  outer.object = std::move(object);
  outer.cause = render_error(inner);
  return Error(std::move(outer));
}

std::string render_error(const ErrorParts& parts) {
  std::string text = "cannot " + parts.doing;
  if (!parts.object.empty()) text += " " + parts.object;
  text += ": " + parts.cause;
  if (!parts.next_step.empty()) text += ". Try: " + parts.next_step;
  return text;
}

void throw_errno(int errno_value, std::string doing, std::string object, std::string next_step) {
  throw Error({.doing = std::move(doing),
               .object = std::move(object),
               .cause = errno_text(errno_value),
               .next_step = std::move(next_step),
               .errno_value = errno_value});
}

std::string errno_text(int errno_value) {
  const char* text = strerrordesc_np(errno_value);
  return text != nullptr ? text : "error " + std::to_string(errno_value);
}

std::string errno_name(int errno_value) {
  const char* name = strerrorname_np(errno_value);
  return name != nullptr ? name : "errno " + std::to_string(errno_value);
}

}  // namespace fsduel
