// The command line as a value. CLI11 is hidden in the source.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/diagnostic.hpp"
#include "model/spec.hpp"
#include "model/workload.hpp"

namespace fsduel::cli {

enum class CommandKind {
  help,
  version,
  compare,
  resume,
  doctor,
  list,
  show,
  report,
  analyse,
  sweep,
  database
};
enum class OutputForm { terminal, json, csv, markdown };
enum class Loudness { normal, quiet };
enum class Colour { automatic, never };
enum class DryRun { no, yes };
enum class AcceptChange { no, yes };
enum class DatabaseAction { check, backup, merge };

struct Arguments {
  CommandKind command = CommandKind::help;
  RawSpec raw;  // compare: candidates and options as typed
  std::optional<std::string> spec_file;
  std::optional<std::string> id;  // resume, show, report, analyse: a number or "last"
  std::optional<std::string> database;
  OutputForm form = OutputForm::terminal;
  Loudness loudness = Loudness::normal;
  Colour colour = Colour::automatic;
  DryRun dry_run = DryRun::no;
  AcceptChange accept_change = AcceptChange::no;  // resume
  std::optional<Nanoseconds> more_time;           // resume: beyond what was used up
  std::optional<std::string> wipe_signature;      // resume: a signature that may be overwritten
  DatabaseAction database_action = DatabaseAction::check;
  std::optional<std::string> file;  // database: there for backup and merge
  std::string help_text;            // for CommandKind::help
};

// What could be read, and every mistake at once: unknown options with the nearest valid one,
// missing values, a missing id. With mistakes the arguments serve only to look for more of them.
struct ParsedArguments {
  Arguments arguments;
  std::vector<Diagnostic> mistakes;
  [[nodiscard]] bool ok() const { return mistakes.empty(); }
};
[[nodiscard]] ParsedArguments parse_arguments(std::span<const std::string> words,
                                              const Vocabulary& vocabulary);

}  // namespace fsduel::cli
