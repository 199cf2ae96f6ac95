// The command line as a value. CLI11 is hidden in the source.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/diagnostic.hpp"
#include "model/spec.hpp"
#include "model/workload.hpp"

namespace fsduel::cli {

enum class CommandKind { help, version, compare, doctor, list, show, report, analyse, sweep };
enum class OutputForm { terminal, json, csv, markdown };
enum class Loudness { normal, quiet };
enum class Colour { automatic, never };
enum class DryRun { no, yes };

struct Arguments {
  CommandKind command = CommandKind::help;
  RawSpec raw;  // compare: candidates and options as typed
  std::optional<std::string> spec_file;
  std::optional<std::string> id;  // show, report, analyse: a number or "last"
  std::optional<std::string> database;
  OutputForm form = OutputForm::terminal;
  Loudness loudness = Loudness::normal;
  Colour colour = Colour::automatic;
  DryRun dry_run = DryRun::no;
  std::string help_text;  // for CommandKind::help
};

// Every mistake at once: unknown options with the nearest valid one, missing values, a missing id.
[[nodiscard]] Parsed<Arguments> parse_arguments(std::span<const std::string> words,
                                                const Vocabulary& vocabulary);

}  // namespace fsduel::cli
