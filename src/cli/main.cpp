#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/command.hpp"
#include "cli/program.hpp"
#include "sys/real_system.hpp"
#include "sys/terminal.hpp"

namespace {

fsduel::cli::Output make_output(std::FILE* stream, int descriptor) {
  fsduel::cli::Output output;
  output.write = [stream](std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fflush(stream);
  };
  if (const auto columns = fsduel::sys::find_terminal_columns(descriptor)) {
    output.kind = fsduel::cli::Output::Kind::terminal;
    output.columns = *columns;
  }
  return output;
}

std::optional<std::string> read_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> all(argv, argv + argc);
  fsduel::sys::RealSystem system;
  fsduel::SystemClock clock;
  fsduel::cli::Environment environment{system,
                                       clock,
                                       make_output(stdout, 1),
                                       make_output(stderr, 2),
                                       read_variable,
                                       fsduel::render_command({all})};
  const std::vector<std::string> words(all.begin() + (all.empty() ? 0 : 1), all.end());
  return static_cast<int>(fsduel::cli::run_program(words, environment));
}
