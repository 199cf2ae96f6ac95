// What the block layer did for the disks of a candidate.
#pragma once

#include "model/load.hpp"
#include "probe/proc_text.hpp"
#include "sys/system.hpp"

namespace fsduel::probe {

struct BlockAnswer {
  std::optional<BlockCounters> counters;
  std::string why;  // empty exactly when there are counters
};

// Of a whole disk or a partition, by its kernel name ("loop0", "sda1").
[[nodiscard]] BlockAnswer read_block_counters(sys::System& system, const std::string& kernel_name);

// Sums over all disks of the target: device_read, device_written (kB), device_read_requests,
// device_write_requests, device_flushes. One disk that does not tell makes the sum missing, with
// its name. One thread.
class DeviceProbe final : public Probe {
 public:
  explicit DeviceProbe(sys::System& system) : system_(system) {}
  [[nodiscard]] std::string_view name() const override { return "device"; }
  [[nodiscard]] ProbePlace place() const override { return ProbePlace::inside; }
  [[nodiscard]] std::vector<Reading> read(const ProbeTarget& target) override;

 private:
  sys::System& system_;
};

// The readings of counters already read, one per disk, in the order of `names`.
[[nodiscard]] std::vector<Reading> sum_devices(const std::vector<std::string>& names,
                                               const std::vector<BlockAnswer>& answers);

}  // namespace fsduel::probe
