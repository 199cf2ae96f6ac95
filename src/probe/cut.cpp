#include "probe/cut.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "probe/proc_text.hpp"
#include "probe/reader.hpp"

namespace fsduel::probe {

Measured PhaseCutter::read_run_delay(int thread_id) {
  const auto path = fmt::format("/proc/self/task/{}/schedstat", thread_id);
  const Answer answer = read_answer(parts_.system, path);
  if (!answer.text) return Measured::missing(answer.why);
  const auto times = parse_task_times(*answer.text);
  if (!times) return Measured::missing("the kernel does not keep run-queue times (schedstat)");
  return Measured::of(std::chrono::duration<double>(times->run_delay).count());
}

void PhaseCutter::start_worker(Worker& worker) {
  worker.delay_at_start = read_run_delay(worker.thread_id);
  worker.start = parts_.clock.now();
}

void PhaseCutter::end_worker(Worker& worker) {
  if (worker.span) return;
  const Nanoseconds present = parts_.clock.now() - worker.start;
  const Measured delay = read_run_delay(worker.thread_id);
  WorkerSpan span{.present = present, .run_delay = worker.delay_at_start};
  if (worker.delay_at_start.value) {
    span.run_delay =
        delay.value ? Measured::of(*delay.value - *worker.delay_at_start.value) : delay;
  }
  worker.span = span;
}

void PhaseCutter::worker_joins(std::size_t worker, int thread_id) {
  const std::lock_guard lock(mutex_);
  auto& joined = workers_[worker];
  joined = Worker{.thread_id = thread_id, .start = {}, .delay_at_start = {}, .span = {}};
  start_worker(joined);
}

void PhaseCutter::worker_leaves(std::size_t worker) {
  const std::lock_guard lock(mutex_);
  const auto leaving = workers_.find(worker);
  if (leaving != workers_.end()) end_worker(leaving->second);
}

std::vector<Reading> PhaseCutter::read_probes(PhaseMark mark) {
  const bool at_end = mark == PhaseMark::begin || mark == PhaseMark::quiet;
  std::vector<Probe*> probes;
  for (const auto& use : parts_.probes) {
    if (at_end || use.marks == ProbeMarks::all) probes.push_back(use.probe);
  }
  // The same probe is nearest to the phase on both sides.
  if (mark == PhaseMark::begin) std::ranges::reverse(probes);
  std::vector<Reading> readings;
  for (Probe* probe : probes)
    std::ranges::move(probe->read(parts_.target), back_inserter(readings));
  return readings;
}

void PhaseCutter::mark(PhaseMark mark) {
  Cut& cut = marks_[static_cast<std::size_t>(mark)].emplace();
  if (mark == PhaseMark::begin) {
    cut.readings = read_probes(mark);
    const std::lock_guard lock(mutex_);
    for (auto& [number, worker] : workers_) start_worker(worker);
    cut.time = parts_.clock.now();
    return;
  }
  cut.time = parts_.clock.now();
  if (mark == PhaseMark::acknowledged) {
    const std::lock_guard lock(mutex_);
    for (auto& [number, worker] : workers_) end_worker(worker);
  }
  cut.readings = read_probes(mark);
}

void PhaseCutter::progress(double share) {
  if (parts_.progress) parts_.progress(share);
}

PhaseCuts PhaseCutter::take() {
  PhaseCuts cuts;
  cuts.marks = std::exchange(marks_, {});
  const std::lock_guard lock(mutex_);
  for (auto& [number, worker] : workers_) {
    if (worker.span) cuts.workers.push_back(*worker.span);
  }
  workers_.clear();
  return cuts;
}

}  // namespace fsduel::probe
