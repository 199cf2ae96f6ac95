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

ParsedArguments parse(std::vector<std::string> words) {
  return parse_arguments(words, vocabulary());
}

TEST(Arguments, CandidatesAndOptionsBecomeRawValues) {
  const auto parsed = parse({"compare", "ext4", "a=xfs", "--files", "50", "--rounds=7", "--json"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.arguments.command, CommandKind::compare);
  ASSERT_EQ(parsed.arguments.raw.candidates.size(), 2U);
  EXPECT_EQ(parsed.arguments.raw.candidates[1].text, "a=xfs");
  EXPECT_EQ(parsed.arguments.raw.candidates[1].place.source, "candidate 2");
  ASSERT_EQ(parsed.arguments.raw.options.size(), 2U);
  EXPECT_EQ(parsed.arguments.raw.options[0].name, "rounds");
  EXPECT_EQ(parsed.arguments.raw.options[1].name, "tree.files");
  EXPECT_EQ(parsed.arguments.raw.options[1].value, "50");
  EXPECT_EQ(parsed.arguments.form, OutputForm::json);
}

TEST(Arguments, AWorkloadOptionHasItsFullNameAndFlagsHaveNoValue) {
  const auto parsed = parse({"compare", "ext4", "xfs", "--tree.files", "50", "--tar-inside"});
  ASSERT_TRUE(parsed.ok());
  ASSERT_EQ(parsed.arguments.raw.options.size(), 2U);
  EXPECT_EQ(parsed.arguments.raw.options[1].value, "true");
}

TEST(Arguments, EveryMistakeIsReportedAtOnce) {
  const auto parsed = parse({"compare", "ext4", "xfs", "--ruonds", "--json", "--csv", "--files"});
  ASSERT_FALSE(parsed.ok());
  ASSERT_EQ(parsed.mistakes.size(), 3U);
  EXPECT_EQ(parsed.mistakes[0].hint, "did you mean '--rounds'?");
}

TEST(Arguments, AWrongCommandGetsTheNearestOne) {
  const auto parsed = parse({"comprae", "ext4", "xfs"});
  ASSERT_FALSE(parsed.ok());
  ASSERT_EQ(parsed.mistakes.size(), 1U);
  EXPECT_EQ(parsed.mistakes[0].hint, "did you mean 'compare'?");
}

TEST(Arguments, AnIdIsNeededWhereOneIsMeant) {
  EXPECT_FALSE(parse({"report"}).ok());
  EXPECT_FALSE(parse({"report", "1", "2"}).ok());
  const auto parsed = parse({"report", "last", "--md", "--db", "/x"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.arguments.id, "last");
  EXPECT_EQ(parsed.arguments.database, "/x");
}

TEST(Arguments, ResumeTakesADuelAndMoreTime) {
  const auto parsed = parse({"resume", "last", "--time-limit", "10m", "--accept-change"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.arguments.command, CommandKind::resume);
  EXPECT_EQ(parsed.arguments.id, "last");
  EXPECT_EQ(parsed.arguments.more_time, std::chrono::minutes{10});
  EXPECT_EQ(parsed.arguments.accept_change, AcceptChange::yes);
  EXPECT_EQ(parse({"resume", "1"}).arguments.more_time, std::nullopt);
  EXPECT_EQ(parse({"resume", "1"}).arguments.accept_change, AcceptChange::no);
  EXPECT_FALSE(parse({"resume"}).ok());
  EXPECT_FALSE(parse({"resume", "1", "--time-limit", "soon"}).ok());
  EXPECT_FALSE(parse({"resume", "1", "--time-limit", "0"}).ok());
}

TEST(Arguments, DbTakesAnActionAndItsFile) {
  EXPECT_EQ(parse({"db", "check"}).arguments.command, CommandKind::database);
  const auto parsed = parse({"db", "merge", "/x", "--db", "/y"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.arguments.database_action, DatabaseAction::merge);
  EXPECT_EQ(parsed.arguments.file, "/x");
  EXPECT_EQ(parsed.arguments.database, "/y");
  EXPECT_EQ(parse({"db", "backup", "/x"}).arguments.database_action, DatabaseAction::backup);
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{"db"},
                                             {"db", "mend"},
                                             {"db", "backup"},
                                             {"db", "check", "/x"},
                                             {"db", "merge", "a", "b"}}) {
    EXPECT_FALSE(parse(wrong).ok());
  }
}

TEST(Arguments, NothingAndHelpAndVersion) {
  EXPECT_EQ(parse({}).arguments.command, CommandKind::help);
  EXPECT_NE(parse({"compare", "--help"}).arguments.help_text.find("--rounds"), std::string::npos);
  EXPECT_EQ(parse({"--version"}).arguments.command, CommandKind::version);
}

}  // namespace
}  // namespace fsduel::cli
