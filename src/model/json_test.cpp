#include "model/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/random.hpp"

namespace fsduel {
namespace {

using testing::HasSubstr;

using namespace std::string_literals;

const std::string kHostile = "\xff\xfe \x1b[2J \"quoted\" \\ \n \x00 \xc3\xa4 \xef\x9e\x80"s;

// Values with every field set to something that is not its default, so that a field which is not
// carried shows.
Candidate full_candidate() {
  return {.label = "old",
          .text = kHostile,
          .kind = CandidateKind::directory,
          .filesystem = "xfs",
          .mkfs_arguments = {"-d", kHostile},
          .mount_options = {"noatime"},
          .settings = {{"vm.dirty_ratio", "5"}},
          .log = ExtraDisk{kMiB, {}},
          .devices = {{{}, "/dev/sdb"}},
          .kernel = "6.12",
          .md = "raid5",
          .workload_options = {{"store", "aufs"}, {kHostile, kHostile}},
          .directory = "/srv/\xff"};
}

Spec full_spec() {
  return {.candidates = {full_candidate(), {}},
          .workload = "squid",
          .workload_options = {{"a", "b"}},
          .venue = VenueKind::virtual_time,
          .device = "/dev/sdx",
          .wipe = "/dev/sdy",
          .wipe_signature = "ext4",
          .work_directory = "/w",
          .image_size = Bytes{std::numeric_limits<std::uint64_t>::max()},
          .rounds_cap = 9,
          .time_limit = Nanoseconds{123456789},
          .seed = std::numeric_limits<std::uint64_t>::max(),
          .baseline = "new",
          .margin = 0.1 + 0.2,
          .ionice = "idle",
          .disturb = Disturb::yes};
}

Machine full_machine() {
  return {.host = "h",
          .kernel_release = "6.1",
          .root = Ability::yes,
          .loop_devices = Ability::yes,
          .loop_reason = "r",
          .filesystems = {"xfs"},
          .ext_drivers = {"ext3"},
          .xfs_v4 = Ability::yes,
          .tools = {{"mkfs.xfs", "/sbin/mkfs.xfs", "6"}},
          .cpus = 2,
          .memory = kGiB,
          .facts = {{"cpu", kHostile}}};
}

RunSpec full_run_spec() {
  return {.key = {3, 1, Twin::yes, 2},
          .candidate = full_candidate(),
          .workload = "tree",
          .workload_options = {{"files", "3"}},
          .seed = 4,
          .format_seed = 5,
          .venue = VenueKind::guest,
          .ionice = "idle",
          .disturb = Disturb::yes};
}

PhaseRecord full_phase() {
  PhaseOutcome outcome{.operations = 1,
                       .bytes_read = {2},
                       .bytes_written = {3},
                       .worker_cpu = Nanoseconds{4},
                       .errors = {{"create ENOSPC", 5}, {kHostile, 6}},
                       .first_error = kHostile,
                       .latencies = {{.op_class = "create",
                                      .buckets = {{1, 2}, {4294967295U, 7}},
                                      .count = 3,
                                      .sum = Nanoseconds{4},
                                      .minimum = Nanoseconds{5},
                                      .maximum = Nanoseconds{6}}},
                       .end = PhaseOutcome::End::stopped};
  return {.name = "untar",
          .outcome = outcome,
          .asked = CacheState::cold,
          .regime = "mixed",
          .facts = {{"a", "b"}}};
}

RunRecord full_record() {
  return {.schema = 7,
          .spec = full_run_spec(),
          .status = RunStatus::interrupted,
          .failure = kHostile,
          .failed_step = "mkfs",
          .invalidities = {{"steal", InvalidScope::wall}},
          .phases = {full_phase()},
          .observations = {{"untar", "time_durable", Measured::of(1.0 / 3)},
                           {"run", "errors", Measured::missing("why " + kHostile)}},
          .facts = {{"mount", "rw"}},
          .started = Nanoseconds{-5},
          .duration = Nanoseconds{std::numeric_limits<std::int64_t>::max()}};
}

Plan full_plan() {
  return {.spec = full_spec(),
          .venue = VenueKind::guest,
          .venue_reason = "r",
          .baseline = 1,
          .candidates = {{"a", {"mkfs"}, "xfs V5", {{"x", "y"}}}},
          .rounds = {{{0, Twin::no}, {1, Twin::yes}}, {}},
          .headline_metrics = {"time_durable"},
          .phases = {{"untar", PhaseKind::durable, CacheState::cold, "s", "t", "h"}},
          .work_directory = "/w",
          .image_size = {1},
          .log_image_size = {2},
          .bytes_per_run = {3},
          .time_per_run = Nanoseconds{4},
          .written_to = "sda"};
}

Duel full_duel() {
  return {.id = 3,
          .uid = "u",
          .fsduel_version = "v",
          .created = Nanoseconds{5},
          .command_line = kHostile,
          .plan = full_plan(),
          .machine = full_machine(),
          .records = {full_record(), {}},
          .stop = StopReason::all_failed,
          .elapsed = Nanoseconds{6}};
}

TEST(Json, IsPlainAsciiWhateverTheNames) {
  RunSpec spec;
  spec.candidate.directory = "/\x7f\xc2\x9b\x1b\xff";
  const std::string text = render_json(spec);
  EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < '\x7f'; }))
      << text;
  EXPECT_EQ(parse_run_spec_json(text), spec);
}

TEST(Json, EveryFieldComesBack) {
  EXPECT_EQ(parse_spec_json(render_json(full_spec())), full_spec());
  EXPECT_EQ(parse_machine_json(render_json(full_machine())), full_machine());
  EXPECT_EQ(parse_run_spec_json(render_json(full_run_spec())), full_run_spec());
  EXPECT_EQ(parse_run_record_json(render_json(full_record())), full_record());
  EXPECT_EQ(parse_plan_json(render_json(full_plan())), full_plan());
  EXPECT_EQ(parse_duel_json(render_json(full_duel())), full_duel());
}

TEST(Json, DefaultsComeBack) {
  EXPECT_EQ(parse_spec_json(render_json(Spec{})), Spec{});
  EXPECT_EQ(parse_machine_json(render_json(Machine{})), Machine{});
  EXPECT_EQ(parse_run_record_json(render_json(RunRecord{})), RunRecord{});
  EXPECT_EQ(parse_plan_json(render_json(Plan{})), Plan{});
}

TEST(Json, EveryEnumeratorComesBackByName) {
  RunRecord record;
  record.phases.resize(1);
  for (const auto status : {RunStatus::ok, RunStatus::failed, RunStatus::interrupted}) {
    record.status = status;
    EXPECT_EQ(parse_run_record_json(render_json(record)), record);
  }
  Plan plan;
  for (const auto kind : {PhaseKind::stream, PhaseKind::walk, PhaseKind::read, PhaseKind::copy,
                          PhaseKind::remove, PhaseKind::durable}) {
    plan.phases = {{.name = "p", .kind = kind, .subject = {}, .target = {}, .help = {}}};
    EXPECT_EQ(parse_plan_json(render_json(plan)), plan);
  }
  EXPECT_THAT(render_json(plan), HasSubstr(R"("kind":"durable")"));
}

RunRecord with_value(Measured value) {
  RunRecord record;
  record.observations = {{"untar", "time_durable", std::move(value)}};
  return record;
}

TEST(Json, AMissingValueHasItsReason) {
  EXPECT_THAT(render_json(with_value(Measured::missing("no schedstat"))),
              HasSubstr(R"("value":{"unavailable":"no schedstat"})"));
  EXPECT_THAT(render_json(with_value(Measured::of(0))), HasSubstr(R"("value":0.0)"));
}

TEST(Json, DoublesComeBackBitForBit) {
  RunRecord record;
  const auto add = [&](double value) {
    if (!std::isnan(value)) record.observations.push_back({"p", "m", Measured::of(value)});
  };
  for (const double value : {0.0, -0.0, 0.1, 5e-324, 1.7976931348623157e308, 1e21, 123456789.0}) {
    add(value);
  }
  Random random(1);
  for (int i = 0; i < 5000; ++i) add(std::bit_cast<double>(random.next()));
  const auto back = parse_run_record_json(render_json(record));
  ASSERT_EQ(back.observations.size(), record.observations.size());
  for (std::size_t i = 0; i < back.observations.size(); ++i) {
    ASSERT_EQ(std::bit_cast<std::uint64_t>(*back.observations[i].value.value),
              std::bit_cast<std::uint64_t>(*record.observations[i].value.value));
  }
}

TEST(Json, NumbersThatAreNotFiniteComeBack) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double value : {kInfinity, -kInfinity}) {
    EXPECT_EQ(parse_run_record_json(render_json(with_value(Measured::of(value)))),
              with_value(Measured::of(value)));
  }
  const auto back = parse_run_record_json(render_json(with_value(Measured::of(std::nan("")))));
  EXPECT_TRUE(std::isnan(*back.observations[0].value.value));
}

// What reading says about a document that was right before `from` became `to`.
std::string refusal(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == std::string::npos) return "not in the document: " + from;
  text.replace(at, from.size(), to);
  try {
    (void)parse_run_record_json(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Json, WhatIsWrongIsNamedByItsPath) {
  const std::string text = render_json(full_record());
  EXPECT_EQ(refusal(text, R"("schema":7,)", ""), "cannot read the field schema: it is missing");
  EXPECT_EQ(refusal(text, R"("schema":7)", R"("schema":"7")"),
            "cannot read the field schema: it is string, not a whole number");
  EXPECT_EQ(refusal(text, R"("schema":7)", R"("schema":4294967296)"),
            "cannot read the field schema: 4294967296 is out of range");
  EXPECT_EQ(refusal(text, R"("round":3)", R"("round":-3)"),
            "cannot read the field spec.key.round: -3 is out of range");
  EXPECT_EQ(refusal(text, R"("round":3)", R"("round":3.5)"),
            "cannot read the field spec.key.round: it is number, not a whole number");
  EXPECT_EQ(refusal(text, R"("wall")", R"("Wall")"),
            "cannot read the field invalidities[0].scope: 'Wall' is no known name");
  EXPECT_EQ(refusal(text, R"("end":"stopped")", R"("end":"stopped","more":1)"),
            "cannot read the field phases[0].outcome.more: it is not known");
  EXPECT_EQ(refusal(text, "[4294967295,7]", "[4294967295]"),
            "cannot read the field phases[0].outcome.latencies[0].buckets[1]: it is array, not a "
            "pair");
  EXPECT_EQ(refusal(text, R"({"unavailable":)", R"({"unavailble":)"),
            "cannot read the field observations[1].value: it is neither a number nor the reason "
            "why there is none");
  EXPECT_EQ(refusal(text, R"("phases":[)", R"("phases":null,"p":[)"),
            "cannot read the field phases: it is null, not a list");
}

TEST(Json, TextThatIsNoDocumentIsRefused) {
  for (const std::string text : {"", "{", "[]", "null", "1", "{\"schema\":1}", "\xff"}) {
    EXPECT_THROW((void)parse_run_record_json(text), Error) << text;
  }
  EXPECT_THROW((void)parse_spec_json(std::string(10000, '[')), Error);
}

TEST(Json, AListOfDuelsIsAnArray) {
  EXPECT_EQ(render_json(std::vector<DuelSummary>{}), "[]");
  EXPECT_EQ(render_json(std::vector<DuelSummary>{{.id = 7,
                                                  .uid = "u",
                                                  .created = Nanoseconds{1},
                                                  .workload = "tree",
                                                  .labels = {"a", "b"},
                                                  .runs = 3,
                                                  .rounds_done = 1,
                                                  .stop = {}}}),
            R"([{"id":7,"uid":"u","created_ns":1,"workload":"tree","labels":["a","b"],)"
            R"("runs":3,"rounds_done":1,"stop":null}])");
}

// A document with any byte changed is read or refused, never anything else.
TEST(Json, ADamagedDocumentIsReadOrRefused) {
  const std::string text = render_json(full_record());
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(derive(2, "damage", seed));
    std::string damaged = text;
    damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
    if (random.below(4) == 0) damaged.resize(random.below(damaged.size()));
    try {
      const auto record = parse_run_record_json(damaged);
      EXPECT_EQ(parse_run_record_json(render_json(record)), record) << seed;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("cannot read ")) << seed;
    }
  }
}

}  // namespace
}  // namespace fsduel
