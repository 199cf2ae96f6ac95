// What holds for every report of every case.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "report/csv.hpp"
#include "report/json_report.hpp"
#include "report/markdown.hpp"
#include "report/number.hpp"
#include "report/terminal.hpp"
#include "support/report_cases.hpp"
#include "verdict/judge.hpp"

namespace fsduel::report {
namespace {

class Report : public testing::TestWithParam<support::ReportCase> {
 protected:
  const Duel& duel() const { return GetParam().duel; }
  const verdict::Judgement judgement = verdict::judge(GetParam().duel);
  const std::string terminal = render_terminal(duel(), judgement, {});
  const std::string markdown = render_markdown(duel(), judgement);
  const std::string json = render_json_report(duel(), judgement);
  const std::string csv = render_csv(duel(), judgement);
};

INSTANTIATE_TEST_SUITE_P(All, Report, testing::ValuesIn(support::make_report_cases()),
                         [](const auto& each) { return each.param.name; });

TEST_P(Report, AllFormsShowTheSameRatios) {
  for (const auto& table : judgement.details) {
    for (const auto& row : table.rows) {
      for (const auto& cell : row.cells) {
        if (!cell.comparison.ratio) continue;
        const std::string rounded = render_ratio(*cell.comparison.ratio);
        EXPECT_NE(terminal.find(rounded), std::string::npos) << table.metric << rounded;
        EXPECT_NE(markdown.find(rounded), std::string::npos) << table.metric << rounded;
        const std::string exact = render_exact(cell.comparison.ratio->estimate);
        EXPECT_NE(csv.find("," + exact + ","), std::string::npos) << table.metric << exact;
        EXPECT_NE(json.find("\"estimate\": " + exact), std::string::npos) << exact;
      }
    }
  }
}

TEST_P(Report, AllFormsShowTheSameMedians) {
  for (const auto& table : judgement.details) {
    const auto unit = find_metric(table.metric)->unit;
    for (const auto& row : table.rows) {
      for (const auto& cell : row.cells) {
        if (!cell.summary) continue;
        const std::string rounded = render_value(cell.summary->median, unit);
        EXPECT_NE(terminal.find(rounded), std::string::npos) << rounded;
        EXPECT_NE(markdown.find(rounded), std::string::npos) << rounded;
        EXPECT_NE(csv.find("," + render_exact(cell.summary->median) + ","), std::string::npos);
        EXPECT_NE(json.find("\"median\": " + render_exact(cell.summary->median)),
                  std::string::npos);
      }
    }
  }
}

TEST_P(Report, TerminalKeepsItsWidthAndHoldsNoControlCharacters) {
  for (const auto line : split_lines(terminal)) {
    EXPECT_LE(text_width(line), 100U) << line;
    EXPECT_TRUE(std::none_of(line.begin(), line.end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x20;
    })) << line;
  }
}

TEST_P(Report, LastLineSaysWhatToTryNext) {
  EXPECT_EQ(terminal.back(), '\n');
  const std::size_t at = terminal.rfind("\nNext: ");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(terminal.find("\n\n", at + 1), std::string::npos) << "nothing follows";
}

TEST_P(Report, CsvRowsHaveTheFieldsOfTheHead) {
  for (const auto line : split_lines(csv)) {
    if (line.find('"') != std::string_view::npos) continue;
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 19) << line;
  }
}

TEST(Terminal, ColorStandsOnlyWhereTheStyleSaysSo) {
  const auto cases = support::make_report_cases();
  const auto judgement = verdict::judge(cases.front().duel);
  const auto plain = render_terminal(cases.front().duel, judgement, {Color::off, 100});
  auto colored = render_terminal(cases.front().duel, judgement, {Color::on, 100});
  EXPECT_EQ(plain.find('\x1b'), std::string::npos);
  EXPECT_NE(colored.find("\x1b[31mTime:\x1b[0m"), std::string::npos);
  for (const std::string code : {"\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[0m"}) {
    for (auto at = colored.find(code); at != std::string::npos; at = colored.find(code)) {
      colored.erase(at, code.size());
    }
  }
  EXPECT_EQ(colored, plain);
}

TEST(Terminal, NarrowTerminalsPutCandidatesBelowEachOther) {
  const auto cases = support::make_report_cases();
  const auto judgement = verdict::judge(cases.front().duel);
  const auto text = render_terminal(cases.front().duel, judgement, {Color::off, 64});
  for (const auto line : split_lines(text)) EXPECT_LE(text_width(line), 64U) << line;
}

TEST(Csv, FieldsWithSignsAreQuoted) {
  Duel duel = support::make_report_cases().back().duel;
  duel.plan.spec.candidates[0].label = "a \"b\", c";
  const auto csv = render_csv(duel, verdict::judge(duel));
  EXPECT_NE(csv.find(",\"a \"\"b\"\", c\","), std::string::npos);
}

}  // namespace
}  // namespace fsduel::report
