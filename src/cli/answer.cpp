#include "cli/answer.hpp"

#include <algorithm>

#include "report/csv.hpp"
#include "report/json_report.hpp"
#include "report/markdown.hpp"
#include "report/terminal.hpp"
#include "verdict/judge.hpp"

namespace fsduel::cli {
namespace {

constexpr std::size_t kWidest = 120;  // longer lines are hard to read

// NO_COLOR (no-color.org): present and not empty.
bool forbids_colour(const Environment& environment) {
  return !environment.variable("NO_COLOR").value_or("").empty();
}

report::TerminalStyle terminal_style(const Arguments& arguments, const Environment& environment) {
  report::TerminalStyle style;
  if (environment.out.kind == Output::Kind::file) return style;
  style.width = std::min(environment.out.columns, kWidest);
  const bool plain = arguments.colour == Colour::never || forbids_colour(environment);
  style.color = plain ? report::Color::off : report::Color::on;
  return style;
}

}  // namespace

std::string render_answer(const Duel& duel, const Arguments& arguments,
                          const Environment& environment) {
  const auto judgement = verdict::judge(duel);
  switch (arguments.form) {
    case OutputForm::json:
      return report::render_json_report(duel, judgement);
    case OutputForm::csv:
      return report::render_csv(duel, judgement);
    case OutputForm::markdown:
      return report::render_markdown(duel, judgement);
    case OutputForm::terminal:
      break;
  }
  return report::render_terminal(duel, judgement, terminal_style(arguments, environment));
}

}  // namespace fsduel::cli
