// A whole duel, planned and carried out on a machine in memory, with the 1st, 2nd ... Nth kernel
// call failing. After each: the machine is as it was, the words say what to do, finished runs were
// kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <map>

#include "filesystem/filesystem.hpp"
#include "lab/duel_runner.hpp"
#include "lab/planner.hpp"
#include "run/run.hpp"
#include "sys/fake_system.hpp"
#include "sys/faulty_system.hpp"
#include "sys/journal.hpp"
#include "venue/native.hpp"
#include "workload/registry.hpp"

namespace fsduel {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kJournals = "/state";
constexpr const char* kWork = "/var/tmp/fsduel";

// Marks what a real load marks, and does nothing.
class PretendedLoad final : public Load {
 public:
  explicit PretendedLoad(const Workload& workload) : phases_(workload.phases()) {}
  void prepare(const LoadSite&) override {}
  [[nodiscard]] std::span<const PhasePlan> phases() const override { return phases_; }
  PhaseOutcome run_phase(std::size_t, PhaseObserver& observer) override {
    observer.mark(PhaseMark::begin);
    observer.mark(PhaseMark::acknowledged);
    observer.mark(PhaseMark::durable);
    PhaseOutcome outcome;
    outcome.operations = 1;
    return outcome;
  }
  void release() override {}
  void stop() override {}

 private:
  const std::vector<PhasePlan>& phases_;
};

class SilentProgress final : public ProgressSink {
 public:
  void tell(const ProgressEvent&) override {}
};

struct Shape {
  const char* name;
  std::vector<std::string> candidates;
  const char* device = "";
  const char* wipe = "";
};

std::ostream& operator<<(std::ostream& out, const Shape& shape) {
  return out << shape.name;
}

sys::FakeProgram say(const std::string& output) {
  return [output](sys::FakeSystem&, const Command&, const sys::RunLimits&) {
    sys::ProcessResult result;
    result.output = output;
    return result;
  };
}

void furnish(sys::FakeSystem& machine) {
  machine.set_text("/proc/filesystems", "\text2\n\text3\n\text4\n\txfs\n\tbtrfs\n");
  machine.set_text("/proc/sys/vm/dirty_ratio", "20\n");
  machine.set_text("/sys/class/block/sdz/ro", "0\n");
  machine.set_text("/sys/class/block/sdz/dev", "8:16\n");
  machine.set_text("/sys/class/block/sdl/ro", "0\n");
  machine.add_block_device("/dev/sdz", kGiB * 64);
  machine.add_block_device("/dev/sdl", kGiB);
  for (const char* tool :
       {"dumpe2fs", "e2fsck", "xfs_db", "xfs_repair", "mke2fs", "wipefs", "btrfs"}) {
    machine.set_program(tool, say(""));
  }
  machine.make_directory("/var", 0755);
  machine.make_directory("/var/tmp", 0755);
  machine.make_directory("/srv", 0755);
  machine.make_directory("/srv/a", 0755);
  machine.make_directory("/srv/b", 0755);
}

// What a duel may not change: mounts, loop devices, settings, folders.
std::string describe(sys::FakeSystem& machine) {
  std::string text;
  for (const auto& mount : machine.read_mounts()) text += "mounted: " + mount.target + "\n";
  for (const auto& loop : machine.read_loops()) text += "attached: " + loop.name + "\n";
  const auto ratio = machine.read_text("/proc/sys/vm/dirty_ratio").value_or("");
  if (sys::find_setting_value(ratio) != "20") text += "dirty_ratio: " + ratio + "\n";
  for (const char* folder : {kWork, kJournals, "/srv/a", "/srv/b"}) {
    if (!machine.find_status(folder)) continue;
    for (const auto& name : machine.list_directory(folder)) {
      text += std::string("left: ") + folder + "/" + name + "\n";
    }
  }
  return text;
}

Machine describe_host(const Spec& spec) {
  Machine host;
  host.root = Ability::yes;
  host.loop_devices = Ability::yes;
  host.filesystems = {"btrfs", "ext2", "ext3", "ext4", "xfs"};
  host.ext_drivers = {"ext2", "ext3"};
  for (const auto& tool : lab::needed_tools(spec))
    host.tools.push_back({tool, "/sbin/" + tool, ""});
  return host;
}

Spec make_duel_spec(const Shape& shape) {
  Spec spec;
  for (const auto& text : shape.candidates) {
    spec.candidates.push_back(*parse_candidate(text, {}, filesystem::filesystem_names()).value);
  }
  EXPECT_TRUE(assign_labels(spec.candidates).empty());
  spec.baseline = spec.candidates.front().label;
  spec.rounds_cap = 1;
  spec.time_limit = std::chrono::hours{1000};
  spec.device = shape.device;
  spec.wipe = shape.wipe;
  spec.disturb = Disturb::yes;
  const auto* workload = workload::find_workload("tree");
  for (const auto& option : workload->options) {
    spec.workload_options[option.name] = option.default_value;
  }
  spec.workload_options["files"] = "10";
  return spec;
}

// One attempt at a duel, and what came of it.
struct Attempt {
  Duel duel;
  std::size_t kept = 0;
  std::string error;  // of the duel as a whole
  std::vector<std::string> refusals;
};

void carry_out(sys::System& system, Attempt& attempt) {
  FakeClock clock;
  sys::StopFlag stop;
  SilentProgress progress;
  sys::Journal journal(system, kJournals);
  const sys::GiveBackAtEnd give_back(journal, {});
  venue::NativeVenue venue(system, journal, attempt.duel.plan);
  run::TarTrees trees;
  const run::RunTools tools{system, clock, journal, trees, [](const run::LoadNeeds& needs) {
                              return std::make_unique<PretendedLoad>(needs.workload);
                            }};
  lab::run_duel(attempt.duel,
                {.clock = clock,
                 .venue = venue,
                 .run =
                     [&](const RunSpec& spec, const RunSite& site, const venue::RunWatch& watch) {
                       return run::execute_run(spec, site, watch, tools);
                     },
                 .keep = [&](const RunRecord&) { ++attempt.kept; },
                 .look = [](const Duel&, std::uint64_t) { return lab::LookResult{}; },
                 .watch = {stop, progress}});
}

Attempt try_duel(sys::System& system, const Shape& shape) {
  Attempt attempt;
  const Spec spec = make_duel_spec(shape);
  try {
    auto planned = lab::make_plan(
        system, {spec, describe_host(spec), *workload::find_workload(spec.workload)});
    for (const auto& refusal : planned.refusals) {
      attempt.refusals.push_back(render_diagnostic(refusal));
    }
    if (!planned.plan) return attempt;
    attempt.duel.plan = std::move(*planned.plan);
    carry_out(system, attempt);
  } catch (const Error& error) {
    attempt.error = error.what();
  }
  return attempt;
}

// Failures of the whole duel and of single runs alike say what was done to what, why, and what to
// do next.
void expect_helpful_words(const Attempt& attempt, const std::string& call) {
  std::vector<std::string> words;
  if (!attempt.error.empty()) words.push_back(attempt.error);
  for (const auto& record : attempt.duel.records) {
    if (record.status != RunStatus::ok) words.push_back(record.failure);
  }
  for (const auto& text : words) {
    EXPECT_THAT(text, HasSubstr("cannot ")) << call;
    EXPECT_THAT(text, HasSubstr(": ")) << call;
    EXPECT_THAT(text, HasSubstr("Try: ")) << call;
  }
}

// The next start of fsduel, after the process of the duel has ended.
void sweep_afterwards(sys::FakeSystem& machine) {
  machine.remove_process(machine.own_process().pid);
  machine.set_own_process({2000, 9000});
  static_cast<void>(sys::sweep(machine, kJournals, sys::SweepMode::free));
}

// Only where giving back itself was what failed may the next start have to do it.
bool gives_back(const std::string& call) {
  for (const char* start : {"unmount ", "close loop ", "remove ", "append to "}) {
    if (call.starts_with(start)) return true;
  }
  return false;
}

using Case = std::tuple<Shape, int>;
class DuelFaultSweep : public ::testing::TestWithParam<Case> {};

// The calls of a duel in which nothing fails. Those that are made again and again while disks
// settle are kept twice: numbers from 1.
std::vector<std::size_t> choose_calls(const std::vector<std::string>& calls) {
  std::map<std::string, int> seen;
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const bool only_looks = calls[i].starts_with("read ") || calls[i].starts_with("list ");
    if (++seen[calls[i]] <= 2 || !only_looks) chosen.push_back(i + 1);
  }
  return chosen;
}

TEST_P(DuelFaultSweep, IsADuelThatSucceedsWhenNothingFails) {
  sys::FakeSystem machine;
  furnish(machine);
  const Attempt attempt = try_duel(machine, std::get<0>(GetParam()));
  EXPECT_EQ(attempt.error, "");
  EXPECT_THAT(attempt.refusals, IsEmpty());
  ASSERT_EQ(attempt.duel.records.size(), 3U);
  for (const auto& record : attempt.duel.records) EXPECT_EQ(record.failure, "");
  EXPECT_EQ(describe(machine), "");
}

TEST_P(DuelFaultSweep, LeavesTheMachineAsItWasAndSaysWhy) {
  const auto& [shape, errno_value] = GetParam();
  sys::FakeSystem untroubled;
  furnish(untroubled);
  sys::FaultySystem counted(untroubled, 0, 0);
  (void)try_duel(counted, shape);
  const auto numbers = choose_calls(counted.calls());
  EXPECT_GT(numbers.size(), 50U);
  for (const std::size_t number : numbers) {
    sys::FakeSystem machine;
    furnish(machine);
    sys::FaultySystem faulty(machine, number, errno_value);
    const Attempt attempt = try_duel(faulty, shape);
    ASSERT_TRUE(faulty.has_failed());
    const std::string& failed = faulty.calls()[number - 1];
    const std::string call = std::to_string(number) + ": " + failed + "\n" + attempt.error;
    expect_helpful_words(attempt, call);
    EXPECT_EQ(attempt.kept, attempt.duel.records.size()) << call;
    if (!gives_back(failed)) {
      EXPECT_EQ(describe(machine), "") << call;
    }
    sweep_afterwards(machine);
    EXPECT_EQ(describe(machine), "") << "after sweep, " << call;
  }
}

const Shape kShapes[] = {
    {"image", {"ext4", "xfs"}},
    {"device", {"ext4", "xfs"}, "/dev/sdz", "/dev/sdz"},
    {"directory", {"/srv/a", "/srv/b"}},
    {"external_log", {"xfs; log=image:64m", "ext4"}},
    {"log_device", {"xfs; log=/dev/sdl", "ext4"}, "", "/dev/sdl"},
    {"settings", {"ext4; set queue/scheduler=bfq; set vm.dirty_ratio=10", "xfs"}},
};

std::string name_case(const ::testing::TestParamInfo<Case>& info) {
  return std::string(std::get<0>(info.param).name) + "_" + std::to_string(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Shapes, DuelFaultSweep,
                         ::testing::Combine(::testing::ValuesIn(kShapes), ::testing::Values(EIO)),
                         name_case);
// What an errno means matters in few places: one shape with all of them, the rest with one.
INSTANTIATE_TEST_SUITE_P(Errnos, DuelFaultSweep,
                         ::testing::Combine(::testing::Values(kShapes[5]),
                                            ::testing::Values(ENOSPC, EBUSY, EINTR, EPERM)),
                         name_case);

}  // namespace
}  // namespace fsduel
