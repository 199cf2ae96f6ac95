// Kernel settings that a candidate wants for its runs (`set queue/scheduler=bfq`), given back
// afterwards.
#pragma once

#include <string>
#include <vector>

#include "model/candidate.hpp"
#include "model/metric.hpp"
#include "sys/journal.hpp"
#include "sys/system.hpp"

namespace fsduel::run {

// Where a setting lives: a name with "/" below /sys/block/DISK, one with "." below /proc/sys.
[[nodiscard]] std::string setting_path(const Setting& setting, const std::string& disk);

// Holds changed settings. Each is journalled with its old value before it is changed; close() and
// the destructor put the old values back in reverse order.
class SettingsInForce {
 public:
  SettingsInForce(sys::System& system, sys::Journal& journal)
      : system_(system), journal_(journal) {}
  ~SettingsInForce();
  SettingsInForce(const SettingsInForce&) = delete;
  SettingsInForce& operator=(const SettingsInForce&) = delete;

  // Sets one value and proves that the kernel took it; throws Error when it did not. Returns the
  // fact ("queue/scheduler", "bfq (was none)").
  Fact apply(const Setting& setting, const std::string& disk);
  void close();

 private:
  sys::System& system_;
  sys::Journal& journal_;
  std::vector<sys::EntryId> held_;
};

}  // namespace fsduel::run
