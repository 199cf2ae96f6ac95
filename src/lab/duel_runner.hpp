// Carries a plan out: rounds, retries, looks, the stop.
#pragma once

#include <cstdint>
#include <functional>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "model/plan.hpp"
#include "model/progress.hpp"
#include "sys/stop.hpp"
#include "venue/venue.hpp"

namespace fsduel::lab {

// Keeps a finished run; it is durable when the call returns.
using RecordKeeper = std::function<void(const RunRecord&)>;

// Whether the duel may stop at this number of complete rounds, with words for the person who waits.
struct LookResult {
  enum class Next { go_on, stop } next = Next::go_on;
  std::string words;
};
using Look = std::function<LookResult(const Duel&, std::uint64_t rounds_done)>;

struct DuelTools {
  Clock& clock;
  venue::Venue& venue;
  venue::RunFunction run;
  RecordKeeper keep;
  Look look;
  venue::RunWatch watch;
};

// Runs rounds until the look says stop, the rounds or the time are used up, or the stop flag is
// set; goes on after what duel.records already has. Fills records, stop and elapsed. A failed run
// is repeated once at the end of its round; an interrupted one leaves no record. Opens the venue
// and closes it on every path. Throws what makes all further runs pointless.
void run_duel(Duel& duel, const DuelTools& tools);

// The RunSpec of one cell.
[[nodiscard]] RunSpec make_run_spec(const Plan& plan, const RunKey& key);

// Exit code of a finished duel: some_runs_failed when a run failed, interrupted when it was.
[[nodiscard]] ExitCode judge_exit(const Duel& duel);

}  // namespace fsduel::lab
