// Checks an option's value against its descriptor.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/option.hpp"

namespace fsduel {

// Why a value cannot be an option's, and what could; both ready to print.
struct OptionFault {
  std::string message;  // "'99' is out of range"
  std::string hint;     // "a whole number from 1 to 40"
};

// Ratios are typed as 0.05 or as 5%; both mean the same. Limits are in the unit of the kind: bytes
// for bytes, seconds for durations, the fraction for ratios.
[[nodiscard]] std::optional<OptionFault> find_option_fault(const OptionDescriptor& descriptor,
                                                           std::string_view value);

// "0.05" or "5%"; nullopt for anything else.
[[nodiscard]] std::optional<double> parse_ratio(std::string_view text);

}  // namespace fsduel
