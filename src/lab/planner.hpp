// From the spec and the machine to the plan: everything decided before anything is touched.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "model/machine.hpp"
#include "model/plan.hpp"
#include "model/workload.hpp"
#include "sys/system.hpp"

namespace fsduel::lab {

// A plan, or every reason why there is none, with the exit code that they amount to: usage for what
// was asked wrongly, machine_lacks for what this host cannot do.
struct Planned {
  std::optional<Plan> plan;
  std::vector<Diagnostic> refusals;
  std::vector<std::string> notes;  // warnings for people, in order
  ExitCode exit_code = ExitCode::ok;
};

struct PlanRequest {
  const Spec& spec;
  const Machine& machine;
  const WorkloadDescriptor& workload;
};

// Looks at the machine (free space, folders) and changes nothing.
[[nodiscard]] Planned make_plan(sys::System& system, const PlanRequest& request);

// The tools that the candidates of a spec need.
[[nodiscard]] std::vector<std::string> needed_tools(const Spec& spec);

// Size of the data image: the largest minimum of the candidates and the workload's files with a
// third of room, at least 2 GiB, rounded up to 64 MiB. Pure.
[[nodiscard]] Bytes choose_image_size(const Spec& spec, const WorkloadSize& size);

}  // namespace fsduel::lab
