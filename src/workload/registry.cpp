#include "workload/registry.hpp"

#include <algorithm>

#include "workload/tree.hpp"

namespace fsduel::workload {

const std::vector<WorkloadDescriptor>& workloads() {
  static const std::vector<WorkloadDescriptor> table{make_tree_descriptor()};
  return table;
}

const WorkloadDescriptor* find_workload(std::string_view name) {
  const auto& table = workloads();
  const auto at = std::find_if(table.begin(), table.end(),
                               [&](const WorkloadDescriptor& each) { return each.name == name; });
  return at == table.end() ? nullptr : &*at;
}

}  // namespace fsduel::workload
