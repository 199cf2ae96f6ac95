#include "support/report_cases.hpp"

#include <utility>

#include "support/duel_builder.hpp"

namespace fsduel::support {
namespace {

// A function, as test suites are filled before objects of other files exist.
std::vector<std::string> metric_names() {
  return {"time_durable",   "cpu_per_op",     "device_written_per_op", "device_read",
          "space_per_byte", "device_flushes", "space_reserved"};
}

double typical(const std::string& metric) {
  if (metric == "time_durable") return 2.4;
  if (metric == "cpu_per_op") return 38;
  if (metric == "device_written_per_op") return 9.5;
  if (metric == "device_read") return 51200;
  if (metric == "space_per_byte") return 1.08;
  if (metric == "device_flushes") return 12;
  return 65536;
}

struct Shape {
  std::vector<double> scales;
  double sd_time = 0.02;
};

// Time as noisy as the shape says, CPU and device work quiet, space without noise.
ValueSource make_values(const Shape& shape) {
  const auto time = make_noisy({.seed = 11, .scales = shape.scales, .sd_log = shape.sd_time});
  const auto quiet =
      make_noisy({.seed = 12, .scales = shape.scales, .sd_log = 0.006, .round_sd = 0.02});
  return [time, quiet, shape](const ValuePlace& place) {
    const double size = typical(place.metric);
    if (place.phase == "cold walk" && place.metric == "device_flushes") return Measured::of(0);
    if (place.metric.find("space") == 0) {
      return Measured::of(size * (1 + (shape.scales[place.candidate] - 1) / 10));
    }
    const auto& source = place.metric == "time_durable" ? time : quiet;
    return Measured::of(size * *source(place).value);
  };
}

DuelBuilder make_builder(std::vector<std::string> labels) {
  DuelBuilder builder(std::move(labels));
  builder.metrics(metric_names())
      .headline({"time_durable", "cpu_per_op", "device_written_per_op", "space_per_byte"})
      .phases({"untar", "cold walk", "rm"});
  return builder;
}

void add_fact(Duel& duel, std::size_t candidate, const Fact& fact) {
  for (auto& record : duel.records) {
    if (record.spec.key.candidate == candidate) record.facts.push_back(fact);
  }
}

Duel make_decided() {
  Duel duel = make_builder({"ext4", "xfs", "btrfs"}).values(make_values({{1, 0.8, 1.9}})).build();
  duel.plan.candidates[1].driver = "xfs V5";
  add_fact(duel, 0, {"journal size", "64 MiB"});
  add_fact(duel, 1, {"journal size", "16 MiB"});
  add_fact(duel, 1, {"allocation groups", "4"});
  add_fact(duel, 0, {"durability: commit interval", "5 s"});
  add_fact(duel, 1, {"durability: commit interval", "30 s"});
  add_fact(duel, 2, {"durability: commit interval", "30 s"});
  return duel;
}

Duel make_undecided() {
  return make_builder({"ext4", "xfs"})
      .cap(6)
      .stop(StopReason::rounds_cap)
      .values(make_values({{1, 1.03}, 0.045}))
      .build();
}

Duel make_failed() {
  Duel duel = make_builder({"ext4", "xfs", "bad"}).values(make_values({{1, 0.8, 1}})).build();
  for (auto& record : duel.records) {
    if (record.spec.key.candidate != 2) continue;
    record.status = RunStatus::failed;
    record.failed_step = "mkfs";
    record.failure =
        "cannot make btrfs on /dev/loop0: mkfs.btrfs: ERROR: unknown feature \x1b[31mx\x1b[0m";
    record.observations.clear();
  }
  duel.records[1].invalidities.push_back({"foreign CPU 12 % of one CPU", InvalidScope::wall});
  RunRecord repeated = duel.records[1];
  repeated.spec.key.attempt = 1;
  repeated.invalidities.clear();
  duel.records.push_back(std::move(repeated));
  PhaseRecord phase;
  phase.name = "untar";
  phase.outcome.errors = {{"create ENOSPC", 2}};
  phase.outcome.first_error = "create linux/kernel/fork.c: ENOSPC";
  duel.records[1].phases.push_back(std::move(phase));
  return duel;
}

Duel make_interrupted() {
  Duel duel = make_builder({"ext4", "xfs"})
                  .rounds(3)
                  .stop(StopReason::interrupted)
                  .values(make_values({{1, 0.8}}))
                  .build();
  duel.records.back().status = RunStatus::interrupted;
  return duel;
}

Duel make_twin_tripped() {
  const auto source = make_values({{1, 0.8}});
  return make_builder({"ext4", "xfs"})
      .stop(StopReason::time_limit)
      .values([source](const ValuePlace& place) {
        const bool is_off = place.twin == Twin::yes && place.metric == "time_durable";
        return Measured::of(*source(place).value * (is_off ? 1.15 : 1.0));
      })
      .build();
}

Duel make_missing() {
  const auto source = make_values({{1, 0.8}});
  return make_builder({"ext4", "xfs"})
      .values([source](const ValuePlace& place) {
        if (place.metric == "device_flushes") return Measured::missing("the kernel is before 5.5");
        const bool is_missing = place.metric == "device_written_per_op" && place.candidate == 1;
        return is_missing ? Measured::missing("no block device below it") : source(place);
      })
      .build();
}

Duel make_equal() {
  Duel duel = make_builder({"a", "b"}).values(make_values({{1, 1}, 0.008})).build();
  for (auto& candidate : duel.plan.spec.candidates) candidate.filesystem = "ext4";
  for (auto& candidate : duel.plan.candidates) candidate.driver = "ext4";
  return duel;
}

Duel make_directories() {
  Duel duel = make_builder({"/srv/a", "/srv/b\n"}).values(make_values({{1, 1.2}})).build();
  for (auto& candidate : duel.plan.spec.candidates) {
    candidate.kind = CandidateKind::directory;
    candidate.filesystem.clear();
    candidate.directory = candidate.label;
  }
  for (auto& candidate : duel.plan.candidates) candidate.driver = "ext4";
  duel.plan.image_size = {};
  return duel;
}

}  // namespace

std::vector<ReportCase> make_report_cases() {
  return {{"decided", make_decided()},   {"undecided", make_undecided()},
          {"failed", make_failed()},     {"interrupted", make_interrupted()},
          {"twin", make_twin_tripped()}, {"missing", make_missing()},
          {"equal", make_equal()},       {"directories", make_directories()}};
}

}  // namespace fsduel::support
