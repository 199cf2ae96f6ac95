#include "run/run.hpp"

#include <memory>
#include <optional>

#include "base/check.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "drive/stream_load.hpp"
#include "run/filesystem_under_test.hpp"
#include "run/phase_runner.hpp"
#include "run/settings.hpp"
#include "workload/registry.hpp"

namespace fsduel::run {
namespace {

// The steps of one run, in the order in which execute_run names them.
class Run {
 public:
  struct Asked {
    const RunSpec& spec;
    const RunSite& site;
    const venue::RunWatch& watch;
  };
  Run(const Asked& asked, const RunTools& tools, RunRecord& record)
      : spec_(asked.spec),
        site_(asked.site),
        watch_(asked.watch),
        tools_(tools),
        record_(record),
        settings_(tools.system, tools.journal) {}

  void prepare_workload();
  void prepare_filesystem();
  void drive_phases();
  void close_out();
  [[nodiscard]] const std::string& step() const { return step_; }

 private:
  [[nodiscard]] std::string make_root();

  const RunSpec& spec_;
  const RunSite& site_;
  const venue::RunWatch& watch_;
  const RunTools& tools_;
  RunRecord& record_;
  std::string step_ = "prepare";
  // Destroyed from the last to the first: the load lets go before the unmount, settings come last.
  SettingsInForce settings_;
  std::unique_ptr<Workload> workload_;
  std::optional<FilesystemUnderTest> filesystem_;
  std::unique_ptr<Load> load_;
  std::optional<PhaseRunner> phases_;
};

void Run::prepare_workload() {
  step_ = "prepare";
  const auto* descriptor = workload::find_workload(spec_.workload);
  FSDUEL_CHECK(descriptor != nullptr, "a run names a known workload");
  workload_ = descriptor->make({.options = spec_.workload_options,
                                .seed = spec_.seed,
                                .tree = tools_.trees.find(spec_.workload_options)});
  load_ = tools_.make_load({spec_, *workload_, watch_.stop, record_});
}

void Run::prepare_filesystem() {
  if (!site_.data) return;
  step_ = "settings";
  for (const auto& setting : spec_.candidate.settings) {
    const Fact fact = settings_.apply(setting, site_.data->kernel_name);
    set_fact(record_.facts, "set " + fact.name, fact.value);
  }
  filesystem_.emplace(
      FilesystemUnderTest::Place{spec_, site_, tools_.system, tools_.journal, watch_.stop},
      record_);
  step_ = "mkfs";
  filesystem_->format();
  step_ = "mount";
  filesystem_->mount();
}

// Below the mount point, so that what mkfs put there (lost+found) is no part of the load.
std::string Run::make_root() {
  if (!site_.data) return site_.mount_point;
  const std::string root = site_.mount_point + "/load";
  tools_.system.make_directory(root, 0755);
  return root;
}

void Run::drive_phases() {
  phases_.emplace(PhaseContext{.spec = spec_,
                               .site = site_,
                               .watch = watch_,
                               .tools = tools_,
                               .workload = *workload_,
                               .load = *load_,
                               .filesystem = filesystem_ ? &*filesystem_ : nullptr,
                               .record = record_});
  step_ = "load";
  phases_->read_empty();
  load_->prepare({.root = make_root()});
  for (std::size_t i = 0; i < workload_->phases().size(); ++i) {
    step_ = "phase " + workload_->phases()[i].name;
    phases_->run_phase(i);
    sys::throw_if_stopped(watch_.stop, "go on with", "the run");
  }
}

void Run::close_out() {
  step_ = "close-out";
  load_->stop();
  std::optional<std::string> unclean;
  if (filesystem_) {
    filesystem_->unmount();
    step_ = "check";
    unclean = filesystem_->check();
  }
  phases_->conclude(unclean);
  step_ = "settings";
  settings_.close();
}

}  // namespace

std::unique_ptr<Load> make_stream_load(const LoadNeeds& needs) {
  auto load = std::make_unique<drive::StreamLoad>(needs.workload, needs.stop,
                                                  drive::DriveOptions{.ionice = needs.spec.ionice});
  for (const auto& fact : load->facts()) set_fact(needs.record.facts, fact.name, fact.value);
  return load;
}

RunRecord execute_run(const RunSpec& spec, const RunSite& site, const venue::RunWatch& watch,
                      const RunTools& tools) {
  RunRecord record;
  record.spec = spec;
  record.started = tools.clock.calendar();
  const Nanoseconds began = tools.clock.now();
  Run run({spec, site, watch}, tools, record);
  try {
    run.prepare_workload();
    run.prepare_filesystem();
    run.drive_phases();
    run.close_out();
  } catch (const Error& error) {
    const bool stopped = watch.stop.is_set();
    record.status = stopped ? RunStatus::interrupted : RunStatus::failed;
    record.failure = error.what();
    record.failed_step = run.step();
  }
  record.duration = tools.clock.now() - began;
  return record;
}

}  // namespace fsduel::run
