// The one table of workloads.
#pragma once

#include <string_view>
#include <vector>

#include "model/workload.hpp"

namespace fsduel::workload {

// In the order in which help texts list them; built once, the same at every call.
[[nodiscard]] const std::vector<WorkloadDescriptor>& workloads();

// nullptr when there is none of that name.
[[nodiscard]] const WorkloadDescriptor* find_workload(std::string_view name);

}  // namespace fsduel::workload
