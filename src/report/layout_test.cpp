#include "report/layout.hpp"

#include <gtest/gtest.h>

namespace fsduel::report {
namespace {

TEST(Wrap, BreaksAtBlanksWithAHangingIndent) {
  EXPECT_EQ(wrap("one two three four", 11, {0, 2}), "one two\n  three\n  four\n");
}

TEST(Wrap, WordThatIsTooLongStandsAlone) {
  EXPECT_EQ(wrap("a incomprehensible b", 6, {0, 0}), "a\nincomprehensible\nb\n");
}

TEST(Wrap, KeepsIntervalsAndPercentsWhole) {
  EXPECT_EQ(wrap("at [0.9, 1.1] by 5 % or", 12, {0, 0}), "at\n[0.9, 1.1]\nby 5 % or\n");
}

TEST(RenderTable, AlignsByDisplayWidthAndLeavesNoBlanksAtTheEnd) {
  const TextTable table{{Align::left, Align::right, Align::left},
                        {{"phase", "ms", ""}, {"größe", "1", "+"}, {"rm", "12", ""}}};
  EXPECT_EQ(render_table(table, 1), " phase  ms\n größe   1  +\n rm     12\n");
  EXPECT_EQ(table_width(table), 12U);
}

TEST(ListWords, ReadsLikeASentence) {
  EXPECT_EQ(list_words({"a"}), "a");
  EXPECT_EQ(list_words({"a", "b"}), "a and b");
  EXPECT_EQ(list_words({"a", "b", "c"}), "a, b and c");
}

}  // namespace
}  // namespace fsduel::report
