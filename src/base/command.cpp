#include "base/command.hpp"

#include <algorithm>
#include <cctype>

#include "base/text.hpp"

namespace fsduel {
namespace {

bool is_safe(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("-_./=,:@%+").find(c) != std::string_view::npos;
}

std::string quote(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_safe)) return word;
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c == '\\' ? "\\" : escape_text({&c, 1});
    }
  }
  return out + "'";
}

}  // namespace

std::string render_command(const Command& command) {
  std::vector<std::string> words;
  std::transform(command.argv.begin(), command.argv.end(), std::back_inserter(words), quote);
  return join(words, " ");
}

std::string render_mount(const MountRequest& request) {
  Command command{{"mount", "-t", request.type}};
  if (!request.options.empty()) {
    command.argv.insert(command.argv.end(), {"-o", join(request.options, ",")});
  }
  command.argv.insert(command.argv.end(), {request.source, request.target});
  return render_command(command);
}

}  // namespace fsduel
