// fsduel sweep: frees what a killed fsduel left behind, and nothing else.
#include "cli/commands.hpp"
#include "cli/places.hpp"

namespace fsduel::cli {

ExitCode run_sweep(const Arguments& arguments, Environment& environment) {
  const auto mode =
      arguments.dry_run == DryRun::yes ? sys::SweepMode::dry_run : sys::SweepMode::free;
  std::string text;
  bool failed = false;
  for (const auto& journal : sys::sweep(environment.system, state_directory(environment), mode)) {
    text += render_swept(journal, mode);
    for (const auto& result : journal.results) {
      failed = failed || result.outcome == sys::GiveBack::failed;
    }
  }
  environment.out.write(text.empty() ? "nothing to free\n" : text);
  return failed ? ExitCode::some_runs_failed : ExitCode::ok;
}

}  // namespace fsduel::cli
