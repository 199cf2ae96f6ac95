#include "sys/process.hpp"

#include <csignal>
#include <cstring>
#include <iterator>

#include "base/text.hpp"

namespace fsduel::sys {
namespace {

constexpr std::ptrdiff_t kLinesShown = 2;

// Some programs say why they gave up at the beginning and then how to use them, some at the end.
std::string first_and_last_lines(const ProcessResult& result) {
  const std::string_view said = trim(result.errors).empty() ? result.output : result.errors;
  std::vector<std::string> lines;
  for (std::string_view line : split_lines(said)) {
    if (!trim(line).empty()) lines.push_back(escape_text(trim(line)));
  }
  if (std::ssize(lines) > 2 * kLinesShown) {
    lines.erase(lines.begin() + kLinesShown, lines.end() - kLinesShown);
    lines.insert(lines.begin() + kLinesShown, "...");
  }
  return join(lines, "; ");
}

std::string render_end(const ProcessResult& result) {
  switch (result.end) {
    case ProcessEnd::exited:
      return "exit status " + std::to_string(result.status);
    case ProcessEnd::signalled:
      return std::string("killed by ") + strsignal(result.status);
    case ProcessEnd::timed_out:
      return "still running at the time limit, killed";
    case ProcessEnd::stopped:
      return "interrupted";
  }
  return "ended";
}

}  // namespace

std::string render_failure(const ProcessResult& result) {
  const std::string said = first_and_last_lines(result);
  return said.empty() ? render_end(result) : render_end(result) + ": " + said;
}

}  // namespace fsduel::sys
