// What this host is and can do, as read once before the plan.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/metric.hpp"

namespace fsduel {

struct ToolFacts {
  std::string name;     // "mkfs.xfs"
  std::string path;     // empty: not installed
  std::string version;  // first line of its own version text; empty when it was not asked
  friend bool operator==(const ToolFacts&, const ToolFacts&) = default;
};

enum class Ability { no, yes };

struct Machine {
  std::string host;
  std::string kernel_release;
  Ability root = Ability::no;
  Ability loop_devices = Ability::no;
  std::string loop_reason;               // why not
  std::vector<std::string> filesystems;  // those the kernel can mount now, or load a module for
  std::vector<std::string> ext_drivers;  // names among ext2, ext3 that the ext4 driver serves here
  Ability xfs_v4 = Ability::no;          // kernel mounts V4 (crc=0) xfs
  std::vector<ToolFacts> tools;
  std::uint64_t cpus = 0;
  Bytes memory;
  Facts facts;  // CPU model, hypervisor, governor, clocksource, HZ, mitigations, dirty limits, boot
                // id ... (METHOD 2.12)
  friend bool operator==(const Machine&, const Machine&) = default;
};

[[nodiscard]] const ToolFacts* find_tool(const Machine& machine, std::string_view name);

}  // namespace fsduel
