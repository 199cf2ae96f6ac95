// The lowest layer: what it promises to everyone above it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/check.hpp"
#include "base/clock.hpp"
#include "base/command.hpp"
#include "base/error.hpp"
#include "base/fd.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace fsduel {
namespace {

TEST(Error, ReadsAsCannotDoObjectCauseTry) {
  const Error error({.doing = "mount", .object = "/dev/loop0", .cause = "no", .next_step = "yes"});
  EXPECT_STREQ(error.what(), "cannot mount /dev/loop0: no. Try: yes");
}

TEST(Error, ContextIsNestedAndTheNextStepComesLast) {
  const Error inner(
      {.doing = "run", .object = "mkfs", .cause = "exit 1", .next_step = "x", .errno_value = 5});
  const Error outer = inner.within("make the filesystem of", "xfs");
  EXPECT_STREQ(outer.what(), "cannot make the filesystem of xfs: cannot run mkfs: exit 1. Try: x");
  EXPECT_EQ(outer.parts().errno_value, 5);
}

TEST(Error, ErrnoHasItsNameAndWords) {
  EXPECT_EQ(errno_name(28), "ENOSPC");
  EXPECT_EQ(errno_text(28), "No space left on device");
  EXPECT_EQ(errno_name(9999), "errno 9999");
}

TEST(Check, DiesWithItsReason) {
  EXPECT_DEATH(FSDUEL_CHECK(1 == 2, "numbers broke"), "numbers broke");
}

TEST(Bytes, AreReadWithBinarySuffixes) {
  EXPECT_EQ(parse_bytes("128m"), Bytes{128ULL << 20});
  EXPECT_EQ(parse_bytes("4096"), Bytes{4096});
  EXPECT_EQ(parse_bytes("2GiB"), Bytes{2ULL << 30});
  for (const char* bad : {"", "m", "-1", "12q", "1.5g", "99999999999999999999", "20000000t"}) {
    EXPECT_EQ(parse_bytes(bad), std::nullopt) << bad;
  }
}

TEST(Bytes, AreShownShort) {
  EXPECT_EQ(render_bytes({512}), "512 B");
  EXPECT_EQ(render_bytes({1536}), "1.50 KiB");
  EXPECT_EQ(render_bytes({128ULL << 20}), "128 MiB");
}

TEST(Duration, IsReadAndShown) {
  EXPECT_EQ(parse_duration("3m"), Nanoseconds{180'000'000'000});
  EXPECT_EQ(parse_duration("1h30m"), Nanoseconds{5'400'000'000'000});
  EXPECT_EQ(parse_duration("90"), Nanoseconds{90'000'000'000});
  EXPECT_EQ(parse_duration("500ms"), Nanoseconds{500'000'000});
  for (const char* bad : {"", "x", "-1s", "3 m", "1e300h", "nan"}) {
    EXPECT_EQ(parse_duration(bad), std::nullopt) << bad;
  }
  EXPECT_EQ(render_duration(Nanoseconds{1'250'000'000}), "1.25 s");
  EXPECT_EQ(render_duration(Nanoseconds{185'000'000'000}), "3 min 5 s");
}

TEST(Random, FirstValuesAreFixedForEver) {
  // Values of splitmix64-seeded xoshiro256**; a change here makes every recorded seed mean
  // something else.
  Random random(42);
  EXPECT_EQ(random.next(), 1546998764402558742ULL);
  EXPECT_EQ(random.next(), 6990951692964543102ULL);
}

TEST(Random, BelowIsUniform) {
  Random random(7);
  std::array<int, 6> counts{};
  for (int i = 0; i < 60000; ++i) ++counts[random.below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 450);  // 5 sigma
}

TEST(Random, DistributionsHaveTheirMeans) {
  Random random(11);
  double exponential = 0;
  double normal = 0;
  double square = 0;
  for (int i = 0; i < 100000; ++i) {
    exponential += random.exponential(3);
    const double value = random.normal();
    normal += value;
    square += value * value;
  }
  EXPECT_NEAR(exponential / 1e5, 3, 0.05);
  EXPECT_NEAR(normal / 1e5, 0, 0.016);
  EXPECT_NEAR(square / 1e5, 1, 0.023);
}

TEST(Random, DerivedSeedsDifferByPurposeAndIndex) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i < 100; ++i) {
    seeds.insert(derive(1, "order", i));
    seeds.insert(derive(1, "stream", i));
    seeds.insert(derive(2, "order", i));
  }
  EXPECT_EQ(seeds.size(), 300U);
  EXPECT_EQ(derive(1, "order", 5), derive(1, "order", 5));
}

TEST(Random, ShuffleKeepsEveryItem) {
  std::vector<int> items(50);
  std::iota(items.begin(), items.end(), 0);
  Random(3).shuffle(std::span(items));
  EXPECT_FALSE(std::is_sorted(items.begin(), items.end()));
  std::sort(items.begin(), items.end());
  for (int i = 0; i < 50; ++i) EXPECT_EQ(items[static_cast<std::size_t>(i)], i);
}

TEST(Text, HostileBytesAreEscaped) {
  EXPECT_EQ(escape_text("a\x1b[31m\n\xff"), "a\\x1b[31m\\n\\xff");
  EXPECT_EQ(escape_text("grün"), "grün");
  EXPECT_EQ(escape_text("\xc2\x9b"), "\\xc2\\x9b");  // a C1 control sequence introducer
}

TEST(Text, NearestNameIsOnlyANearOne) {
  const std::vector<std::string> names{"ext4", "xfs", "btrfs", "scheduler"};
  EXPECT_EQ(nearest_name("brtfs", names), "btrfs");
  EXPECT_EQ(nearest_name("btrf", names), "btrfs");
  EXPECT_EQ(nearest_name("sheduler", names), "scheduler");
  EXPECT_EQ(nearest_name("xsf", names), "xfs");
  EXPECT_EQ(nearest_name("zzz", names), std::nullopt);
}

TEST(Text, NumbersMustBeWhole) {
  EXPECT_EQ(parse_number("12"), 12U);
  EXPECT_EQ(parse_number("12x"), std::nullopt);
  EXPECT_EQ(parse_number("-1"), std::nullopt);
  EXPECT_EQ(parse_real("0.05"), 0.05);
  EXPECT_EQ(parse_real("inf"), std::nullopt);
}

TEST(Text, LinesAndWords) {
  EXPECT_EQ(split_lines("a\nb\n").size(), 2U);
  EXPECT_EQ(split_words("  a  b ").size(), 2U);
  EXPECT_EQ(split("a,,b", ',').size(), 3U);
}

TEST(Command, IsQuotedForAPerson) {
  EXPECT_EQ(render_command({{"mkfs.xfs", "-L", "a b", "it's"}}), "mkfs.xfs -L 'a b' 'it'\\''s'");
  EXPECT_EQ(render_mount({"xfs", "/dev/loop0", "/mnt", {"noatime", "logbufs=8"}}),
            "mount -t xfs -o noatime,logbufs=8 /dev/loop0 /mnt");
}

TEST(Clock, FakeTicksByHand) {
  FakeClock clock;
  const auto start = clock.now();
  clock.sleep(Nanoseconds{5});
  clock.advance(Nanoseconds{7});
  EXPECT_EQ(clock.now() - start, Nanoseconds{12});
  EXPECT_EQ(render_timestamp(Nanoseconds{0}), "1970-01-01T00:00:00Z");
}

TEST(Fd, ClosesOnceAndMoves) {
  Fd first(dup(1));
  Fd second = std::move(first);
  EXPECT_FALSE(first.is_open());  // NOLINT(bugprone-use-after-move): that is the claim
  EXPECT_TRUE(second.is_open());
  EXPECT_EQ(second.close(), 0);
  EXPECT_EQ(second.close(), 0);
}

}  // namespace
}  // namespace fsduel
