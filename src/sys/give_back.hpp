// Giving one taken thing back, if it is still the one that was taken.
#pragma once

#include <string>

#include "sys/system.hpp"
#include "sys/taken.hpp"

namespace fsduel::sys {

enum class SweepMode { dry_run, free };

// Whether the machine was started anew since the thing was taken: then mounts, loop devices,
// settings and processes are gone by themselves, and device numbers may have changed.
enum class Boot { same, later };

enum class GiveBack {
  done,      // freed; in a dry run: would be freed
  gone,      // there is nothing to free any more
  not_ours,  // something else is there now; left alone
  failed,    // ours, but the machine refused
};

struct GiveBackResult {
  Taken taken;
  GiveBack outcome = GiveBack::gone;
  std::string reason;  // of not_ours and failed, for people; else empty
};

struct GiveBackOptions {
  SweepMode mode = SweepMode::free;
  Boot boot = Boot::same;
};

// Never throws Error: a refusal is `failed`.
[[nodiscard]] GiveBackResult give_back(System& system, const Taken& taken,
                                       const GiveBackOptions& options);

}  // namespace fsduel::sys
