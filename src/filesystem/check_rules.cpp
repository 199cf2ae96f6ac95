#include "filesystem/check_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace fsduel::filesystem {
namespace {

constexpr int kFirstOperationalStatus = 8;  // fsck(8)

bool has_any(std::string_view line, std::span<const std::string_view> texts) {
  return std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
    return line.find(text) != std::string_view::npos;
  });
}

bool is_idle(const CheckRules& rules, std::string_view line) {
  return has_any(line, rules.idle) ||
         std::any_of(rules.idle_starts.begin(), rules.idle_starts.end(),
                     [&](std::string_view start) { return line.starts_with(start); });
}

std::vector<std::string_view> telling_lines(const CheckRules& rules, std::string_view output) {
  std::vector<std::string_view> lines;
  for (const std::string_view raw : split_lines(output)) {
    const std::string_view line = trim(raw);
    if (!line.empty() && !is_idle(rules, line)) lines.push_back(line);
  }
  return lines;
}

// The first telling line of one of the marks, else the first at all.
std::string_view choose_line(const std::vector<std::string_view>& lines,
                             std::span<const std::string_view> marks) {
  const auto marked = std::find_if(lines.begin(), lines.end(),
                                   [&](std::string_view line) { return has_any(line, marks); });
  return marked == lines.end() ? lines.front() : *marked;
}

// An outcome that is not clean, before it has its words.
struct Outcome {
  CheckState state;
  int exit_status;
  std::string_view output;
};

std::string describe_outcome(const CheckRules& rules, const Outcome& outcome) {
  const std::string status = outcome.exit_status < 0
                                 ? "ended by a signal"
                                 : fmt::format("exit status {}", outcome.exit_status);
  const auto lines = telling_lines(rules, outcome.output);
  if (lines.empty()) return status;
  const auto marks = outcome.state == CheckState::unknown ? rules.blind : rules.broken;
  const std::string_view chosen = choose_line(lines, marks);
  const std::string more =
      lines.size() == 1 ? "" : fmt::format(" (and {} more lines)", lines.size() - 1);
  return fmt::format("{}: {}{}", status, escape_text(chosen), more);
}

CheckState judge_state(const CheckRules& rules, int exit_status, std::string_view output) {
  if (exit_status < 0 || has_any(output, rules.blind)) return CheckState::unknown;
  if (has_any(output, rules.broken)) return CheckState::not_clean;
  if (exit_status == 0) return CheckState::clean;
  return exit_status < kFirstOperationalStatus ? CheckState::not_clean : CheckState::unknown;
}

}  // namespace

CheckVerdict judge(const CheckRules& rules, int exit_status, std::string_view output) {
  CheckVerdict verdict;
  verdict.state = judge_state(rules, exit_status, output);
  if (verdict.state != CheckState::clean) {
    verdict.words = describe_outcome(rules, {verdict.state, exit_status, output});
  }
  return verdict;
}

}  // namespace fsduel::filesystem
