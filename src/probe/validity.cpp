#include "probe/validity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/text.hpp"

namespace fsduel::probe {
namespace {

using Causes = std::vector<Invalidity>;

std::optional<double> find_value(std::span<const Observation> run, std::string_view metric) {
  const auto at = std::ranges::find(run, metric, &Observation::metric);
  return at == run.end() ? std::nullopt : at->value.value;
}

double in_seconds(Nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

// CPUs that other programs used; nullopt when it cannot be told.
std::optional<double> find_foreign_cpus(const ValidityInputs& inputs) {
  const auto machine = find_value(inputs.run, "cpu_machine");
  const auto ours = find_value(inputs.run, "cpu_system");
  const double followed = in_seconds(inputs.followed);
  if (!machine || !ours || followed <= 0) return std::nullopt;
  return (*machine - *ours) / followed;
}

void judge_run_delay(const ValidityInputs& inputs, Causes& causes) {
  const auto delay = find_value(inputs.run, "cpu_run_delay");
  const auto wall = find_value(inputs.run, "time_acknowledged");
  if (!delay || !wall || *wall <= 0 || inputs.workers == 0) return;
  const double share = *delay / (*wall * static_cast<double>(inputs.workers));
  const auto foreign = find_foreign_cpus(inputs);
  const bool only_ours = foreign && *foreign <= kRunDelayForeignCpus;
  if (share <= kRunDelayShare || only_ours) return;
  causes.push_back({fmt::format("the workers waited for a CPU for {:.1f} % of their time (limit "
                                "{:.0f} %)",
                                share * 100, kRunDelayShare * 100),
                    InvalidScope::wall});
}

void judge_foreign_cpu(const ValidityInputs& inputs, Causes& causes) {
  const auto foreign = find_foreign_cpus(inputs);
  if (!foreign || *foreign <= kForeignCpus) return;
  causes.push_back(
      {fmt::format("other programs used {:.2f} CPUs (limit {:.2f})", *foreign, kForeignCpus),
       InvalidScope::wall});
}

void judge_steal(const ValidityInputs& inputs, Causes& causes) {
  const auto steal = inputs.conditions.steal.value;
  const double time = in_seconds(inputs.followed) * inputs.cpus;
  if (!steal || time <= 0 || *steal < kStealSecondsLeast || *steal / time <= kStealShare) return;
  causes.push_back({fmt::format("the hypervisor took {:.1f} % of the CPU time (limit {:.0f} %)",
                                *steal / time * 100, kStealShare * 100),
                    InvalidScope::wall});
}

void judge_errors(const ValidityInputs& inputs, Causes& causes) {
  const auto errors = find_value(inputs.run, "errors");
  const auto operations = find_value(inputs.run, "operations");
  if (!errors || !operations || *errors <= kErrorShare * *operations) return;
  causes.push_back({fmt::format("{:.0f} of {:.0f} operations failed (limit {:.1f} %)", *errors,
                                *operations, kErrorShare * 100),
                    InvalidScope::all});
}

void judge_memory(const ValidityInputs& inputs, Causes& causes) {
  const auto kills = inputs.conditions.oom_kills.value;
  if (kills && *kills > 0) {
    causes.push_back({fmt::format("{:.0f} processes were killed for want of memory", *kills),
                      InvalidScope::all});
  }
  const auto swapped = inputs.conditions.swapped_pages.value;
  if (swapped && *swapped > 0)
    causes.push_back({fmt::format("{:.0f} pages were swapped", *swapped), InvalidScope::wall});
}

void judge_regimes(const ValidityInputs& inputs, Causes& causes) {
  for (const auto& phase : inputs.regimes) {
    if (match_regime(phase.regime, phase.asked) != RegimeMatch::wrong) continue;
    const auto wanted = phase.asked == CacheState::cold ? kCold : kWarm;
    causes.push_back(
        {fmt::format("phase {} ran {} where {} was asked for", phase.phase, phase.regime, wanted),
         InvalidScope::all});
  }
}

}  // namespace

std::vector<Invalidity> judge_run(const ValidityInputs& inputs) {
  Causes causes;
  judge_run_delay(inputs, causes);
  judge_foreign_cpu(inputs, causes);
  judge_steal(inputs, causes);
  judge_errors(inputs, causes);
  judge_memory(inputs, causes);
  judge_regimes(inputs, causes);
  if (inputs.unclean) {
    causes.push_back({"the check after the run was not clean: " + escape_text(*inputs.unclean),
                      InvalidScope::all});
  }
  return causes;
}

}  // namespace fsduel::probe
