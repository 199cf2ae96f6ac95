#include "probe/reader.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

namespace fsduel::probe {

Answer read_answer(sys::System& system, const std::string& path) {
  try {
    auto text = system.read_text(path);
    if (!text) return {.text = {}, .why = path + " does not exist"};
    return {.text = std::move(text), .why = {}};
  } catch (const Error& error) {
    return {.text = {}, .why = error.what()};
  }
}

std::optional<std::string> find_text(sys::System& system, const std::string& path) {
  const Answer answer = read_answer(system, path);
  if (!answer.text) return std::nullopt;
  const auto text = trim(*answer.text);
  if (text.empty()) return std::nullopt;
  return std::string(text);
}

}  // namespace fsduel::probe
