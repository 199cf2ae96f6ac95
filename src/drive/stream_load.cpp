#include "drive/stream_load.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include "base/check.hpp"
#include "base/error.hpp"
#include "base/fd.hpp"
#include "base/text.hpp"
#include "drive/phase_gate.hpp"
#include "drive/phase_work.hpp"

namespace fsduel::drive {
namespace {

constexpr Nanoseconds kProgressInterval = std::chrono::milliseconds{100};

Nanoseconds read_thread_cpu() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds{time.tv_sec} + Nanoseconds{time.tv_nsec};
}

Fd open_root(const std::string& root) {
  const int fd = ::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) throw_errno(errno, "open folder", escape_text(root));
  return Fd(fd);
}

std::optional<sys::IoPriority> read_priority(const std::string& ionice) {
  if (ionice.empty() || ionice == "none") return std::nullopt;
  const auto priority = sys::parse_io_priority(ionice);
  if (priority) return priority;
  throw Error({.doing = "set I/O priority",
               .object = escape_text(ionice),
               .cause = "there is no such class or level",
               .next_step = "use idle, best-effort:0 to 7 or realtime:0 to 7",
               .exit_code = ExitCode::usage});
}

}  // namespace

// The workers of one phase.
struct StreamLoad::Crew {
  struct Member {
    Fd root;
    Recorder recorder;
    std::unique_ptr<PhaseWork> work;
    Nanoseconds cpu{0};
    PhaseOutcome::End end = PhaseOutcome::End::stopped;
    std::exception_ptr failure;
  };

  Crew(const StreamLoad& of, std::size_t phase_index, PhaseObserver& told)
      : load(of),
        phase(phase_index),
        plan(of.workload_->phases()[phase_index]),
        observer(told),
        members(plan.kind == PhaseKind::stream ? of.workload_->workers() : 1),
        gate(members.size()) {}

  // Every path passes both gates, or the others would wait forever.
  void work(std::size_t index) {
    Member& me = members[index];
    guarded(me, [&] { prepare(me, index); });
    observer.worker_joins(index, static_cast<int>(::gettid()));
    gate.arrive_and_wait();
    if (!is_given_up) guarded(me, [&] { carry_out(me); });
    observer.worker_leaves(index);
    gate.arrive();
  }

  template <typename Action>
  static void guarded(Member& member, const Action& action) {
    try {
      action();
    } catch (...) {  // kept, and thrown again by the thread that runs the phase
      member.failure = std::current_exception();
    }
  }

  void prepare(Member& me, std::size_t index) {
    if (load.priority_) sys::set_io_priority(*load.priority_);
    me.root = open_root(load.root_);
    const WorkerTools tools{me.root.get(), me.recorder, load.pool_, load.clock_, *load.stop_, done};
    me.work = plan.kind == PhaseKind::stream
                  ? make_stream_work(load.workload_->make_stream(phase, index), tools)
                  : make_traversal_work(plan, tools);
  }

  void carry_out(Member& me) {
    const Nanoseconds before = read_thread_cpu();
    me.end = me.work->run();
    me.cpu = read_thread_cpu() - before;
  }

  void wait_with_progress() {
    const std::uint64_t expected = load.workload_->expected_operations(phase);
    while (!gate.wait_for_all(kProgressInterval)) {
      if (expected == 0) continue;
      const auto count = static_cast<double>(done.load(std::memory_order_relaxed));
      observer.progress(std::min(1.0, count / static_cast<double>(expected)));
    }
  }

  void run() {
    std::vector<std::jthread> threads;
    const std::exception_ptr start_failure = start(threads);
    while (!gate.wait_for_all(kProgressInterval)) continue;
    is_given_up = start_failure != nullptr || has_failed();
    if (!is_given_up) observer.mark(PhaseMark::begin);
    gate.open();
    wait_with_progress();
    if (!is_given_up) observer.mark(PhaseMark::acknowledged);
    threads.clear();
    if (start_failure) std::rethrow_exception(start_failure);
    for (const Member& member : members) {
      if (member.failure) std::rethrow_exception(member.failure);
    }
  }

  // Returns why not all could be started; those that were still pass the gates.
  std::exception_ptr start(std::vector<std::jthread>& threads) {
    try {
      for (std::size_t i = 0; i < members.size(); ++i) {
        threads.emplace_back([this, i] { work(i); });
      }
    } catch (const std::system_error& error) {
      gate.expect(threads.size());
      return std::make_exception_ptr(Error({.doing = "start worker",
                                            .object = fmt::format("{}", threads.size() + 1),
                                            .cause = errno_text(error.code().value()),
                                            .next_step = "use fewer workers",
                                            .errno_value = error.code().value()}));
    }
    return nullptr;
  }

  [[nodiscard]] bool has_failed() const {
    return std::any_of(members.begin(), members.end(),
                       [](const Member& member) { return member.failure != nullptr; });
  }

  [[nodiscard]] PhaseOutcome sum_up() {
    PhaseOutcome outcome;
    Recorder total = std::move(members.front().recorder);
    for (std::size_t i = 1; i < members.size(); ++i) total.merge(members[i].recorder);
    total.write_to(outcome);
    for (const Member& member : members) {
      outcome.worker_cpu += member.cpu;
      if (member.end == PhaseOutcome::End::stopped) outcome.end = PhaseOutcome::End::stopped;
    }
    return outcome;
  }

  const StreamLoad& load;
  std::size_t phase;
  const PhasePlan& plan;
  PhaseObserver& observer;
  std::vector<Member> members;
  PhaseGate gate;
  std::atomic<std::uint64_t> done{0};
  bool is_given_up = false;  // written before the gate opens, read after
};

StreamLoad::StreamLoad(const Workload& workload, const sys::StopFlag& stop, DriveOptions options)
    : workload_(&workload),
      stop_(&stop),
      options_(std::move(options)),
      priority_(read_priority(options_.ionice)),
      pool_(options_.pool),
      clock_(make_clock_setup(options_.clock)) {}

StreamLoad::~StreamLoad() = default;

void StreamLoad::prepare(const LoadSite& site) {
  root_ = site.root;
  (void)open_root(root_);
}

std::span<const PhasePlan> StreamLoad::phases() const {
  return workload_->phases();
}

PhaseOutcome StreamLoad::run_phase(std::size_t phase, PhaseObserver& observer) {
  FSDUEL_CHECK(!root_.empty(), "a phase was run before prepare()");
  FSDUEL_CHECK(phase < phases().size(), "a phase was run that the workload does not have");
  const Fd root = open_root(root_);
  PhaseOutcome outcome;
  if (phases()[phase].kind == PhaseKind::durable) {
    observer.mark(PhaseMark::begin);
    observer.mark(PhaseMark::acknowledged);
    if (stop_->is_set()) outcome.end = PhaseOutcome::End::stopped;
  } else {
    Crew crew(*this, phase, observer);
    crew.run();
    outcome = crew.sum_up();
  }
  const bool syncs = outcome.end == PhaseOutcome::End::complete;
  const int error = syncs && ::syncfs(root.get()) != 0 ? errno : 0;
  observer.mark(PhaseMark::durable);
  if (error != 0) {
    ++outcome.errors[fmt::format("{} {}", render_op_kind(OpKind::syncfs), errno_name(error))];
    if (outcome.first_error.empty()) outcome.first_error = "syncfs: " + errno_text(error);
  }
  return outcome;
}

Facts StreamLoad::facts() const {
  return {{"clock", clock_.words},
          {"clock cost", fmt::format("{} ns per reading", clock_.cost.count())}};
}

}  // namespace fsduel::drive
