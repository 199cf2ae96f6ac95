// May this block device be overwritten? Asked before the plan is made and again at the moment of
// writing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "sys/system.hpp"

namespace fsduel::venue {

// What the user said about a device, and what must not be touched.
struct DeviceClaim {
  std::string device;                         // as typed: "/dev/sdz", "/dev/disk/by-id/..."
  std::vector<std::string> wipe;              // devices named by --wipe, as typed
  std::optional<std::string> wipe_signature;  // a type that may be overwritten: "ext4"
  std::string work_directory;                 // its disk is never overwritten
  // ours: an earlier run of this duel has formatted it, its signature is no objection.
  enum class Signatures { strangers, ours } signatures = Signatures::strangers;
};

// The device behind the name, so that a later look can tell that it is still the same.
struct DeviceIdentity {
  std::string path;  // resolved
  dev_t number = 0;  // major and minor
  friend bool operator==(const DeviceIdentity&, const DeviceIdentity&) = default;
};

struct DeviceFindings {
  std::optional<DeviceIdentity> identity;  // none when it is no block device
  std::vector<std::string> objections;     // each with the holder's name; empty: it may be written
};

// Follows links and looks at everything that could hold the device: mounts of this process's and
// of other namespaces (an exclusive open fails), swap, md, dm, LVM, loop, bcache, its partitions
// and the disk it is a part of, the disks of the root and of the work folder, read-only, and
// signatures (libblkid). Changes nothing.
[[nodiscard]] DeviceFindings examine_device(sys::System& system, const DeviceClaim& claim);

// The same look; throws Error when there is an objection.
[[nodiscard]] DeviceIdentity claim_device(sys::System& system, const DeviceClaim& claim);

// The same look at the moment of writing: throws Error when there is an objection, or when the name
// leads to another device than before. What is written must be the returned path, not the name: a
// link can be turned once more.
DeviceIdentity guard_device(sys::System& system, const DeviceClaim& claim,
                            const DeviceIdentity& before);

}  // namespace fsduel::venue
