// What a filesystem takes for itself and for what is stored.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/metric.hpp"
#include "sys/system.hpp"

namespace fsduel::probe {

struct SpaceReading {
  std::optional<sys::SpaceStatus> status;
  std::string why;  // empty exactly when there is a status
};
[[nodiscard]] SpaceReading read_space(sys::System& system, const std::string& mount_point);

// Sum of st_blocks x 512 of a folder and all below it on the same filesystem, a file with several
// names once. To be called outside of the measured phases and before the next settling: reading
// folders may change their access times.
[[nodiscard]] Measured read_allocated(sys::System& system, const std::string& root);

struct SpaceInputs {
  SpaceReading empty;     // mounted, before anything was stored
  SpaceReading filled;    // after the close-out of the phase that is measured
  Measured allocated_kb;  // of read_allocated; missing when it was not asked for
  Bytes device;           // size of the data device; 0 for a directory candidate
  Bytes stored;           // bytes of the files stored
};
// space_used, space_per_byte, space_allocated, space_inodes, space_mkfs, space_reserved under
// kWholeRun. Pure.
[[nodiscard]] std::vector<Observation> observe_space(const SpaceInputs& inputs);

}  // namespace fsduel::probe
