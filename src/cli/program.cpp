#include "cli/program.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/version.hpp"
#include "filesystem/filesystem.hpp"
#include "workload/registry.hpp"

namespace fsduel::cli {
namespace {

ExitCode run_command(const Arguments& arguments, Environment& environment) {
  switch (arguments.command) {
    case CommandKind::help:
      environment.out.write(arguments.help_text);
      return ExitCode::ok;
    case CommandKind::version:
      environment.out.write(fmt::format("fsduel {}\n", kVersion));
      return ExitCode::ok;
    case CommandKind::compare:
      return run_compare(arguments, environment);
    case CommandKind::resume:
      return run_resume(arguments, environment);
    case CommandKind::doctor:
      return run_doctor(arguments, environment);
    case CommandKind::list:
      return run_list(arguments, environment);
    case CommandKind::show:
      return run_show(arguments, environment);
    case CommandKind::report:
    case CommandKind::analyse:
      return run_report(arguments, environment);
    case CommandKind::sweep:
      return run_sweep(arguments, environment);
    case CommandKind::database:
      return run_database(arguments, environment);
  }
  return ExitCode::usage;
}

}  // namespace

Vocabulary make_vocabulary() {
  return {.filesystems = filesystem::filesystem_names(), .workloads = workload::workloads()};
}

ExitCode run_program(std::span<const std::string> words, Environment& environment) {
  try {
    const auto parsed = parse_arguments(words, make_vocabulary());
    if (parsed.ok()) return run_command(parsed.arguments, environment);
    say_mistakes(parsed.mistakes, environment);
    // The spec's mistakes too, so that all can be mended at once.
    if (parsed.arguments.command == CommandKind::compare) {
      say_mistakes(gather_spec(parsed.arguments, environment).diagnostics, environment);
    }
    return ExitCode::usage;
  } catch (const Error& error) {
    environment.err.write(fmt::format("fsduel: {}\n", error.what()));
    return error.parts().exit_code;
  } catch (const std::exception& error) {
    environment.err.write(fmt::format("fsduel: {}\n", error.what()));
    return ExitCode::some_runs_failed;
  }
}

}  // namespace fsduel::cli
