// The kernel's build configuration.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sys/system.hpp"

namespace fsduel::probe {

// From /boot/config-RELEASE, else /proc/config.gz (unpacked by zcat); empty when there is neither.
[[nodiscard]] std::string read_kernel_config(sys::System& system);

// The value of CONFIG_<name> ("y", "250"); "n" where it is named as not set; nullopt where it is
// not named at all.
[[nodiscard]] std::optional<std::string> find_kernel_option(std::string_view config,
                                                            std::string_view name);

}  // namespace fsduel::probe
