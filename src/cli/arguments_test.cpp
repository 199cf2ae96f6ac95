// The command line, parsed without a machine.
#include "cli/arguments.hpp"

#include <gtest/gtest.h>

namespace fsduel::cli {
namespace {

Vocabulary vocabulary() {
  Vocabulary words;
  words.filesystems = {"ext4", "xfs"};
  WorkloadDescriptor tree;
  tree.name = "tree";
  tree.options = {{.name = "files", .alias = "files", .kind = OptionKind::number, .metavar = "N"},
                  {.name = "tar-inside", .alias = "tar-inside", .kind = OptionKind::flag}};
  words.workloads = {tree};
  return words;
}

Parsed<Arguments> parse(std::vector<std::string> words) {
  return parse_arguments(words, vocabulary());
}

TEST(Arguments, CandidatesAndOptionsBecomeRawValues) {
  const auto parsed = parse({"compare", "ext4", "a=xfs", "--files", "50", "--rounds=7", "--json"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value->command, CommandKind::compare);
  ASSERT_EQ(parsed.value->raw.candidates.size(), 2U);
  EXPECT_EQ(parsed.value->raw.candidates[1].text, "a=xfs");
  EXPECT_EQ(parsed.value->raw.candidates[1].place.source, "candidate 2");
  ASSERT_EQ(parsed.value->raw.options.size(), 2U);
  EXPECT_EQ(parsed.value->raw.options[0].name, "rounds");
  EXPECT_EQ(parsed.value->raw.options[1].name, "tree.files");
  EXPECT_EQ(parsed.value->raw.options[1].value, "50");
  EXPECT_EQ(parsed.value->form, OutputForm::json);
}

TEST(Arguments, AWorkloadOptionHasItsFullNameAndFlagsHaveNoValue) {
  const auto parsed = parse({"compare", "ext4", "xfs", "--tree.files", "50", "--tar-inside"});
  ASSERT_TRUE(parsed.ok());
  ASSERT_EQ(parsed.value->raw.options.size(), 2U);
  EXPECT_EQ(parsed.value->raw.options[1].value, "true");
}

TEST(Arguments, EveryMistakeIsReportedAtOnce) {
  const auto parsed = parse({"compare", "ext4", "xfs", "--ruonds", "--json", "--csv", "--files"});
  ASSERT_FALSE(parsed.ok());
  ASSERT_EQ(parsed.diagnostics.size(), 3U);
  EXPECT_EQ(parsed.diagnostics[0].hint, "did you mean '--rounds'?");
}

TEST(Arguments, AWrongCommandGetsTheNearestOne) {
  const auto parsed = parse({"comprae", "ext4", "xfs"});
  ASSERT_FALSE(parsed.ok());
  ASSERT_EQ(parsed.diagnostics.size(), 1U);
  EXPECT_EQ(parsed.diagnostics[0].hint, "did you mean 'compare'?");
}

TEST(Arguments, AnIdIsNeededWhereOneIsMeant) {
  EXPECT_FALSE(parse({"report"}).ok());
  EXPECT_FALSE(parse({"report", "1", "2"}).ok());
  const auto parsed = parse({"report", "last", "--md", "--db", "/x"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value->id, "last");
  EXPECT_EQ(parsed.value->database, "/x");
}

TEST(Arguments, NothingAndHelpAndVersion) {
  EXPECT_EQ(parse({}).value->command, CommandKind::help);
  EXPECT_NE(parse({"compare", "--help"}).value->help_text.find("--rounds"), std::string::npos);
  EXPECT_EQ(parse({"--version"}).value->command, CommandKind::version);
}

}  // namespace
}  // namespace fsduel::cli
