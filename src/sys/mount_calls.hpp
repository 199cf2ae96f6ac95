// The two ways of the kernel to mount. Not for use outside of sys.
#pragma once

#include "base/command.hpp"

namespace fsduel::sys {

enum class MountOutcome { mounted, interface_absent };

// fsopen(2), fsconfig(2), fsmount(2), move_mount(2). Throws Error with the kernel's own words;
// `interface_absent` on kernels before 5.2.
[[nodiscard]] MountOutcome mount_by_context(const MountRequest& request);

// The old mount(2), which says an errno only.
void mount_classic(const MountRequest& request);

}  // namespace fsduel::sys
