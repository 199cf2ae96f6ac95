#include "report/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/details_text.hpp"
#include "report/layout.hpp"
#include "report/remark.hpp"
#include "report/sentence.hpp"
#include "verdict/phrase.hpp"

namespace fsduel::report {
namespace {

using verdict::Judgement;

constexpr std::size_t kIndent = 2;
constexpr std::size_t kHanging = 4;
constexpr std::size_t kLeastWidth = 40;

std::string_view color_code(Tone tone) {
  switch (tone) {
    case Tone::good:
      return "\x1b[32m";
    case Tone::bad:
      return "\x1b[31m";
    case Tone::open:
      return "\x1b[33m";
    case Tone::plain:
      break;
  }
  return "";
}

// Writes the sections one after the other.
class Page {
 public:
  explicit Page(const TerminalStyle& style)
      : color_(style.color), width_(std::max(style.width, kLeastWidth)) {}

  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] std::string take() { return std::move(text_); }

  void head(std::string_view title) {
    if (!text_.empty()) text_ += "\n";
    text_ += paint(std::string(title), "\x1b[1m") + "\n";
  }
  void paragraph(std::string_view text) { text_ += wrap(text, width_, {kIndent, kHanging}); }
  void raw(std::string_view text) { text_ += text; }

  // The topic, or the whole sentence where there is none, takes the tone's colour.
  void sentence(const Sentence& sentence) {
    const std::string start = sentence.topic.empty() ? "" : sentence.topic + ": ";
    std::string lines = wrap(start + sentence.text, width_, {kIndent, kHanging});
    const std::size_t end = sentence.topic.empty() ? lines.size() - 1 : kIndent + start.size() - 1;
    const std::string first = lines.substr(kIndent, end - kIndent);
    text_ += lines.substr(0, kIndent) + paint(first, color_code(sentence.tone)) + lines.substr(end);
  }

 private:
  [[nodiscard]] std::string paint(const std::string& text, std::string_view code) const {
    if (color_ == Color::off || code.empty()) return text;
    return std::string(code) + text + "\x1b[0m";
  }

  Color color_;
  std::size_t width_;
  std::string text_;
};

void write_answer(Page& page, const Duel& duel, const Judgement& judgement) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < judgement.candidates.size(); ++i) {
    labels.push_back(label(judgement, i));
  }
  page.head(fmt::format("{} under {}", list_words(labels), escape_text(duel.plan.spec.workload)));
  for (const auto& sentence : write_headline(judgement)) page.sentence(sentence);
  page.paragraph(write_reading_help(judgement));
}

void write_scope(Page& page, const Judgement& judgement) {
  page.head("Scope");
  for (const auto& line : list_scope(judgement.scope)) page.paragraph(line);
}

void write_differences(Page& page, const Judgement& judgement) {
  page.head("What differs between the candidates");
  const auto lines = list_differences(judgement);
  if (lines.empty()) page.paragraph("nothing beyond their names is known");
  for (const auto& line : lines) page.paragraph(line);
}

void write_trust(Page& page, const Duel& duel, const Judgement& judgement) {
  page.head("Rounds and trust");
  page.paragraph("Rounds: " + write_rounds(judgement) + " Took " + render_duration(duel.elapsed) +
                 ".");
  page.paragraph("Resolution: " + write_resolution(judgement));
  const auto second = write_second_opinion(judgement);
  if (!second.empty()) page.paragraph("Second opinion: " + second);
}

void write_list(Page& page, std::string_view title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  page.head(title);
  for (const auto& line : lines) page.paragraph(line);
}

void write_phases(Page& page, const Judgement& judgement) {
  if (judgement.details.empty()) return;
  page.head("Phases");
  page.paragraph(fmt::format("Medians of {} rounds; / = ratio to {} with its {:.4g} % interval.",
                             judgement.rounds.analysed, label(judgement, judgement.baseline),
                             judgement.level * 100));
  page.paragraph(write_mark_legend(judgement));
  page.raw(write_details(judgement, page.width()));
}

}  // namespace

std::string render_terminal(const Duel& duel, const Judgement& judgement,
                            const TerminalStyle& style) {
  Page page(style);
  write_answer(page, duel, judgement);
  write_scope(page, judgement);
  write_differences(page, judgement);
  write_trust(page, duel, judgement);
  write_list(page, "Runs that did not count", list_problems(judgement));
  write_list(page, "Operations that failed", list_errors(judgement));
  write_phases(page, judgement);
  write_list(page, "Not available", list_unavailable(judgement));
  page.raw("\n" + wrap("Next: " + escape_text(judgement.next_step), page.width(), {0, kHanging}));
  return page.take();
}

}  // namespace fsduel::report
