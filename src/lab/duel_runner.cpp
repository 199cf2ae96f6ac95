#include "lab/duel_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/random.hpp"

namespace fsduel::lab {
namespace {

constexpr std::uint64_t kLeastRounds = 6;  // METHOD D11
constexpr std::uint64_t kRoundsUntilHopeless = 2;

// Adds round and candidate to what the run tells of its phases.
class RunProgress final : public ProgressSink {
 public:
  RunProgress(ProgressSink& outer, ProgressEvent frame) : outer_(outer), frame_(std::move(frame)) {}
  void tell(const ProgressEvent& event) override {
    ProgressEvent framed = frame_;
    framed.kind = event.kind;
    framed.phase = event.phase;
    framed.share = event.share;
    framed.text = event.text;
    outer_.tell(framed);
  }

 private:
  ProgressSink& outer_;
  ProgressEvent frame_;
};

class DuelRunner {
 public:
  DuelRunner(Duel& duel, const DuelTools& tools)
      : duel_(duel), tools_(tools), began_(tools.clock.now()), before_(duel.elapsed) {}
  StopReason run();

 private:
  [[nodiscard]] bool stopped() const { return tools_.watch.stop.is_set(); }
  [[nodiscard]] Nanoseconds elapsed() const { return before_ + (tools_.clock.now() - began_); }
  [[nodiscard]] bool no_time_for_a_round() const;
  [[nodiscard]] bool is_hopeless(std::uint64_t rounds_done) const;
  [[nodiscard]] bool has_run(const RunKey& key) const;
  [[nodiscard]] std::optional<StopReason> find_reason(std::uint64_t rounds_done);
  void run_round(std::uint64_t round);
  void repeat_failed(std::uint64_t round);
  RunStatus run_cell(const RunKey& key);
  [[nodiscard]] ProgressEvent frame(const RunKey& key) const;
  [[nodiscard]] std::uint64_t next_look(std::uint64_t rounds_done) const;

  Duel& duel_;
  const DuelTools& tools_;
  Nanoseconds began_;
  Nanoseconds before_;
  Nanoseconds longest_round_{0};
};

bool DuelRunner::no_time_for_a_round() const {
  return elapsed() + longest_round_ > duel_.plan.spec.time_limit;
}

// Fewer than two candidates that ever worked: more rounds cannot compare anything.
bool DuelRunner::is_hopeless(std::uint64_t rounds_done) const {
  if (rounds_done < kRoundsUntilHopeless) return false;
  std::set<std::uint64_t> alive;
  for (const auto& record : duel_.records) {
    if (record.status == RunStatus::ok) alive.insert(record.spec.key.candidate);
  }
  return alive.size() < 2;
}

bool DuelRunner::has_run(const RunKey& key) const {
  return std::any_of(duel_.records.begin(), duel_.records.end(),
                     [&](const RunRecord& record) { return record.spec.key == key; });
}

std::uint64_t DuelRunner::next_look(std::uint64_t rounds_done) const {
  static constexpr std::array<std::uint64_t, 6> kLooks{6, 9, 13, 19, 28, 40};
  const auto at = std::find_if(kLooks.begin(), kLooks.end(),
                               [&](std::uint64_t look) { return look > rounds_done; });
  const std::uint64_t look = at == kLooks.end() ? kLooks.back() : *at;
  return std::min<std::uint64_t>(look, duel_.plan.rounds.size());
}

ProgressEvent DuelRunner::frame(const RunKey& key) const {
  const std::uint64_t cells = duel_.plan.rounds.empty() ? 1 : duel_.plan.rounds.front().size();
  ProgressEvent event;
  event.round = key.round + 1;
  event.rounds = next_look(key.round);
  event.run = duel_.records.size() + 1;
  event.runs = event.rounds * cells;
  event.label = duel_.plan.spec.candidates[key.candidate].label;
  if (key.twin == Twin::yes) event.label += " (twin)";
  if (!duel_.records.empty() && event.runs >= event.run) {
    const auto runs_left = static_cast<std::int64_t>(event.runs - event.run + 1);
    event.left = elapsed() / static_cast<std::int64_t>(duel_.records.size()) * runs_left;
  }
  return event;
}

RunStatus DuelRunner::run_cell(const RunKey& key) {
  ProgressEvent event = frame(key);
  event.kind = ProgressEvent::Kind::run_begins;
  tools_.watch.progress.tell(event);
  RunProgress progress(tools_.watch.progress, event);
  const venue::RunWatch watch{tools_.watch.stop, progress};
  RunRecord record = tools_.venue.execute(make_run_spec(duel_.plan, key), tools_.run, watch);
  const RunStatus status = record.status;
  if (status != RunStatus::interrupted) {
    tools_.keep(record);
    duel_.records.push_back(std::move(record));
  }
  event.kind = ProgressEvent::Kind::run_ends;
  if (status == RunStatus::failed) event.text = duel_.records.back().failure;
  tools_.watch.progress.tell(event);
  return status;
}

void DuelRunner::run_round(std::uint64_t round) {
  const Nanoseconds began = tools_.clock.now();
  for (const Cell& cell : duel_.plan.rounds[round]) {
    if (stopped()) return;
    const RunKey key{.round = round, .candidate = cell.candidate, .twin = cell.twin};
    if (!has_run(key)) run_cell(key);
  }
  repeat_failed(round);
  longest_round_ = std::max(longest_round_, tools_.clock.now() - began);
}

void DuelRunner::repeat_failed(std::uint64_t round) {
  std::vector<RunKey> again;
  for (const auto& record : duel_.records) {
    const RunKey& key = record.spec.key;
    if (key.round == round && key.attempt == 0 && record.status == RunStatus::failed) {
      again.push_back(key);
    }
  }
  for (RunKey key : again) {
    key.attempt = 1;
    if (!stopped() && !has_run(key)) run_cell(key);
  }
}

std::optional<StopReason> DuelRunner::find_reason(std::uint64_t rounds_done) {
  if (stopped()) return StopReason::interrupted;
  if (is_hopeless(rounds_done)) return StopReason::all_failed;
  if (rounds_done >= duel_.plan.rounds.size()) {
    if (rounds_done >= kLeastRounds &&
        tools_.look(duel_, rounds_done).next == LookResult::Next::stop) {
      return StopReason::decided;
    }
    return StopReason::rounds_cap;
  }
  if (rounds_done == 0) return std::nullopt;
  const auto look = tools_.look(duel_, rounds_done);
  if (!look.words.empty()) {
    ProgressEvent event;
    event.kind = ProgressEvent::Kind::look;
    event.round = rounds_done;
    event.text = look.words;
    tools_.watch.progress.tell(event);
  }
  if (look.next == LookResult::Next::stop) return StopReason::decided;
  if (no_time_for_a_round()) return StopReason::time_limit;
  return std::nullopt;
}

StopReason DuelRunner::run() {
  for (std::uint64_t rounds_done = 0;; ++rounds_done) {
    duel_.elapsed = elapsed();
    if (const auto reason = find_reason(rounds_done)) return *reason;
    run_round(rounds_done);
  }
}

// Closes the venue on the way out, also when a run throws.
class OpenVenue {
 public:
  OpenVenue(venue::Venue& venue, const venue::RunWatch& watch) : venue_(venue) {
    venue.open(watch);
  }
  ~OpenVenue() {
    try {
      close();
    } catch (const Error&) {
      // Reported by close() on the good path; while unwinding, the first error is the one to show.
    }
  }
  OpenVenue(const OpenVenue&) = delete;
  OpenVenue& operator=(const OpenVenue&) = delete;
  void close() {
    if (open_) venue_.close();
    open_ = false;
  }

 private:
  venue::Venue& venue_;
  bool open_ = true;
};

}  // namespace

RunSpec make_run_spec(const Plan& plan, const RunKey& key) {
  const Spec& spec = plan.spec;
  RunSpec run;
  run.key = key;
  run.candidate = spec.candidates[key.candidate];
  run.workload = spec.workload;
  run.workload_options = spec.workload_options;
  for (const auto& [name, value] : run.candidate.workload_options) {
    run.workload_options[name] = value;
  }
  run.seed = derive(spec.seed, "stream", key.round);
  run.venue = plan.venue;
  run.ionice = spec.ionice;
  run.disturb = spec.disturb;
  return run;
}

void run_duel(Duel& duel, const DuelTools& tools) {
  DuelRunner runner(duel, tools);
  OpenVenue venue(tools.venue, tools.watch);
  duel.stop = runner.run();
  venue.close();
}

ExitCode judge_exit(const Duel& duel) {
  if (duel.stop == StopReason::interrupted) return ExitCode::interrupted;
  const bool failed =
      std::any_of(duel.records.begin(), duel.records.end(),
                  [](const RunRecord& record) { return record.status == RunStatus::failed; });
  return failed ? ExitCode::some_runs_failed : ExitCode::ok;
}

}  // namespace fsduel::lab
