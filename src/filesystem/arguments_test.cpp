#include "filesystem/arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace fsduel::filesystem {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::array<std::string_view, 1> kLongs{"uuid"};
constexpr OptionSyntax kSyntax{"qE:b:", kLongs};

TEST(Arguments, AValueStandsInTheNextArgumentOrInTheRest) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"-E", "a=1"}, {"-Ea=1"}, {"-qE", "a=1"}, {"-qEa=1"}}) {
    const GivenArguments given = parse_arguments(arguments, kSyntax);
    ASSERT_NE(find_option(given, "E"), nullptr) << arguments.front();
    EXPECT_EQ(find_option(given, "E")->value, "a=1") << arguments.front();
    EXPECT_THAT(given.operands, IsEmpty());
  }
}

TEST(Arguments, LongOptionsTakeValuesInBothForms) {
  EXPECT_EQ(find_suboption(parse_arguments({"--uuid=x"}, kSyntax), "uuid", "x"), "");
  const GivenArguments given = parse_arguments({"--uuid", "x", "--force", "y"}, kSyntax);
  ASSERT_NE(find_option(given, "uuid"), nullptr);
  EXPECT_EQ(find_option(given, "uuid")->value, "x");
  EXPECT_NE(find_option(given, "force"), nullptr);
  EXPECT_THAT(given.operands, ElementsAre("y"));
}

TEST(Arguments, EverythingAfterTwoDashesIsAnOperand) {
  EXPECT_THAT(parse_arguments({"-q", "--", "-E", "-"}, kSyntax).operands, ElementsAre("-E", "-"));
  EXPECT_THAT(parse_arguments({"-"}, kSyntax).operands, ElementsAre("-"));
}

TEST(Arguments, AMissingValueIsTold) {
  EXPECT_EQ(parse_arguments({"-q", "-E"}, kSyntax).unfinished, "-E");
  EXPECT_EQ(parse_arguments({"--uuid"}, kSyntax).unfinished, "--uuid");
  EXPECT_EQ(parse_arguments({"-E", "x"}, kSyntax).unfinished, std::nullopt);
}

TEST(Arguments, TheLastOptionAndTheLastSuboptionCount) {
  const GivenArguments given =
      parse_arguments({"-E", "a=1,b", "-E", "a=2,a=3", "-b", "a=9"}, kSyntax);
  EXPECT_EQ(find_option(given, "E")->value, "a=2,a=3");
  EXPECT_EQ(find_suboption(given, "E", "a"), "3");
  EXPECT_EQ(find_suboption(given, "E", "b"), "");
  EXPECT_EQ(find_suboption(given, "E", "c"), std::nullopt);
}

TEST(Arguments, OurSuboptionsComeBeforeTheCandidatesOwn) {
  EXPECT_THAT(merge_suboptions({"-q"}, kSyntax, "E", {"x", "y=1"}),
              ElementsAre("-E", "x,y=1", "-q"));
  EXPECT_THAT(merge_suboptions({"-E", "a=1", "-b", "1"}, kSyntax, "E", {"x"}),
              ElementsAre("-E", "x,a=1", "-b", "1"));
  EXPECT_THAT(merge_suboptions({"-qEa=1"}, kSyntax, "E", {"x"}), ElementsAre("-qEx,a=1"));
  EXPECT_THAT(merge_suboptions({"-E", ""}, kSyntax, "E", {"x"}), ElementsAre("-E", "x"));
  EXPECT_THAT(merge_suboptions({"-E", "a"}, kSyntax, "E", {}), ElementsAre("-E", "a"));
}

TEST(Arguments, OddArgumentsAreTakenAsTheyAre) {
  for (const std::string odd : {"", "-", "-:", "--=", "--", "-\xff", "---"}) {
    const GivenArguments given = parse_arguments({odd, odd}, kSyntax);
    EXPECT_LE(given.options.size() + given.operands.size(), 4U) << odd;
    EXPECT_FALSE(merge_suboptions({odd}, kSyntax, "E", {"x"}).empty());
  }
}

}  // namespace
}  // namespace fsduel::filesystem
