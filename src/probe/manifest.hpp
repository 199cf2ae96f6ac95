// Facts of the machine and of its disks that shape numbers (METHOD 2.12).
#pragma once

#include <string>

#include "model/metric.hpp"
#include "sys/system.hpp"

namespace fsduel::probe {

// Kernel, processor, memory, limits. A fact that this machine does not have is
// "not available (why)"; never throws.
[[nodiscard]] Facts read_manifest(sys::System& system);

// Of one disk by its kernel name ("loop0", "sda1"): model, queue settings, sector sizes; for a loop
// device also its backing file, the filesystem that holds it, and its flags. Names begin with
// "disk NAME ".
[[nodiscard]] Facts read_disk_facts(sys::System& system, const std::string& kernel_name);

}  // namespace fsduel::probe
