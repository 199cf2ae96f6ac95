#include "model/spec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/option_value.hpp"
#include "model/workload.hpp"

namespace fsduel {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Vocabulary vocabulary() {
  Vocabulary words;
  words.filesystems = {"ext3", "ext4", "xfs", "btrfs"};
  WorkloadDescriptor tree;
  tree.name = "tree";
  tree.options = {{.name = "files",
                   .alias = "files",
                   .kind = OptionKind::number,
                   .metavar = "N",
                   .default_value = "2000",
                   .help = {},
                   .minimum = 1,
                   .maximum = 1e6},
                  {.name = "tar",
                   .alias = "tar",
                   .kind = OptionKind::path,
                   .metavar = "FILE",
                   .default_value = {},
                   .help = {}},
                  {.name = "tar-inside",
                   .alias = "tar-inside",
                   .kind = OptionKind::flag,
                   .metavar = {},
                   .default_value = "false",
                   .help = {}}};
  WorkloadDescriptor squid;
  squid.name = "squid";
  squid.options = {{.name = "store",
                    .alias = {},
                    .kind = OptionKind::choice,
                    .metavar = {},
                    .default_value = "aufs",
                    .help = {},
                    .choices = {"aufs", "ufs"}}};
  words.workloads = {tree, squid};
  return words;
}

// A spec of two candidates and the options given as name, value.
RawSpec raw_spec(const std::vector<std::pair<std::string, std::string>>& options,
                 const std::vector<std::string>& candidates = {"ext4", "xfs"}) {
  RawSpec raw;
  for (const auto& text : candidates) {
    raw.candidates.push_back({text, {.source = "candidate " + text}});
  }
  for (const auto& [name, value] : options) {
    raw.options.push_back({name, value, {.source = "argument --" + name}});
  }
  return raw;
}

std::vector<std::string> mistakes(const RawSpec& raw) {
  const auto parsed = make_spec(raw, vocabulary());
  EXPECT_EQ(parsed.ok(), parsed.diagnostics.empty());
  std::vector<std::string> out;
  for (const auto& diagnostic : parsed.diagnostics) out.push_back(render_diagnostic(diagnostic));
  return out;
}

Spec make(const RawSpec& raw) {
  EXPECT_THAT(mistakes(raw), IsEmpty());
  return make_spec(raw, vocabulary()).value.value_or(Spec{});
}

TEST(Spec, DefaultsAreFilledIn) {
  const auto spec = make(raw_spec({}));
  EXPECT_EQ(spec.workload, "tree");
  EXPECT_EQ(spec.workload_options, (OptionValues{{"files", "2000"}, {"tar-inside", "false"}}));
  EXPECT_EQ(spec.venue, VenueKind::automatic);
  EXPECT_EQ(spec.baseline, "ext4");
  EXPECT_EQ(spec.rounds_cap, 40U);
  EXPECT_EQ(spec.time_limit, std::chrono::minutes{3});
  EXPECT_EQ(spec.margin, 0.05);
}

TEST(Spec, TheTableOfOptionsStatesTheDefaultsOfTheStruct) {
  RawSpec raw = raw_spec({});
  for (const auto& option : spec_options()) {
    if (option.default_value.empty()) continue;
    raw.options.push_back({option.name, option.default_value, {}});
  }
  EXPECT_EQ(make(raw), make(raw_spec({})));
}

TEST(Spec, EveryOptionReachesItsField) {
  const auto spec = make(raw_spec({{"workload", "tree"},
                                   {"on", "/dev/sdx"},
                                   {"wipe", "/dev/sdx"},
                                   {"wipe-signature", "ext4"},
                                   {"work", "/srv/w"},
                                   {"image-size", "2g"},
                                   {"rounds", "7"},
                                   {"time-limit", "90s"},
                                   {"seed", "18446744073709551615"},
                                   {"baseline", "xfs"},
                                   {"margin", "2%"},
                                   {"ionice", "best-effort:4"},
                                   {"disturb", "true"},
                                   {"tree.files", "10"},
                                   {"tar", "/x.tar"}}));
  EXPECT_EQ(spec.venue, VenueKind::native);
  EXPECT_EQ(spec.device, "/dev/sdx");
  EXPECT_EQ(spec.wipe, "/dev/sdx");
  EXPECT_EQ(spec.wipe_signature, "ext4");
  EXPECT_EQ(spec.work_directory, "/srv/w");
  EXPECT_EQ(spec.image_size, kGiB * 2);
  EXPECT_EQ(spec.rounds_cap, 7U);
  EXPECT_EQ(spec.time_limit, std::chrono::seconds{90});
  EXPECT_EQ(spec.seed, ~std::uint64_t{0});
  EXPECT_EQ(spec.baseline, "xfs");
  EXPECT_EQ(spec.disturb, Disturb::yes);
  EXPECT_EQ(spec.margin, 0.02);
  EXPECT_EQ(spec.ionice, "best-effort:4");
  EXPECT_EQ(spec.workload_options.at("files"), "10");
  EXPECT_EQ(spec.workload_options.at("tar"), "/x.tar");
}

TEST(Spec, ALaterValueReplacesAnEarlierOneUnderAnyOfItsNames) {
  EXPECT_EQ(make(raw_spec({{"rounds", "99"}, {"rounds", "8"}})).rounds_cap, 8U);
  const auto spec = make(raw_spec({{"tree.files", "5"}, {"files", "6"}}));
  EXPECT_EQ(spec.workload_options.at("files"), "6");
}

TEST(Spec, UnderscoresAndDashesAreTheSame) {
  EXPECT_EQ(make(raw_spec({{"time_limit", "5s"}})).time_limit, std::chrono::seconds{5});
  EXPECT_EQ(make(raw_spec({{"tree.tar_inside", "true"}})).workload_options.at("tar-inside"),
            "true");
}

TEST(Spec, EveryMistakeIsReportedAtOnce) {
  const auto found = mistakes(raw_spec({{"ronds", "7"},
                                        {"rounds", "99"},
                                        {"time-limit", "soon"},
                                        {"tree.fils", "1"},
                                        {"files", "0"},
                                        {"ionice", "idle:3"},
                                        {"on", "nativ"}},
                                       {"xfss", "mkfs.ext4 -b; mout"}));
  EXPECT_THAT(
      found,
      testing::UnorderedElementsAre(
          "argument --ronds: unknown option 'ronds'; did you mean 'rounds'?",
          "argument --rounds: option 'rounds': '99' is out of range; it is a whole number, from 1 "
          "to 40",
          "argument --time-limit: option 'time-limit': 'soon' is not a duration such as 90s or 3m; "
          "it is a duration such as 90s or 3m, from 1.00 ms to 720 h 0 min",
          "argument --tree.fils: unknown option 'tree.fils'; did you mean 'tree.files'?",
          "argument --files: option 'files': '0' is out of range; it is a whole number, from 1 to "
          "1000000",
          "argument --ionice: option 'ionice': the I/O class idle has no level; write idle",
          "argument --on: option 'on': 'nativ' is no venue; did you mean 'native'?",
          "candidate xfss, column 1: unknown filesystem 'xfss'; did you mean 'xfs'?",
          "candidate mkfs.ext4 -b; mout, column 15: unknown item 'mout'; did you mean 'mount'?"));
}

TEST(Spec, MistakesOfAFileStandInTheOrderOfItsLines) {
  RawSpec raw = raw_spec({});
  raw.options = {{"rounds", "99", {"d.toml", 9, 10}},
                 {"margin", "x", {"d.toml", 2, 10}},
                 {"sed", "1", {"d.toml", 2, 5}, {"d.toml", 2, 1}}};
  raw.candidates[1] = {"nofs", {"d.toml", 4, 3}};
  EXPECT_THAT(mistakes(raw), ElementsAre(HasSubstr("d.toml:2:1"), HasSubstr("d.toml:2:10"),
                                         HasSubstr("d.toml:4:3"), HasSubstr("d.toml:9:10")));
}

TEST(Spec, NeedsTwoCandidates) {
  EXPECT_THAT(mistakes(raw_spec({}, {"xfs"})),
              ElementsAre("candidate xfs: a duel needs two candidates at least, not 1; for "
                          "example: ext4 xfs"));
  EXPECT_THAT(mistakes(raw_spec({}, {})), ElementsAre(HasSubstr("not 0")));
}

TEST(Spec, EveryDeviceOfACandidateIsNamedByWipeToo) {
  const std::vector<std::string> candidates{"xfs; log=/dev/sdl", "btrfs; device=/dev/sdm"};
  EXPECT_THAT(
      mistakes(raw_spec({}, candidates)),
      ElementsAre("candidate xfs; log=/dev/sdl: '/dev/sdl' would be overwritten and nothing "
                  "allows it; if all of its data may be destroyed, say --wipe "
                  "/dev/sdl,/dev/sdm",
                  HasSubstr("'/dev/sdm' would be overwritten")));
  EXPECT_THAT(mistakes(raw_spec({{"wipe", "/dev/sdl"}}, candidates)),
              ElementsAre(HasSubstr("'/dev/sdm' would be overwritten")));
  EXPECT_EQ(make(raw_spec({{"wipe", "/dev/sdm,/dev/sdl"}}, candidates)).wipe, "/dev/sdm,/dev/sdl");
  EXPECT_EQ(make(raw_spec({{"on", "/dev/sdx"}, {"wipe", "/dev/sdx,/dev/sdl,/dev/sdm"}}, candidates))
                .device,
            "/dev/sdx");
  EXPECT_THAT(mistakes(raw_spec({{"wipe", "/dev/sdm,/dev/sdl,/dev/sdz"}}, candidates)),
              ElementsAre(HasSubstr("names '/dev/sdz', which the duel does not use")));
}

TEST(Spec, OneDeviceIsNotTwoDisksOfACandidate) {
  EXPECT_THAT(
      mistakes(raw_spec({{"on", "/dev/sdx"}, {"wipe", "/dev/sdx"}}, {"xfs; log=/dev/sdx", "ext4"})),
      ElementsAre(HasSubstr("'/dev/sdx' stands for two disks")));
  EXPECT_THAT(
      mistakes(raw_spec({{"wipe", "/dev/sdx"}}, {"xfs; log=/dev/sdx; device=/dev/sdx", "ext4"})),
      ElementsAre(HasSubstr("'/dev/sdx' stands for two disks")));
  // A candidate that could not be read may have named it.
  EXPECT_THAT(mistakes(raw_spec({{"wipe", "/dev/sdx"}}, {"xsf; log=/dev/sdx", "ext4"})),
              ElementsAre(HasSubstr("unknown filesystem")));
}

TEST(Spec, ADeviceIsUsedOnlyWhenItIsNamedTwice) {
  EXPECT_THAT(mistakes(raw_spec({{"on", "/dev/sdx"}})),
              ElementsAre("argument --on: '/dev/sdx' would be overwritten and nothing allows it; "
                          "if all of its data may be destroyed, say --wipe /dev/sdx"));
  EXPECT_THAT(mistakes(raw_spec({{"on", "/dev/sdx"}, {"wipe", "/dev/sdy"}})),
              ElementsAre(HasSubstr("argument --on: '/dev/sdx' would be overwritten"),
                          HasSubstr("argument --wipe: 'wipe' names '/dev/sdy', which the duel does "
                                    "not use; the devices of this duel are --wipe /dev/sdx")));
  EXPECT_THAT(mistakes(raw_spec({{"wipe", "/dev/sdx"}})),
              ElementsAre(HasSubstr("say --on /dev/sdx --wipe /dev/sdx, or leave it away")));
  EXPECT_THAT(mistakes(raw_spec({{"on", "native"}, {"wipe", "/dev/sdx"}})).size(), 1U);
  EXPECT_THAT(mistakes(raw_spec({{"wipe-signature", "xfs"}})),
              ElementsAre(HasSubstr("no meaning without 'wipe'")));
  EXPECT_THAT(mistakes(raw_spec({{"on", "/dev/../sdx"}})), ElementsAre(HasSubstr("is no venue")));
}

TEST(Spec, BaselineIsALabel) {
  EXPECT_EQ(make(raw_spec({{"baseline", "new"}}, {"xfs", "new=xfs"})).baseline, "new");
  EXPECT_THAT(mistakes(raw_spec({{"baseline", "xfss"}})),
              ElementsAre("argument --baseline: option 'baseline': no candidate is 'xfss'; did you "
                          "mean 'xfs'?"));
  // Labels are unknown while a candidate cannot be read: no second complaint.
  EXPECT_EQ(mistakes(raw_spec({{"baseline", "old"}}, {"xfs", "old=xfss"})).size(), 1U);
}

TEST(Spec, LabelsGivenTwiceAreReported) {
  EXPECT_THAT(mistakes(raw_spec({}, {"a=xfs", "a=ext4"})),
              ElementsAre(HasSubstr("candidate a=ext4: the label 'a' is given twice")));
}

TEST(Spec, ALabelBesideTheTextIsCheckedToo) {
  RawSpec raw = raw_spec({});
  raw.candidates[0].label = "my label";
  raw.candidates[1] = {"b=xfs", {}, "c"};
  EXPECT_THAT(mistakes(raw), ElementsAre(HasSubstr("'my label' cannot be a label"),
                                         HasSubstr("two labels, 'c' and 'b'")));
  raw.candidates[0].label = "mine";
  raw.candidates[1] = {"xfs", {}, "c"};
  EXPECT_EQ(make(raw).candidates[1].label, "c");
}

TEST(Spec, OptionsOfAnotherWorkloadAreReported) {
  EXPECT_THAT(mistakes(raw_spec({{"squid.store", "ufs"}})),
              ElementsAre("argument --squid.store: option 'squid.store' belongs to the workload "
                          "squid, but the workload is tree; choose the workload with 'workload', "
                          "or leave the option away"));
  EXPECT_EQ(make(raw_spec({{"workload", "squid"}, {"squid.store", "ufs"}})).workload_options,
            (OptionValues{{"store", "ufs"}}));
  EXPECT_THAT(mistakes(raw_spec({{"workload", "squid"}, {"files", "3"}})),
              ElementsAre(HasSubstr("belongs to the workload tree")));
}

TEST(Spec, UnknownWorkloadIsReportedWithoutBlamingItsOptions) {
  EXPECT_THAT(mistakes(raw_spec({{"workload", "tre"}, {"files", "3"}})),
              ElementsAre("argument --workload: unknown workload 'tre'; did you mean 'tree'?"));
}

TEST(Spec, OptionsOfACandidateBelongToTheWorkload) {
  const RawSpec good = raw_spec({{"workload", "squid"}}, {"xfs; store=ufs", "xfs"});
  EXPECT_EQ(make(good).candidates[0].workload_options.at("store"), "ufs");
  EXPECT_THAT(mistakes(raw_spec({}, {"xfs; fils=3", "xfs; files=0"})),
              ElementsAre(HasSubstr("tree has no option 'fils'; did you mean 'files'?"),
                          HasSubstr("option 'files': '0' is out of range")));
}

TEST(Spec, IoClassHasALevelWhereItCan) {
  for (const std::string good : {"idle", "none", "best-effort", "best-effort:0", "realtime:7"}) {
    EXPECT_EQ(make(raw_spec({{"ionice", good}})).ionice, good);
  }
  for (const std::string bad : {"idle:1", "none:0", "best-effort:8", "best-effort:", "realtime:-1",
                                "rt", "best-effort:44"}) {
    EXPECT_EQ(mistakes(raw_spec({{"ionice", bad}})).size(), 1U) << bad;
  }
}

TEST(Spec, MissingAndHostileValuesAreReported) {
  for (const auto& option : spec_options()) {
    EXPECT_THAT(mistakes(raw_spec({{option.name, ""}})),
                Contains(HasSubstr("the value is missing")))
        << option.name;
  }
  // Said once, not again as a value that is wrong.
  EXPECT_EQ(mistakes(raw_spec({{"on", ""}})).size(), 1U);
  EXPECT_THAT(mistakes(raw_spec({{"rounds", "\x1b[2J"}})).front(), HasSubstr("'\\x1b[2J'"));
  EXPECT_THAT(mistakes(raw_spec({{"work", std::string("/a\0b", 4)}})).front(),
              HasSubstr("a zero byte"));
}

TEST(OptionValue, RatiosAreFractionsOrPercent) {
  EXPECT_EQ(parse_ratio("5%"), 0.05);
  EXPECT_EQ(parse_ratio("0.05"), 0.05);
  EXPECT_EQ(parse_ratio("5"), 5.0);
  for (const auto* bad : {"", "%", "5 %", "x%", "5%%", "inf", "nan%"}) {
    EXPECT_EQ(parse_ratio(bad), std::nullopt) << bad;
  }
  EXPECT_THAT(mistakes(raw_spec({{"margin", "5"}})),
              ElementsAre("argument --margin: option 'margin': '5' is out of range; it is a ratio "
                          "such as 5% or 0.05, from 0.1% to 50%"));
  EXPECT_EQ(make(raw_spec({{"margin", "50%"}})).margin, 0.5);
  EXPECT_EQ(make(raw_spec({{"margin", "0.001"}})).margin, 0.001);
}

TEST(OptionValue, IsCheckedAgainstKindAndLimits) {
  OptionDescriptor option{.name = "x",
                          .alias = {},
                          .kind = OptionKind::number,
                          .metavar = {},
                          .default_value = {},
                          .help = {}};
  const auto is_fine = [&](OptionKind kind, std::string_view value) {
    option.kind = kind;
    return !find_option_fault(option, value);
  };
  EXPECT_TRUE(is_fine(OptionKind::number, "18446744073709551615"));
  EXPECT_FALSE(is_fine(OptionKind::number, "-1"));
  EXPECT_FALSE(is_fine(OptionKind::number, "1.5"));
  EXPECT_TRUE(is_fine(OptionKind::bytes, "128m"));
  EXPECT_FALSE(is_fine(OptionKind::bytes, "m"));
  EXPECT_TRUE(is_fine(OptionKind::duration, "1h30m"));
  EXPECT_FALSE(is_fine(OptionKind::duration, "-1s"));
  EXPECT_TRUE(is_fine(OptionKind::flag, "true"));
  EXPECT_FALSE(is_fine(OptionKind::flag, "yes"));
  EXPECT_FALSE(is_fine(OptionKind::choice, "a"));
  option.choices = {"a", "b"};
  EXPECT_TRUE(is_fine(OptionKind::choice, "a"));
  option.minimum = 2;
  option.maximum = 3;
  EXPECT_TRUE(is_fine(OptionKind::number, "2"));
  EXPECT_TRUE(is_fine(OptionKind::number, "3"));
  EXPECT_FALSE(is_fine(OptionKind::number, "1"));
  EXPECT_FALSE(is_fine(OptionKind::number, "4"));
  EXPECT_FALSE(is_fine(OptionKind::duration, "3.1s"));
}

}  // namespace
}  // namespace fsduel
