#include "sys/mount_hold.hpp"

#include <utility>

#include "base/error.hpp"

namespace fsduel::sys {

MountHold::MountHold(System& system, const MountRequest& request)
    : system_(system), target_(request.target) {
  system.mount(request);
}

MountHold::MountHold(MountHold&& other) noexcept
    : system_(other.system_), target_(std::exchange(other.target_, {})) {}

MountHold::~MountHold() {
  try {
    close();
  } catch (const Error&) {
    // A destructor has nobody to tell; the journal still names the mount.
    return;
  }
}

void MountHold::close() {
  if (!is_mounted()) return;
  system_.unmount(target_);
  target_.clear();
}

}  // namespace fsduel::sys
