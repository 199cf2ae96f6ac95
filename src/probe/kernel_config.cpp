#include "probe/kernel_config.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "probe/reader.hpp"

namespace fsduel::probe {

std::string read_kernel_config(sys::System& system) {
  const Answer plain = read_answer(system, "/boot/config-" + system.kernel_release());
  if (plain.text) return *plain.text;
  try {
    const std::string packed = "/proc/config.gz";
    if (!system.find_status(packed) || !system.find_program("zcat")) return {};
    const auto result = system.run({.argv = {"zcat", packed}}, {});
    return result.succeeded() ? result.output : std::string();
  } catch (const Error&) {
    return {};  // a fact that is missing ends nothing
  }
}

std::optional<std::string> find_kernel_option(std::string_view config, std::string_view name) {
  const std::string assigned = "CONFIG_" + std::string(name) + "=";
  const std::string unset = "# CONFIG_" + std::string(name) + " is not set";
  for (const auto line : split_lines(config)) {
    if (line == unset) return "n";
    if (line.starts_with(assigned)) return std::string(line.substr(assigned.size()));
  }
  return std::nullopt;
}

}  // namespace fsduel::probe
