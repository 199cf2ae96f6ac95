// The commands about stored duels: list, show, report, analyse.
#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/answer.hpp"
#include "cli/commands.hpp"
#include "cli/places.hpp"
#include "model/json.hpp"
#include "store/store.hpp"

namespace fsduel::cli {
namespace {

store::Store open_for_reading(const Arguments& arguments, Environment& environment) {
  return store::Store::open(database_path(arguments, environment), store::StoreMode::read_only);
}

[[noreturn]] void throw_no_duel(const std::string& id) {
  throw Error({.doing = "find duel",
               .object = escape_text(id),
               .cause = "there is no such duel in the database",
               .next_step = "fsduel list",
               .exit_code = ExitCode::usage});
}

Duel find_duel(const Arguments& arguments, Environment& environment) {
  auto store = open_for_reading(arguments, environment);
  return *store.find_duel(find_duel_id(store, *arguments.id));
}

std::string render_list_row(const store::DuelSummary& summary) {
  std::vector<std::string> labels;
  for (const auto& label : summary.labels) labels.push_back(escape_text(label));
  return fmt::format("{:>4}  {}  {:<8} {:>3} runs  {}{}\n", summary.id,
                     render_timestamp(summary.created), summary.workload, summary.runs,
                     join(labels, " : "), summary.stop ? "" : "  (not ended)");
}

std::string render_run_row(const RunRecord& record, const Duel& duel) {
  const auto& key = record.spec.key;
  const auto* time = find_observation(record, kWholeRun, "time_durable");
  std::string result = record.status == RunStatus::failed
                           ? "failed at " + record.failed_step + ": " + record.failure
                           : "ok";
  if (time != nullptr && time->value.value) {
    result += fmt::format(", {:.3f} s", *time->value.value);
  }
  for (const auto& invalidity : record.invalidities) {
    result +=
        fmt::format("; not valid{}: {}", invalidity.scope == InvalidScope::wall ? " for times" : "",
                    escape_text(invalidity.cause));
  }
  return fmt::format("  {:>3}  {}{}  {}\n", key.round + 1,
                     escape_text(duel.plan.spec.candidates[key.candidate].label),
                     key.twin == Twin::yes ? " (twin)" : "", result);
}

std::string render_duel_text(const Duel& duel) {
  std::string text =
      fmt::format("Duel {} ({}), {}\n", duel.id, duel.uid, render_timestamp(duel.created));
  text += fmt::format("  command    {}\n", escape_text(duel.command_line));
  text += fmt::format("  fsduel     {}\n", escape_text(duel.fsduel_version));
  text += fmt::format("  ended      {} after {}\n", render_stop_reason(duel.stop),
                      render_duration(duel.elapsed));
  text += render_plan_text(duel.plan);
  text += "\nRuns\n";
  for (const auto& record : duel.records) text += render_run_row(record, duel);
  text += "\nMachine\n";
  for (const auto& fact : duel.machine.facts) {
    text += fmt::format("  {}: {}\n", escape_text(fact.name), escape_text(fact.value));
  }
  return text;
}

}  // namespace

std::uint64_t find_duel_id(store::Store& store, const std::string& word) {
  const auto id = word == "last" ? store.last_id() : parse_number(word);
  if (!id || !store.has_duel(*id)) throw_no_duel(word);
  return *id;
}

ExitCode run_list(const Arguments& arguments, Environment& environment) {
  const std::string path = database_path(arguments, environment);
  std::vector<store::DuelSummary> duels;
  // No database yet is an empty list, not an error.
  if (environment.system.find_status(path)) {
    duels = open_for_reading(arguments, environment).list();
  }
  if (arguments.form == OutputForm::json) {
    environment.out.write(store::render_list_json(duels) + "\n");
    return ExitCode::ok;
  }
  if (duels.empty()) environment.err.write("no duels yet. Try: fsduel compare ext4 xfs btrfs\n");
  for (const auto& duel : duels) environment.out.write(render_list_row(duel));
  return ExitCode::ok;
}

ExitCode run_show(const Arguments& arguments, Environment& environment) {
  const Duel duel = find_duel(arguments, environment);
  environment.out.write(arguments.form == OutputForm::json ? render_json(duel) + "\n"
                                                           : render_duel_text(duel));
  return ExitCode::ok;
}

ExitCode run_report(const Arguments& arguments, Environment& environment) {
  const Duel duel = find_duel(arguments, environment);
  environment.out.write(render_answer(duel, arguments, environment));
  return ExitCode::ok;
}

}  // namespace fsduel::cli
