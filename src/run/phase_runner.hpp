// The phases of one run: cold or warm, measured at the same marks, proved afterwards.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/run.hpp"
#include "model/workload.hpp"
#include "probe/conditions.hpp"
#include "probe/cpu.hpp"
#include "probe/cut.hpp"
#include "probe/device.hpp"
#include "probe/settle.hpp"
#include "probe/space.hpp"
#include "probe/validity.hpp"
#include "run/filesystem_under_test.hpp"
#include "run/run.hpp"

namespace fsduel::run {

// Everything that the phases of a run share. All outlive the runner.
struct PhaseContext {
  const RunSpec& spec;
  const RunSite& site;
  const venue::RunWatch& watch;
  const RunTools& tools;
  const Workload& workload;
  Load& load;
  FilesystemUnderTest* filesystem;  // nullptr for a directory candidate
  RunRecord& record;
};

// Used once, by one thread: read_empty, run_phase for each phase in order, conclude.
class PhaseRunner {
 public:
  explicit PhaseRunner(const PhaseContext& context);
  // What the empty filesystem takes.
  void read_empty();
  void run_phase(std::size_t phase);
  // Totals, space and validity of the whole run, after its check; `unclean`: what that complained
  // of.
  void conclude(const std::optional<std::string>& unclean);

 private:
  void make_cold();
  void drop_all_caches();
  [[nodiscard]] std::optional<double> read_kilobytes();
  void settle(const probe::SettleRule& rule, PhaseRecord& record);
  void run_load(std::size_t phase, PhaseRecord& record);
  // The phase without operations: syncfs, then unmount, on the clock.
  void run_durable();
  void wait_until_quiet(PhaseRecord& record);
  void judge_regime(PhaseRecord& record, const std::vector<Observation>& observations);
  void read_filled();
  void tell(const std::string& phase, double share);

  PhaseContext context_;
  ProbeTarget target_;
  probe::SystemCpuProbe cpu_;
  probe::DeviceProbe device_;
  probe::PhaseCutter cutter_;
  probe::SpaceInputs space_;
  probe::Conditions conditions_;  // when the run began
  std::vector<Observation> observations_;
  std::vector<probe::PhaseRegime> regimes_;
  Nanoseconds followed_{0};  // all phases, begin until quiet
  Measured directory_read_;  // kB, of the whole device, by the phase that ran last
  std::string current_phase_;
  bool fresh_mount_ = false;  // nothing has been touched since the last remount
};

}  // namespace fsduel::run
