// Finds what each raw option belongs to, and checks its value. Private to model.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/option_value.hpp"
#include "model/spec.hpp"
#include "model/workload.hpp"

namespace fsduel {

// A value that passed its check.
struct ChosenOption {
  std::string value;
  Place place;
};
using ChosenMap = std::map<std::string, ChosenOption, std::less<>>;

struct ChosenOptions {
  const WorkloadDescriptor* workload = nullptr;  // nullptr: unknown, which is reported
  ChosenMap global;                              // those given, by name
  ChosenMap of_workload;                         // those given, without the prefix
  std::vector<Diagnostic> diagnostics;
};

// Resolves names (dashes and underscores are the same), aliases and prefixes; of several values for
// one option the last counts. The vocabulary must outlive the answer.
[[nodiscard]] ChosenOptions choose_options(const RawSpec& raw, const Vocabulary& vocabulary);

[[nodiscard]] const OptionDescriptor* find_descriptor(
    const std::vector<OptionDescriptor>& descriptors, std::string_view name);

// "did you mean 'files'?", or the list of what there is.
[[nodiscard]] std::string suggest_option(const std::vector<OptionDescriptor>& descriptors,
                                         std::string_view wrong);

// "best-effort:4"; nullopt: fine.
[[nodiscard]] std::optional<OptionFault> find_ionice_fault(std::string_view value);

// "/dev/NAME", without parts that lead elsewhere.
[[nodiscard]] bool is_block_device_text(std::string_view text);

}  // namespace fsduel
