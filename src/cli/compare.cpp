// fsduel compare: from words to an answer.
#include <fmt/format.h>

#include "base/random.hpp"
#include "base/text.hpp"
#include "cli/answer.hpp"
#include "cli/carry_out.hpp"
#include "cli/commands.hpp"
#include "cli/places.hpp"
#include "cli/program.hpp"
#include "cli/version.hpp"
#include "lab/machine_reader.hpp"
#include "lab/planner.hpp"
#include "model/json.hpp"
#include "store/store.hpp"
#include "workload/registry.hpp"

namespace fsduel::cli {
namespace {

// Options of the file first, those of the command line after them, so that they win; candidates of
// the command line replace the file's.
Parsed<RawSpec> gather_raw_spec(const Arguments& arguments, Environment& environment) {
  if (!arguments.spec_file) return {arguments.raw, {}};
  const auto text = environment.system.read_text(*arguments.spec_file);
  if (!text) {
    return {std::nullopt,
            {{{.source = "argument --spec"},
              "there is no file " + escape_text(*arguments.spec_file),
              "name a TOML file; specs/ has some"}}};
  }
  auto parsed = parse_spec_toml(*text, escape_text(*arguments.spec_file));
  if (!parsed.ok()) return parsed;
  RawSpec raw = std::move(*parsed.value);
  if (!arguments.raw.candidates.empty()) raw.candidates = arguments.raw.candidates;
  raw.options.insert(raw.options.end(), arguments.raw.options.begin(), arguments.raw.options.end());
  return {std::move(raw), {}};
}

struct Prepared {
  lab::Planned planned;
  Machine machine;
};

Prepared prepare(const Spec& spec, const Arguments& arguments, Environment& environment) {
  const auto* workload = workload::find_workload(spec.workload);
  Prepared out;
  out.machine = lab::read_machine(
      environment.system,
      {.tools = lab::needed_tools(spec),
       .versions = arguments.dry_run == DryRun::yes ? lab::MachineQuestion::Versions::skip
                                                    : lab::MachineQuestion::Versions::ask});
  out.planned = lab::make_plan(environment.system, {spec, out.machine, *workload});
  return out;
}

void say_notes(const lab::Planned& planned, const Arguments& arguments,
               const Environment& environment) {
  if (arguments.loudness == Loudness::quiet) return;
  for (const auto& note : planned.notes) environment.err.write("fsduel: note: " + note + "\n");
}

ExitCode say_plan(const Plan& plan, const Arguments& arguments, const Environment& environment) {
  environment.out.write(arguments.form == OutputForm::json ? render_json(plan) + "\n"
                                                           : render_plan_text(plan));
  return ExitCode::ok;
}

Duel make_duel(Prepared prepared, const Environment& environment) {
  Duel duel;
  duel.plan = std::move(*prepared.planned.plan);
  duel.machine = std::move(prepared.machine);
  duel.created = environment.clock.calendar();
  const auto moment = static_cast<std::uint64_t>(duel.created.count());
  duel.uid = fmt::format("{:016x}", derive(moment, duel.machine.host));
  duel.fsduel_version = kVersion;
  duel.command_line = environment.command_line;
  return duel;
}

}  // namespace

void say_mistakes(const std::vector<Diagnostic>& mistakes, const Environment& environment) {
  for (const auto& mistake : mistakes) {
    environment.err.write("fsduel: " + render_diagnostic(mistake) + "\n");
  }
}

Parsed<Spec> gather_spec(const Arguments& arguments, Environment& environment) {
  const auto raw = gather_raw_spec(arguments, environment);
  if (!raw.ok()) return {std::nullopt, raw.diagnostics};
  return make_spec(*raw.value, make_vocabulary());
}

ExitCode run_compare(const Arguments& arguments, Environment& environment) {
  const auto spec = gather_spec(arguments, environment);
  if (!spec.ok()) {
    say_mistakes(spec.diagnostics, environment);
    return ExitCode::usage;
  }
  auto prepared = prepare(*spec.value, arguments, environment);
  if (!prepared.planned.plan) {
    say_mistakes(prepared.planned.refusals, environment);
    return prepared.planned.exit_code;
  }
  say_notes(prepared.planned, arguments, environment);
  if (arguments.dry_run == DryRun::yes) {
    return say_plan(*prepared.planned.plan, arguments, environment);
  }
  sweep_leftovers(arguments, environment);
  auto store =
      store::Store::open(database_path(arguments, environment), store::StoreMode::read_write);
  Duel duel = make_duel(std::move(prepared), environment);
  duel.id = store.create(duel);
  return carry_out(duel, {store, {}}, arguments, environment);
}

}  // namespace fsduel::cli
