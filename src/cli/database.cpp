// fsduel db: checks the results database, copies it, brings another one in.
#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/places.hpp"
#include "store/merge.hpp"
#include "store/store.hpp"

namespace fsduel::cli {
namespace {

std::string count_words(std::uint64_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

ExitCode check(const std::string& path, const Environment& environment) {
  const auto counts = store::Store::open(path, store::StoreMode::read_only).check();
  environment.out.write(fmt::format("{}: intact, {} with {}\n", escape_text(path),
                                    count_words(counts.duels, "duel"),
                                    count_words(counts.runs, "run")));
  return ExitCode::ok;
}

// The copy is read once, so that a backup which is said to be one is one.
ExitCode back_up(const std::string& path, const std::string& file, const Environment& environment) {
  store::Store::open(path, store::StoreMode::read_only).back_up(file);
  return check(file, environment);
}

ExitCode merge(const std::string& path, const std::string& file, const Environment& environment) {
  auto from = store::Store::open(file, store::StoreMode::read_only);
  auto into = store::Store::open(path, store::StoreMode::read_write);
  const auto merged = store::merge(into, from);
  for (const auto& reason : merged.left) {
    environment.err.write("fsduel: left out: " + reason + "\n");
  }
  environment.out.write(
      fmt::format("{} added, {} carried on, {} known already, {} left out; {} stored\n",
                  count_words(merged.added, "duel"), merged.continued, merged.known,
                  merged.left.size(), count_words(merged.runs, "run")));
  return merged.left.empty() ? ExitCode::ok : ExitCode::some_runs_failed;
}

}  // namespace

ExitCode run_database(const Arguments& arguments, Environment& environment) {
  const std::string path = database_path(arguments, environment);
  switch (arguments.database_action) {
    case DatabaseAction::check:
      return check(path, environment);
    case DatabaseAction::backup:
      return back_up(path, *arguments.file, environment);
    case DatabaseAction::merge:
      return merge(path, *arguments.file, environment);
  }
  return ExitCode::usage;
}

}  // namespace fsduel::cli
