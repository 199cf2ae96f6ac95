#include "run/phase_runner.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "probe/observe.hpp"
#include "probe/regime.hpp"
#include "probe/validity.hpp"

namespace fsduel::run {
namespace {

ProbeTarget make_target(const RunSite& site) {
  ProbeTarget target{.block_devices = {}, .mount_point = site.mount_point};
  if (site.data) target.block_devices.push_back(site.data->kernel_name);
  if (site.log) target.block_devices.push_back(site.log->kernel_name);
  for (const auto& disk : site.further) target.block_devices.push_back(disk.kernel_name);
  return target;
}

Bytes device_size(const RunSite& site) {
  Bytes sum{};
  if (site.data) sum = sum + site.data->size;
  for (const auto& disk : site.further) sum = sum + disk.size;
  return sum;
}

Measured find_value(const std::vector<Observation>& observations, std::string_view metric) {
  for (const auto& observation : observations) {
    if (observation.metric == metric) return observation.value;
  }
  return Measured::missing("it was not observed");
}

Measured subtract_reads(const std::optional<double>& before, const std::optional<double>& after) {
  if (!before || !after) return Measured::missing("the kernel shows no device below the directory");
  return Measured::of(*after - *before);
}

}  // namespace

PhaseRunner::PhaseRunner(const PhaseContext& context)
    : context_(context),
      target_(make_target(context.site)),
      cpu_(context.tools.system, context.tools.clock),
      device_(context.tools.system),
      cutter_({.system = context.tools.system,
               .clock = context.tools.clock,
               .probes = {{.probe = &device_}, {.probe = &cpu_, .marks = probe::ProbeMarks::ends}},
               .target = target_,
               .progress = [this](double share) { tell(current_phase_, share); }}),
      conditions_(probe::read_conditions(context.tools.system)) {
  space_.device = device_size(context.site);
  space_.stored = context.workload.stored_bytes();
}

void PhaseRunner::tell(const std::string& phase, double share) {
  ProgressEvent event;
  event.kind = ProgressEvent::Kind::phase;
  event.phase = phase;
  event.share = share;
  context_.watch.progress.tell(event);
}

void PhaseRunner::read_empty() {
  space_.empty = probe::read_space(context_.tools.system, context_.site.mount_point);
}

void PhaseRunner::settle(const probe::SettleRule& rule, PhaseRecord& record) {
  const auto settled = probe::wait_until_settled(
      {context_.tools.system, context_.tools.clock, target_, context_.watch.stop}, rule);
  record.facts.push_back({"before", probe::render_settled(settled)});
}

// Sectors that the device below a folder has read, whoever wanted them; none where the kernel shows
// no such device (network filesystems).
std::optional<double> PhaseRunner::read_kilobytes() {
  auto& system = context_.tools.system;
  if (context_.filesystem != nullptr) return std::nullopt;
  const auto mounts = system.read_mounts();
  std::string path = context_.site.mount_point;
  while (path.size() > 1 && sys::find_mount(mounts, path) == nullptr) {
    path = path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
  }
  const auto* mount = sys::find_mount(mounts, path);
  if (mount == nullptr || !mount->source.starts_with("/dev/")) return std::nullopt;
  const std::string device = system.resolve_path(mount->source);
  const auto answer = probe::read_block_counters(system, device.substr(device.rfind('/') + 1));
  if (!answer.counters) return std::nullopt;
  return static_cast<double>(answer.counters->read_sectors) * 512 / 1000;
}

// A directory cannot be remounted: the caches of the whole machine go, where the user allows it.
void PhaseRunner::drop_all_caches() {
  auto& system = context_.tools.system;
  if (context_.spec.disturb == Disturb::no || !system.is_root()) return;
  context_.load.release();
  system.sync_filesystem(context_.site.mount_point);
  system.drop_caches();
}

void PhaseRunner::make_cold() {
  if (context_.filesystem == nullptr) {
    drop_all_caches();
    return;
  }
  if (fresh_mount_) return;
  context_.load.release();
  context_.filesystem->remount();
  fresh_mount_ = true;
}

void PhaseRunner::wait_until_quiet(PhaseRecord& record) {
  const auto quiet = probe::wait_until_quiet(
      {context_.tools.system, context_.tools.clock, target_, context_.watch.stop}, cpu_);
  record.facts.push_back({"after", probe::render_settled(quiet)});
  cutter_.mark(PhaseMark::quiet);
}

// Unmounting belongs to it: what a filesystem has put off until then is paid here.
void PhaseRunner::run_durable() {
  context_.load.release();
  cutter_.mark(PhaseMark::begin);
  context_.tools.system.sync_filesystem(context_.site.mount_point);
  cutter_.mark(PhaseMark::acknowledged);
  if (context_.filesystem != nullptr) context_.filesystem->unmount();
  cutter_.mark(PhaseMark::durable);
}

void PhaseRunner::run_load(std::size_t phase, PhaseRecord& record) {
  if (context_.workload.phases()[phase].kind == PhaseKind::durable) {
    run_durable();
  } else {
    record.outcome = context_.load.run_phase(phase, cutter_);
  }
  fresh_mount_ = false;
}

void PhaseRunner::judge_regime(PhaseRecord& record, const std::vector<Observation>& observations) {
  const auto& plan = context_.workload.phases()[context_.record.phases.size()];
  const bool is_directory = context_.filesystem == nullptr;
  record.regime = probe::find_regime(
      {.kind = plan.kind,
       .asked = plan.cache,
       .bytes_asked = record.outcome.bytes_read,
       .device_read = is_directory ? directory_read_ : find_value(observations, "device_read")});
  // A directory cannot be remounted: where its phases are not cold, that is its nature, no fault.
  if (is_directory) return;
  regimes_.push_back({plan.name, record.regime, plan.cache});
}

void PhaseRunner::run_phase(std::size_t phase) {
  const auto& plan = context_.workload.phases()[phase];
  PhaseRecord record;
  record.name = plan.name;
  record.asked = plan.cache;
  current_phase_ = plan.name;
  tell(plan.name, 0);
  if (plan.cache == CacheState::cold) make_cold();
  settle(phase == 0 ? probe::kSettleFirst : probe::kSettleBetween, record);
  const auto before = read_kilobytes();
  run_load(phase, record);
  wait_until_quiet(record);
  directory_read_ = subtract_reads(before, read_kilobytes());
  const auto cuts = cutter_.take();
  followed_ += probe::followed_time(cuts);
  const auto observations = probe::observe_phase(cuts, record.outcome, plan.name);
  judge_regime(record, observations);
  observations_.insert(observations_.end(), observations.begin(), observations.end());
  context_.record.phases.push_back(std::move(record));
  if (phase == context_.workload.space_phase()) read_filled();
}

// After a remount, so that what was kept in memory only (reservations, delayed allocation) is gone
// from the figures.
void PhaseRunner::read_filled() {
  make_cold();
  space_.filled = probe::read_space(context_.tools.system, context_.site.mount_point);
  space_.allocated_kb = probe::read_allocated(context_.tools.system, context_.site.mount_point);
  fresh_mount_ = false;
}

void PhaseRunner::conclude(const std::optional<std::string>& unclean) {
  auto& record = context_.record;
  const auto run = probe::observe_whole_run(observations_);
  record.observations = observations_;
  record.observations.insert(record.observations.end(), run.begin(), run.end());
  const auto space = probe::observe_space(space_);
  record.observations.insert(record.observations.end(), space.begin(), space.end());
  for (const auto& fact : cpu_.facts()) set_fact(record.facts, fact.name, fact.value);
  const auto causes =
      probe::judge_run({.run = run,
                        .workers = context_.workload.workers(),
                        .cpus = context_.tools.system.online_cpus(),
                        .followed = followed_,
                        .conditions = probe::subtract_conditions(
                            conditions_, probe::read_conditions(context_.tools.system)),
                        .regimes = regimes_,
                        .unclean = unclean});
  record.invalidities.insert(record.invalidities.end(), causes.begin(), causes.end());
}

}  // namespace fsduel::run
