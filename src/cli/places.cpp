#include "cli/places.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "store/store.hpp"
#include "sys/journal.hpp"
#include "venue/native.hpp"

namespace fsduel::cli {
namespace {

std::string home_state(const Environment& environment) {
  if (const auto state = environment.variable("XDG_STATE_HOME")) return *state + "/fsduel";
  if (const auto home = environment.variable("HOME")) return *home + "/.local/state/fsduel";
  return "/tmp/fsduel-state";
}

}  // namespace

std::string database_path(const Arguments& arguments, const Environment& environment) {
  if (arguments.database) return *arguments.database;
  return store::default_database_path(environment.variable);
}

// Not on a tmpfs such as /run: after a power cut the work folders on the disk are still there.
std::string state_directory(const Environment& environment) {
  return environment.system.is_root() ? "/var/lib/fsduel/journal"
                                      : home_state(environment) + "/journal";
}

std::string render_swept(const sys::SweptJournal& journal, sys::SweepMode mode) {
  std::string text;
  for (const auto& result : journal.results) {
    switch (result.outcome) {
      case sys::GiveBack::done:
        text +=
            fmt::format("fsduel: {} {}\n", mode == sys::SweepMode::free ? "freed" : "would free",
                        sys::describe_taken(result.taken));
        break;
      case sys::GiveBack::not_ours:
      case sys::GiveBack::failed:
        text +=
            fmt::format("fsduel: left {}: {}\n", sys::describe_taken(result.taken), result.reason);
        break;
      case sys::GiveBack::gone:
        break;
    }
  }
  if (journal.damaged_lines > 0) {
    text += fmt::format("fsduel: {} damaged lines in {}\n", journal.damaged_lines,
                        escape_text(journal.path));
  }
  return text;
}

void sweep_leftovers(const Arguments& arguments, Environment& environment) {
  for (const auto& journal :
       sys::sweep(environment.system, state_directory(environment), sys::SweepMode::free)) {
    if (arguments.loudness == Loudness::normal) {
      environment.err.write(render_swept(journal, sys::SweepMode::free));
    }
  }
}

}  // namespace fsduel::cli
