#include "tidy/blank.hpp"

#include <gtest/gtest.h>

namespace fsduel::tidy {
namespace {

TEST(Blank, TakesCommentsAwayAndKeepsLines) {
  EXPECT_EQ(blank_comments_and_literals("a // b\nc /* d\n e */ f"), "a     \nc     \n      f");
}

TEST(Blank, EmptiesLiterals) {
  EXPECT_EQ(blank_comments_and_literals(R"(f("a\"{", '{', '\'');)"), R"(f("    ", ' ', '  ');)");
}

TEST(Blank, EmptiesRawLiterals) {
  EXPECT_EQ(blank_comments_and_literals("R\"x({\")x\" + y"), "R\"      \" + y");
}

TEST(Blank, LeavesDigitSeparators) {
  EXPECT_EQ(blank_comments_and_literals("1'000'000 {'{'}"), "1'000'000 {' '}");
}

TEST(Blank, SeesNoCommentInALiteral) {
  EXPECT_EQ(blank_comments_and_literals("\"//\" x"), "\"  \" x");
}

TEST(KeepComments, KeepsNothingElse) {
  EXPECT_EQ(keep_comments("a // b\n\"// c\" /* d */"), "     b\n          d   ");
}

}  // namespace
}  // namespace fsduel::tidy
