// Reads what this host is and can do.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/machine.hpp"
#include "sys/system.hpp"

namespace fsduel::lab {

// Which tools are looked for, and whether their versions are asked (one short process each).
struct MachineQuestion {
  std::vector<std::string> tools;
  enum class Versions { skip, ask } versions = Versions::skip;
};

// Never throws for what is missing: that is the answer.
[[nodiscard]] Machine read_machine(sys::System& system, const MachineQuestion& question);

// The pure parts, for tests.
// Names of filesystems on block devices in /proc/filesystems (lines without "nodev").
[[nodiscard]] std::vector<std::string> parse_proc_filesystems(std::string_view text);
// Filesystem modules named in modules.dep and modules.builtin ("kernel/fs/xfs/xfs.ko.xz: ...").
[[nodiscard]] std::vector<std::string> parse_module_filesystems(std::string_view text);
// MemTotal of /proc/meminfo; 0 when it does not say.
[[nodiscard]] Bytes find_memory(std::string_view meminfo);
// Value of CONFIG_<name> in a kernel configuration: "y", "m", "n" for "is not set"; empty if
// absent.
[[nodiscard]] std::string find_kernel_option(std::string_view config, std::string_view name);

}  // namespace fsduel::lab
