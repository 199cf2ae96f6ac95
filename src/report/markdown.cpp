#include "report/markdown.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "report/details_text.hpp"
#include "report/layout.hpp"
#include "report/remark.hpp"
#include "report/sentence.hpp"

namespace fsduel::report {
namespace {

using verdict::Judgement;

// Backslash before what Markdown or HTML would read as a sign. Brackets stand for intervals and
// are harmless without a parenthesis behind them.
std::string plain(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("\\`*_|<>#").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string table_line(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const auto& cell : cells) line += " " + cell + " |";
  return line + "\n";
}

std::string write_table(const Judgement& judgement, const verdict::DetailTable& details) {
  const Metric& metric = *find_metric(details.metric);
  std::vector<std::string> head{"phase"};
  for (std::size_t i = 0; i < judgement.candidates.size(); ++i) {
    const std::string name = plain(label(judgement, i));
    head.push_back(name);
    if (i == judgement.baseline) continue;
    head.push_back(name + " / " + plain(label(judgement, judgement.baseline)));
  }
  std::string text = table_line(head);
  std::vector<std::string> rule(head.size(), "--:");
  rule.front() = "---";
  text += table_line(rule);
  for (const auto& row : details.rows) {
    std::vector<std::string> cells{plain(phase_title(row.phase))};
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      cells.push_back(value_text(row.cells[i], metric));
      if (i == judgement.baseline) continue;
      const std::string ratio = comparison_text(row.cells[i], metric);
      const std::string mark(mark_sign(row.cells[i].mark));
      cells.push_back(mark.empty() ? ratio : ratio + " `" + mark + "`");
    }
    text += table_line(cells);
  }
  return text;
}

std::string write_section(std::string_view title, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  std::string text = fmt::format("\n## {}\n\n", title);
  for (const auto& line : lines) text += "- " + plain(line) + "\n";
  return text;
}

std::string write_answer(const Duel& duel, const Judgement& judgement) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < judgement.candidates.size(); ++i) {
    labels.push_back(label(judgement, i));
  }
  std::string text = fmt::format("# {} under {}\n\n", plain(list_words(labels)),
                                 plain(escape_text(duel.plan.spec.workload)));
  for (const auto& sentence : write_headline(judgement)) {
    const std::string topic = sentence.topic.empty() ? "" : "**" + sentence.topic + "**: ";
    text += "- " + topic + plain(sentence.text) + "\n";
  }
  return text + "\n" + plain(write_reading_help(judgement)) + "\n";
}

}  // namespace

std::string render_markdown(const Duel& duel, const Judgement& judgement) {
  std::string text = write_answer(duel, judgement);
  text += write_section("Scope", list_scope(judgement.scope));
  text += write_section("What differs between the candidates", list_differences(judgement));
  std::vector<std::string> trust{
      "Rounds: " + write_rounds(judgement) + " Took " + render_duration(duel.elapsed) + ".",
      "Resolution: " + write_resolution(judgement)};
  const auto second = write_second_opinion(judgement);
  if (!second.empty()) trust.push_back("Second opinion: " + second);
  text += write_section("Rounds and trust", trust);
  text += write_section("Runs that did not count", list_problems(judgement));
  text += write_section("Operations that failed", list_errors(judgement));
  if (!judgement.details.empty()) {
    text += "\n## Phases\n\n" + plain(write_mark_legend(judgement)) + "\n";
  }
  for (const auto& details : judgement.details) {
    text += fmt::format("\n### {}\n\n", find_metric(details.metric)->title);
    text += write_table(judgement, details);
  }
  text += write_section("Not available", list_unavailable(judgement));
  return text + "\nNext: " + plain(escape_text(judgement.next_step)) + "\n";
}

}  // namespace fsduel::report
