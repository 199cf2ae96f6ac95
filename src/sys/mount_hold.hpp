// A mount that is held.
#pragma once

#include <string>

#include "sys/system.hpp"

namespace fsduel::sys {

// Mounted for as long as it lives. Move-only; outlived by the System. Declare it after the loop
// device that it is on, so that it goes first.
class MountHold {
 public:
  MountHold(System& system, const MountRequest& request);
  // Unmounts silently; what stays then is given back by `fsduel sweep`.
  ~MountHold();
  MountHold(MountHold&& other) noexcept;
  MountHold& operator=(MountHold&&) = delete;
  MountHold(const MountHold&) = delete;
  MountHold& operator=(const MountHold&) = delete;

  [[nodiscard]] const std::string& target() const { return target_; }
  [[nodiscard]] bool is_mounted() const { return !target_.empty(); }
  // Unmounts and reports; nothing when it was closed before. When it throws, it is still mounted
  // and the destructor tries again.
  void close();

 private:
  System& system_;
  std::string target_;  // empty once it is unmounted
};

}  // namespace fsduel::sys
