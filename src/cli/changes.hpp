// What shaped the numbers of a duel and is another thing today. Pure.
#pragma once

#include <string>
#include <vector>

#include "model/machine.hpp"
#include "model/plan.hpp"

namespace fsduel::cli {

// The duel's spec as it would be planned now, on the machine as it is now.
struct Today {
  std::string fsduel_version;
  const Machine& machine;
  const Plan& plan;
};

struct Change {
  std::string name;  // "kernel", "version of mkfs.xfs"
  std::string then;
  std::string now;
  friend bool operator==(const Change&, const Change&) = default;
};

// Versions, the machine's manifest, and what was planned for each candidate. Left out: the boot id,
// which a power cut changes, and what is unknown on either side.
[[nodiscard]] std::vector<Change> list_changes(const Duel& duel, const Today& today);

// "kernel: 6.1.0-18 -> 6.1.0-21"; whoever prints it escapes.
[[nodiscard]] std::string render_change(const Change& change);

}  // namespace fsduel::cli
