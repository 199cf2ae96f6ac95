// An option as data: the command line and the TOML spec are both built from it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fsduel {

enum class OptionKind {
  flag,      // given or not: "true" / "false"
  number,    // whole number within [minimum, maximum]
  ratio,     // real number within [minimum, maximum]
  bytes,     // 128m
  duration,  // 3m
  text,      // anything
  path,      // a file or directory name
  choice     // one of `choices`
};

struct OptionDescriptor {
  std::string name;  // "files"; on the command line --tree.files for a workload's option, --rounds
                     // for a global one
  std::string
      alias;  // a second name without the workload's prefix ("files" for --files); may be empty
  OptionKind kind = OptionKind::text;
  std::string metavar;        // "N"
  std::string default_value;  // as it would be typed; empty: none
  std::string help;
  std::optional<double> minimum = {};
  std::optional<double> maximum = {};
  std::vector<std::string> choices = {};
};

// Option values by name, as typed and already checked against their descriptors; defaults are
// filled in.
using OptionValues = std::map<std::string, std::string>;

}  // namespace fsduel
