// How the outcome of a read-only check is told from the tool's exit status and its words.
#pragma once

#include <span>
#include <string_view>

#include "filesystem/filesystem.hpp"

namespace fsduel::filesystem {

// Texts that occur within a line of the tool's output, or at its start.
struct CheckRules {
  std::span<const std::string_view> broken;       // not clean, whatever the exit status says
  std::span<const std::string_view> blind;        // the tool could not look at the filesystem
  std::span<const std::string_view> idle;         // lines that every check prints
  std::span<const std::string_view> idle_starts;  // the same, by how they start
};

// An exit status of 0 is clean and one of 1 to 7 is not, unless the words say otherwise; 8 and more
// is the convention of fsck(8) for a check that did not take place.
[[nodiscard]] CheckVerdict judge(const CheckRules& rules, int exit_status, std::string_view output);

}  // namespace fsduel::filesystem
