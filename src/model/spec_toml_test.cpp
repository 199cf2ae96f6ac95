#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.hpp"
#include "base/text.hpp"
#include "model/spec.hpp"
#include "model/workload.hpp"

namespace fsduel {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kFile = "duel.toml";

RawSpec read(std::string_view text) {
  auto parsed = parse_spec_toml(text, kFile);
  for (const auto& diagnostic : parsed.diagnostics) ADD_FAILURE() << render_diagnostic(diagnostic);
  return parsed.value.value_or(RawSpec{});
}

std::vector<std::string> mistakes(std::string_view text) {
  const auto parsed = parse_spec_toml(text, kFile);
  EXPECT_EQ(parsed.ok(), parsed.diagnostics.empty());
  std::vector<std::string> out;
  for (const auto& diagnostic : parsed.diagnostics) out.push_back(render_diagnostic(diagnostic));
  return out;
}

// As at the command line: what the TOML reader or the checks after it say.
std::vector<std::string> all_mistakes(std::string_view text, const Vocabulary& vocabulary) {
  const auto raw = parse_spec_toml(text, kFile);
  if (!raw.ok()) return mistakes(text);
  std::vector<std::string> out;
  for (const auto& diagnostic : make_spec(*raw.value, vocabulary).diagnostics) {
    out.push_back(render_diagnostic(diagnostic));
  }
  return out;
}

Vocabulary vocabulary() {
  Vocabulary words;
  words.filesystems = {"ext4", "xfs", "btrfs"};
  WorkloadDescriptor tree;
  tree.name = "tree";
  tree.options = {{.name = "files",
                   .alias = "files",
                   .kind = OptionKind::number,
                   .metavar = {},
                   .default_value = "2000",
                   .help = {}},
                  {.name = "tar",
                   .alias = {},
                   .kind = OptionKind::path,
                   .metavar = {},
                   .default_value = {},
                   .help = {}}};
  words.workloads = {tree};
  return words;
}

TEST(SpecToml, ReadsValuesWithTheirPlaces) {
  const auto raw = read(
      "rounds = 12\n"
      "  margin=0.05\n"
      "on = \"native\"\n"
      "\n"
      "[tree]\n"
      "tar_inside = true\n");
  ASSERT_EQ(raw.options.size(), 4U);
  const auto expect = [&](std::size_t i, const char* name, const char* value, Place place) {
    EXPECT_EQ(raw.options[i].name, name);
    EXPECT_EQ(raw.options[i].value, value);
    EXPECT_EQ(raw.options[i].place, place) << name;
  };
  expect(0, "rounds", "12", {kFile, 1, 10});
  expect(1, "margin", "0.05", {kFile, 2, 10});
  expect(2, "on", "native", {kFile, 3, 6});
  expect(3, "tree.tar_inside", "true", {kFile, 6, 14});
  EXPECT_EQ(raw.options[1].name_place, (Place{kFile, 2, 3}));
}

TEST(SpecToml, CandidatesAreTextsOrTables) {
  const auto raw = read(
      "candidates = [ \"xfs\",\n"
      "  { label = \"old\", text = \"mkfs.ext4 -q\" } ]\n");
  ASSERT_EQ(raw.candidates.size(), 2U);
  EXPECT_EQ(raw.candidates[0].text, "xfs");
  EXPECT_EQ(raw.candidates[0].label, std::nullopt);
  EXPECT_EQ(raw.candidates[0].place, (Place{kFile, 1, 17}));
  EXPECT_EQ(raw.candidates[1].text, "mkfs.ext4 -q");
  EXPECT_EQ(raw.candidates[1].label, "old");
  EXPECT_EQ(raw.candidates[1].place, (Place{kFile, 2, 28}));
  const auto tables = read("[[candidates]]\ntext = 'xfs'\n[[candidates]]\ntext = 'ext4'\n");
  EXPECT_EQ(tables.candidates.size(), 2U);
}

TEST(SpecToml, MistakesInsideACandidateHaveTheColumnOfTheFile) {
  EXPECT_THAT(all_mistakes("# größer\ncandidates = [ \"xfs\", 'ext4; mout -o x' ]\n", vocabulary()),
              ElementsAre(HasSubstr("duel.toml:2:30: unknown item 'mout'")));
  EXPECT_THAT(all_mistakes("candidates = [ \"xfs\", 'ä=ext4', 'x; y' ]\n", vocabulary()),
              ElementsAre(HasSubstr("duel.toml:1:24: unknown filesystem"),
                          HasSubstr("duel.toml:1:34: unknown filesystem 'x'"),
                          HasSubstr("duel.toml:1:37: unknown item 'y'")));
}

TEST(SpecToml, WhereEscapesShiftColumnsOnlyTheLineIsSaid) {
  EXPECT_THAT(
      all_mistakes("candidates = [ \"xfs\",\n\"mkfs.ext4 -L \\\"a\\\"; mout\" ]\n", vocabulary()),
      ElementsAre(HasSubstr("duel.toml:2: unknown item 'mout'")));
  EXPECT_THAT(all_mistakes("candidates = [ \"xfs\",\n\"\"\"\next4; mout\"\"\" ]\n", vocabulary()),
              ElementsAre(HasSubstr("duel.toml:2: unknown item 'mout'")));
}

TEST(SpecToml, EveryMistakeIsReportedWithLineAndColumn) {
  const std::string text =
      "candidates = [\"xfs\", \"ext5\"]\n"
      "ronds = 6\n"
      "rounds = 99\n"
      "[tree]\n"
      "files = \"many\"\n"
      "fils = 3\n"
      "[bonnie]\n"
      "size = 3\n";
  EXPECT_THAT(all_mistakes(text, vocabulary()),
              ElementsAre("duel.toml:1:23: unknown filesystem 'ext5'; did you mean 'ext4'?",
                          "duel.toml:2:1: unknown option 'ronds'; did you mean 'rounds'?",
                          HasSubstr("duel.toml:3:10: option 'rounds': '99' is out of range"),
                          HasSubstr("duel.toml:5:9: option 'files': 'many' is not a whole number"),
                          "duel.toml:6:1: unknown option 'tree.fils'; did you mean 'tree.files'?",
                          "duel.toml:8:1: unknown option 'bonnie.size'"));
}

TEST(SpecToml, WrongShapesAreReportedTogether) {
  EXPECT_THAT(mistakes("candidates = [ 3, { lable = \"a\" }, { text = 4 } ]\n"
                       "rounds = [1]\n"
                       "seed = 2026-01-01\n"
                       "[tree.deep]\n"
                       "x = 1\n"),
              testing::UnorderedElementsAre(
                  HasSubstr("duel.toml:1:16: a candidate is a text or a table"),
                  HasSubstr("duel.toml:1:21: unknown key of a candidate: 'lable'; did you mean "
                            "'label'?"),
                  HasSubstr("duel.toml:1:19: this candidate has no text"),
                  HasSubstr("duel.toml:1:45: the text of a candidate is a text"),
                  HasSubstr("duel.toml:2:10: option 'rounds' wants one"),
                  HasSubstr("duel.toml:3:8: option 'seed' wants one"),
                  HasSubstr("option 'tree.deep' wants one")));
  EXPECT_THAT(mistakes("candidates = \"xfs\"\n"),
              ElementsAre(HasSubstr("duel.toml:1:14: 'candidates' wants an array")));
}

// As an administrator's editor may leave them.
TEST(SpecToml, SyntaxErrorsHaveTheirPlace) {
  const std::vector<std::pair<std::string, std::string>> kBad{
      {"rounds = \n", "duel.toml:1:"},
      {"rounds 6\n", "duel.toml:1:"},
      {"a = 1\na = 2\n", "duel.toml:2:"},
      {"[tree\n", "duel.toml:1:"},
      {"candidates = [ \"xfs\n", "duel.toml:1:"},
      {"x = \"\xff\"\n", "duel.toml:1:"},
      {"seed = 99999999999999999999\n", "duel.toml:1:"},
      {"\x1b[2J", "duel.toml:1:"},
      {std::string("a = \"\0\"\n", 8), "duel.toml:1:"},
      {std::string(5000, '['), "duel.toml:"},
      {"[=", "duel.toml:1:2"},
      {"[[,", "duel.toml:1:3"},
      {"x = " + std::string(5000, '['), "duel.toml:1:"}};
  for (const auto& [text, place] : kBad) {
    const auto found = mistakes(text);
    ASSERT_EQ(found.size(), 1U) << text;
    EXPECT_THAT(found[0], HasSubstr(place));
    EXPECT_THAT(found[0], HasSubstr("this is no TOML: "));
    for (const char c : found[0]) EXPECT_GE(static_cast<unsigned char>(c), 0x20U) << text;
  }
}

TEST(SpecToml, AnEmptyFileIsAnEmptySpec) {
  EXPECT_EQ(read("").candidates.size(), 0U);
  EXPECT_EQ(read("\xef\xbb\xbf# only a comment\r\n").options.size(), 0U);
}

// A spec made of random valid parts.
RawSpec random_spec(Random& random) {
  const std::vector<std::string> kCandidates{
      "xfs",
      "mkfs.ext4 -L 'a; \"b\"' -O ^dir_index; mount -o noatime,x=\"a,b\"; log=image:128m",
      "'/srv/a b'",
      "ext4; set queue/scheduler=bfq; set vm.dirty_ratio=1; kernel=6.12; md=raid5; device=/dev/q",
      "'./\xff\xfe\t\x01\\'",
      "btrfs; files=7"};
  const std::vector<std::pair<std::string, std::vector<std::string>>> kOptions{
      {"on", {"auto", "native", "guest", "virtual"}},
      {"work", {"/srv", "/srv/a\"b\\c\n", "/\xf0\x28\x8c\x28", "\uF780", "true", "12"}},
      {"image-size", {"1m", "1g", "1048577", "3t", "1537k"}},
      {"rounds", {"1", "6", "40"}},
      {"time-limit", {"1ms", "0.25s", "90s", "3m", "1h1s", "29d0.123456789s", "720h"}},
      {"seed", {"0", "7", "9223372036854775807", "9223372036854775808", "18446744073709551615"}},
      {"margin", {"5%", "0.05", "0.1%", "12.345%", "0.1102", "0.0117", "0.1234567890123", "50%"}},
      {"ionice", {"idle", "best-effort:7"}},
      {"tree.files", {"0", "007", "12"}},
      {"tree.tar", {"/x.tar", "\xff.tar", "false"}}};
  RawSpec raw;
  for (auto count = 2 + random.below(4); count > 0; --count) {
    std::string text = kCandidates[random.below(kCandidates.size())];
    if (text.find('/') == std::string::npos && random.below(2) == 0) {
      text = "l" + std::to_string(count) + "=" + text;
    }
    raw.candidates.push_back({text, {}});
  }
  for (const auto& [name, values] : kOptions) {
    if (random.below(2) == 0)
      raw.options.push_back({name, values[random.below(values.size())], {}});
  }
  if (random.below(2) == 0) raw.options.push_back({"disturb", "true", {}});
  std::vector<std::string> devices;
  if (random.below(4) == 0) {
    raw.options.push_back({"on", "/dev/sdx", {}});
    devices.emplace_back("/dev/sdx");
  }
  const bool further =
      std::any_of(raw.candidates.begin(), raw.candidates.end(), [](const RawCandidate& candidate) {
        return candidate.text.find("/dev/q") != std::string::npos;
      });
  if (further) devices.emplace_back("/dev/q");
  if (!devices.empty()) {
    raw.options.push_back({"wipe", join(devices, ","), {}});
    raw.options.push_back({"wipe-signature", "ext4", {}});
  }
  return raw;
}

TEST(SpecToml, RenderedTextParsesBackToTheSameSpec) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(derive(8, "spec", seed));
    const auto spec = make_spec(random_spec(random), vocabulary());
    ASSERT_TRUE(spec.ok()) << seed << render_diagnostic(spec.diagnostics.front());
    const std::string text = render_spec_toml(*spec.value);
    const auto again = make_spec(read(text), vocabulary());
    ASSERT_TRUE(again.ok()) << text << render_diagnostic(again.diagnostics.front());
    ASSERT_EQ(*again.value, *spec.value) << text;
  }
}

TEST(SpecToml, RenderedTextIsWhatAPersonWouldWrite) {
  RawSpec raw;
  raw.candidates = {{"ext4", {}}, {"old=mkfs.xfs -f", {}}};
  EXPECT_EQ(render_spec_toml(make_spec(raw, vocabulary()).value.value()),
            R"(candidates = [
  { label = "ext4", text = "ext4" },
  { label = "old", text = "mkfs.xfs -f" },
]
workload = "tree"
on = "auto"
rounds = 40
time-limit = "3m"
seed = 1
baseline = "ext4"
margin = "5%"

[tree]
files = 2000
)");
}

}  // namespace
}  // namespace fsduel
