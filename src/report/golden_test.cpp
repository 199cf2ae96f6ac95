// Whole reports from injected facts, compared with stored texts; UPDATE_GOLDEN=1 rewrites them. The
// texts are read by people: look at the difference before it is committed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "report/csv.hpp"
#include "report/json_report.hpp"
#include "report/markdown.hpp"
#include "report/terminal.hpp"
#include "support/report_cases.hpp"
#include "verdict/judge.hpp"

namespace fsduel::report {
namespace {

std::string golden_path(const std::string& name) {
  return std::string(FSDUEL_SOURCE_DIR) + "/src/report/testdata/" + name;
}

void expect_golden(const std::string& name, const std::string& text) {
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    std::ofstream(golden_path(name), std::ios::binary) << text;
  }
  std::ifstream file(golden_path(name), std::ios::binary);
  std::stringstream stored;
  stored << file.rdbuf();
  EXPECT_EQ(stored.str(), text) << name << "; UPDATE_GOLDEN=1 rewrites it";
}

class GoldenCase : public testing::TestWithParam<support::ReportCase> {};

TEST_P(GoldenCase, TerminalAnswerIsAsStored) {
  const auto& [name, duel] = GetParam();
  expect_golden(name + ".txt", render_terminal(duel, verdict::judge(duel), {}));
}

INSTANTIATE_TEST_SUITE_P(All, GoldenCase, testing::ValuesIn(support::make_report_cases()),
                         [](const auto& each) { return each.param.name; });

TEST(Golden, OtherFormsOfTheDecidedDuelAreAsStored) {
  const Duel duel = support::make_report_cases().front().duel;
  const auto judgement = verdict::judge(duel);
  expect_golden("decided.json", render_json_report(duel, judgement));
  expect_golden("decided.csv", render_csv(duel, judgement));
  expect_golden("decided.md", render_markdown(duel, judgement));
}

}  // namespace
}  // namespace fsduel::report
