// Reading and emptying directories of the real machine. Not for use outside of sys.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace fsduel::sys {

// Names without "." and "..", in the kernel's order; throws Error.
[[nodiscard]] std::vector<std::string> read_names(const std::string& path);

// Removes all that is in a directory, relative to open descriptors, so that nobody can lead it
// elsewhere by swapping a folder for a link. Entering another filesystem than `device` throws an
// Error (EXDEV).
void remove_children(const std::string& path, dev_t device);

}  // namespace fsduel::sys
