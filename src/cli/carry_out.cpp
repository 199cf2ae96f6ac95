#include "cli/carry_out.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/answer.hpp"
#include "cli/places.hpp"
#include "lab/duel_runner.hpp"
#include "run/run.hpp"
#include "sys/journal.hpp"
#include "venue/native.hpp"
#include "verdict/circumstance.hpp"
#include "verdict/judge.hpp"

namespace fsduel::cli {
namespace {

std::unique_ptr<ProgressSink> choose_progress(const Arguments& arguments,
                                              const Environment& environment) {
  ProgressLook look{.style = ProgressStyle::plain, .columns = environment.err.columns};
  if (arguments.loudness == Loudness::quiet) {
    look.style = ProgressStyle::none;
  } else if (environment.err.kind == Output::Kind::terminal) {
    look.style = ProgressStyle::terminal;
  }
  return make_progress(look, environment.err.write, environment.clock);
}

lab::LookResult look_at(const Duel& duel, std::uint64_t rounds_done) {
  const auto decision = verdict::decide(duel, rounds_done);
  const bool decided = decision.next == verdict::LookDecision::Next::stop_decided;
  return {decided ? lab::LookResult::Next::stop : lab::LookResult::Next::go_on,
          join(decision.lines, "\n")};
}

// Writes on each record, failed ones included, what has changed since the duel began.
class MarkingVenue final : public venue::Venue {
 public:
  MarkingVenue(venue::Venue& inner, const std::string& change) : inner_(inner), change_(change) {}
  void open(const venue::RunWatch& watch) override { inner_.open(watch); }
  void close() override { inner_.close(); }
  RunRecord execute(const RunSpec& spec, const venue::RunFunction& function,
                    const venue::RunWatch& watch) override {
    RunRecord record = inner_.execute(spec, function, watch);
    if (!change_.empty()) record.facts.push_back({std::string(verdict::kChangedFact), change_});
    return record;
  }

 private:
  venue::Venue& inner_;
  const std::string& change_;
};

std::string resume_hint(const Duel& duel) {
  return fmt::format("fsduel resume {}", duel.id);
}

void keep(store::Store& store, const Duel& duel, const RunRecord& record) {
  try {
    store.append(duel.id, record);
  } catch (const Error& error) {
    ErrorParts parts = error.within("keep", render_run_key(record.spec.key)).parts();
    if (!parts.next_step.empty()) parts.next_step += ", then ";
    parts.next_step += resume_hint(duel);
    throw Error(std::move(parts));
  }
}

void run_sitting(Duel& duel, const Sitting& sitting, ProgressSink& progress,
                 Environment& environment) {
  sys::StopFlag stop;
  const sys::StopSignals signals(stop);
  const std::string state = state_directory(environment);
  venue::make_directories(environment.system, state);
  sys::Journal journal(environment.system, state);
  const sys::GiveBackAtEnd give_back(journal, [&](const sys::GiveBackResult& result) {
    environment.err.write(fmt::format("fsduel: left {}: {}. Try: fsduel sweep\n",
                                      sys::describe_taken(result.taken), result.reason));
  });
  const bool makes_filesystems = duel.plan.image_size.value > 0 || !duel.plan.spec.device.empty();
  if (makes_filesystems) environment.system.enter_private_mounts();
  venue::NativeVenue native(environment.system, journal, duel.plan);
  MarkingVenue venue(native, sitting.change);
  run::TarTrees trees;
  const run::RunTools tools{environment.system, environment.clock, journal, trees};
  lab::run_duel(duel,
                {.clock = environment.clock,
                 .venue = venue,
                 .run =
                     [&](const RunSpec& spec, const RunSite& site, const venue::RunWatch& watch) {
                       return run::execute_run(spec, site, watch, tools);
                     },
                 .keep = [&](const RunRecord& record) { keep(sitting.store, duel, record); },
                 .look = look_at,
                 .watch = {stop, progress}});
}

std::string render_owner(Environment& environment) {
  const auto self = environment.system.own_process();
  return fmt::format("{} {} {}", environment.system.boot_id(), self.pid, self.start_time);
}

// The process that an owner's words name, if it still lives.
std::optional<std::uint64_t> find_living_owner(const std::string& owner, sys::System& system) {
  const auto words = split_words(owner);
  if (words.size() != 3 || words[0] != system.boot_id()) return std::nullopt;
  const auto pid = parse_number(words[1]);
  const auto start = parse_number(words[2]);
  if (!pid || !start) return std::nullopt;
  const bool is_alive = system.find_process_start(static_cast<pid_t>(*pid)) == start;
  return is_alive ? pid : std::nullopt;
}

[[noreturn]] void refuse_as_busy(std::uint64_t id, const std::string& by) {
  throw Error({.doing = "go on with",
               .object = fmt::format("duel {}", id),
               .cause = fmt::format("{} carries it out right now", by),
               .next_step = "wait until it has ended",
               .exit_code = ExitCode::usage});
}

void claim(const Duel& duel, store::Store& store, Environment& environment) {
  refuse_if_carried_out(store, duel.id, environment);
  const store::Claim claim{.before = store.find_owner(duel.id), .owner = render_owner(environment)};
  if (!store.claim(duel.id, claim)) refuse_as_busy(duel.id, "another fsduel");
}

}  // namespace

void refuse_if_carried_out(store::Store& store, std::uint64_t id, Environment& environment) {
  const auto pid = find_living_owner(store.find_owner(id), environment.system);
  if (pid) refuse_as_busy(id, fmt::format("process {}", *pid));
}

ExitCode carry_out(Duel& duel, const Sitting& sitting, const Arguments& arguments,
                   Environment& environment) {
  claim(duel, sitting.store, environment);
  auto progress = choose_progress(arguments, environment);
  run_sitting(duel, sitting, *progress, environment);
  sitting.store.finish(duel.id, duel.stop, duel.elapsed);
  progress.reset();
  environment.out.write(render_answer(duel, arguments, environment));
  const bool may_go_on =
      duel.stop == StopReason::interrupted || duel.stop == StopReason::time_limit;
  if (may_go_on && arguments.loudness == Loudness::normal) {
    environment.err.write(
        fmt::format("fsduel: to go on: {}{}\n", resume_hint(duel),
                    duel.stop == StopReason::time_limit ? " --time-limit TIME" : ""));
  }
  return lab::judge_exit(duel);
}

}  // namespace fsduel::cli
