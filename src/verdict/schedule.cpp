#include "verdict/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "stats/looks.hpp"

namespace fsduel::verdict {
namespace {

std::size_t last_look(std::size_t cap) {
  return std::min(cap, stats::kLooks.back());
}

// The largest declared look that is not later; 0: none.
std::size_t latest_look(std::size_t rounds, std::size_t cap) {
  while (rounds > 0 && moment_of(rounds, cap) == Moment::undeclared) --rounds;
  return rounds;
}

}  // namespace

Moment moment_of(std::size_t rounds, std::size_t cap) {
  if (rounds < kFewestRounds || rounds > last_look(cap)) return Moment::undeclared;
  if (rounds == last_look(cap)) return Moment::last_look;
  return stats::is_look(rounds) ? Moment::look : Moment::undeclared;
}

std::optional<std::size_t> next_look(std::size_t rounds, std::size_t cap) {
  const std::size_t last = last_look(cap);
  if (rounds >= last) return std::nullopt;
  return std::min(stats::next_look(rounds).value_or(last), last);
}

Analysis choose_analysis(const Ending& ending) {
  const std::size_t complete = ending.complete;
  if (complete < kFewestRounds) {
    return {complete, false,
            fmt::format("{} rounds are the least that can decide; {} {} complete", kFewestRounds,
                        complete, complete == 1 ? "is" : "are")};
  }
  // The time limit was fixed beforehand and knows nothing of who is ahead: its end is a last look.
  const std::size_t rounds = ending.stop == StopReason::time_limit
                                 ? std::min(complete, stats::kLooks.back())
                                 : latest_look(complete, ending.cap);
  if (rounds == complete) return {rounds, true, {}};
  return {rounds, true,
          fmt::format("the figures rest on the first {} of {} complete rounds: only declared "
                      "moments may decide, and later rounds would raise the error of the words",
                      rounds, complete)};
}

}  // namespace fsduel::verdict
