// fsduel resume: goes on with a duel that was stopped or killed.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/carry_out.hpp"
#include "cli/changes.hpp"
#include "cli/commands.hpp"
#include "cli/places.hpp"
#include "cli/version.hpp"
#include "lab/machine_reader.hpp"
#include "lab/planner.hpp"
#include "store/store.hpp"
#include "workload/registry.hpp"

namespace fsduel::cli {
namespace {

[[noreturn]] void refuse(std::uint64_t id, std::string cause, std::string next_step) {
  throw Error({.doing = "go on with",
               .object = fmt::format("duel {}", id),
               .cause = std::move(cause),
               .next_step = std::move(next_step),
               .exit_code = ExitCode::usage});
}

// A missing database is not made only to say that a duel is not in it.
store::Store open_existing(const Arguments& arguments, Environment& environment) {
  const std::string path = database_path(arguments, environment);
  const auto mode = environment.system.find_status(path) ? store::StoreMode::read_write
                                                         : store::StoreMode::read_only;
  return store::Store::open(path, mode);
}

void drop_torn_run(store::Store& store, std::uint64_t id, const Environment& environment) {
  const auto key = store.drop_torn_run(id);
  if (!key) return;
  environment.err.write(fmt::format(
      "fsduel: the last run of duel {} was torn, is dropped and will be run again: {}\n", id,
      render_run_key(*key)));
}

void refuse_if_ended(const Duel& duel, store::Store& store) {
  const auto duels = store.list();
  const auto summary = std::find_if(duels.begin(), duels.end(),
                                    [&](const DuelSummary& each) { return each.id == duel.id; });
  const auto stop = summary == duels.end() ? std::nullopt : summary->stop;
  if (!stop || *stop == StopReason::interrupted || *stop == StopReason::time_limit) return;
  refuse(duel.id, fmt::format("it has ended: {}", render_stop_reason(*stop)),
         fmt::format("fsduel report {}, or a new duel", duel.id));
}

// What was used up before counts. A killed duel could not say how long it had taken: then its runs
// tell, without the preparation between them.
void set_time(Duel& duel, const Arguments& arguments) {
  Nanoseconds in_runs{0};
  for (const auto& record : duel.records) in_runs += record.duration;
  duel.elapsed = std::max(duel.elapsed, in_runs);
  if (arguments.more_time) duel.plan.spec.time_limit = duel.elapsed + *arguments.more_time;
  if (duel.elapsed < duel.plan.spec.time_limit) return;
  refuse(duel.id,
         fmt::format("it has used up its time limit of {}",
                     render_duration(duel.plan.spec.time_limit)),
         fmt::format("fsduel resume {} --time-limit TIME, which gives it that much more", duel.id));
}

struct Look {
  Machine machine;
  lab::Planned planned;
};

Look look_again(const Duel& duel, Environment& environment) {
  const Spec& spec = duel.plan.spec;
  Look look;
  look.machine = lab::read_machine(
      environment.system,
      {.tools = lab::needed_tools(spec), .versions = lab::MachineQuestion::Versions::ask});
  const auto* workload = workload::find_workload(spec.workload);
  if (workload == nullptr) {
    refuse(duel.id, "this fsduel has no workload " + escape_text(spec.workload),
           "the fsduel that began it: " + escape_text(duel.fsduel_version));
  }
  look.planned = lab::make_plan(environment.system, {spec, look.machine, *workload});
  return look;
}

void say_changes(const Duel& duel, const std::vector<std::string>& changes,
                 const Environment& environment) {
  environment.err.write(fmt::format("fsduel: changed since duel {} began:\n", duel.id));
  for (const auto& change : changes) environment.err.write("  " + escape_text(change) + "\n");
}

// The words of all changes for the record; throws Error when there are some that were not accepted.
std::string accept_changes(const Duel& duel, const Look& look, const Arguments& arguments,
                           const Environment& environment) {
  std::vector<std::string> lines;
  for (const auto& change : list_changes(duel, {kVersion, look.machine, *look.planned.plan})) {
    lines.push_back(render_change(change));
  }
  if (lines.empty()) return {};
  say_changes(duel, lines, environment);
  if (arguments.accept_change == AcceptChange::no) {
    refuse(duel.id, "its runs could not be compared with those before",
           fmt::format("fsduel resume {} --accept-change, which marks it in the answer, or a new "
                       "duel",
                       duel.id));
  }
  return join(lines, "; ");
}

}  // namespace

ExitCode run_resume(const Arguments& arguments, Environment& environment) {
  auto store = open_existing(arguments, environment);
  const std::uint64_t id = find_duel_id(store, *arguments.id);
  refuse_if_carried_out(store, id, environment);
  drop_torn_run(store, id, environment);
  Duel duel = *store.find_duel(id);
  refuse_if_ended(duel, store);
  set_time(duel, arguments);
  if (arguments.wipe_signature) duel.plan.spec.wipe_signature = arguments.wipe_signature;
  sweep_leftovers(arguments, environment);
  const Look look = look_again(duel, environment);
  if (!look.planned.plan) {
    say_mistakes(look.planned.refusals, environment);
    return look.planned.exit_code;
  }
  const std::string change = accept_changes(duel, look, arguments, environment);
  return carry_out(duel, {store, change}, arguments, environment);
}

}  // namespace fsduel::cli
