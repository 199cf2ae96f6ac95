// What the machine did besides the run: counters whose change makes a run doubtful.
#pragma once

#include "model/metric.hpp"
#include "sys/system.hpp"

namespace fsduel::probe {

// Since the machine was started.
struct Conditions {
  Measured steal;          // seconds of all CPUs in which the hypervisor ran something else
  Measured oom_kills;      // processes killed for want of memory (Linux 4.13 and later)
  Measured swapped_pages;  // in and out
};
[[nodiscard]] Conditions read_conditions(sys::System& system);
[[nodiscard]] Conditions parse_conditions(std::string_view proc_stat, std::string_view proc_vmstat);

// What happened between two readings; a counter that went backwards is not available.
[[nodiscard]] Conditions subtract_conditions(const Conditions& before, const Conditions& after);

}  // namespace fsduel::probe
