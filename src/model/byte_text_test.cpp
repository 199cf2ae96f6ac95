#include "model/byte_text.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "base/text.hpp"

namespace fsduel {
namespace {

TEST(ByteText, LeavesValidTextAsItIs) {
  for (const std::string text : {"", "plain", "Größe 漢字 \U0001F600", "\t\n\x01\x7f", "\u0085"}) {
    EXPECT_EQ(encode_bytes(text), text);
    EXPECT_EQ(decode_bytes(text), text);
  }
}

TEST(ByteText, ABrokenByteBecomesItsPrivateCharacter) {
  EXPECT_EQ(encode_bytes("a\xff"
                         "b"),
            "a\uF7FFb");
  EXPECT_EQ(encode_bytes("\x80"), "\uF780");
  EXPECT_EQ(encode_bytes("\xc3"), "\uF7C3");  // begins a sequence that never comes
}

TEST(ByteText, ThePrivateCharactersThemselvesComeBackUnchanged) {
  for (const std::string text : {"\uF780", "\uF7FF", "\uF77F", "\uF800", "x\uF7C3\uF7A9y"}) {
    EXPECT_NE(encode_bytes("\uF780"), "\uF780");
    EXPECT_EQ(decode_bytes(encode_bytes(text)), text);
  }
}

TEST(ByteText, RefusesSequencesThatAreNotUtf8) {
  // Over-long forms, a surrogate, one above U+10FFFF: each byte stands for itself.
  EXPECT_EQ(encode_bytes("\xc0\x80"), "\uF7C0\uF780");
  EXPECT_EQ(encode_bytes("\xe0\x80\x80"), "\uF7E0\uF780\uF780");
  EXPECT_EQ(encode_bytes("\xed\xa0\x80"), "\uF7ED\uF7A0\uF780");
  EXPECT_EQ(encode_bytes("\xf4\x90\x80\x80"), "\uF7F4\uF790\uF780\uF780");
}

// Any bytes at all, with those that matter made likely.
TEST(ByteText, EveryByteStringComesBack) {
  constexpr std::string_view kLikely = "\xef\x9e\x9f\x80\xbf\xc3\xa9\xf0\xed\xe0\x00z";
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(derive(20, "bytes", seed));
    std::string bytes;
    for (auto length = random.below(24); length > 0; --length) {
      bytes += random.below(2) == 0 ? kLikely[random.below(kLikely.size())]
                                    : static_cast<char>(random.below(256));
    }
    const std::string text = encode_bytes(bytes);
    EXPECT_EQ(decode_bytes(text), bytes) << "seed " << seed;
    EXPECT_EQ(encode_bytes(bytes + "\xff").size(), text.size() + 3) << "seed " << seed;
  }
}

}  // namespace
}  // namespace fsduel
