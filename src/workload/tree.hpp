// Workload "tree": a source tree unpacked, walked, read, copied, renamed and removed.
#pragma once

#include "model/workload.hpp"

namespace fsduel::workload {

[[nodiscard]] WorkloadDescriptor make_tree_descriptor();

}  // namespace fsduel::workload
