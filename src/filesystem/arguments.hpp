// The arguments of a mkfs program, read as its getopt would, so that the candidate's own options
// can be found and ours put beside them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fsduel::filesystem {

// What the program's getopt knows, from its manual page.
struct OptionSyntax {
  std::string_view shorts;                             // as for getopt(3): "b:fK"
  std::span<const std::string_view> longs_with_value;  // "uuid"; other long options take none
};

struct GivenOption {
  std::string name;  // "E" or "uuid", without dashes
  std::string value;
  std::size_t argument = 0;  // index of the argument in which the value stands
  std::size_t offset = 0;    // where in it the value begins
};

struct GivenArguments {
  std::vector<GivenOption> options;       // in their order
  std::vector<std::string> operands;      // arguments that are no option and no option's value
  std::optional<std::string> unfinished;  // the last option, when its value is missing
};

[[nodiscard]] GivenArguments parse_arguments(const std::vector<std::string>& arguments,
                                             const OptionSyntax& syntax);

// The last option of any of the names, nullptr without one.
[[nodiscard]] const GivenOption* find_option(const GivenArguments& given,
                                             std::span<const std::string_view> names);
[[nodiscard]] const GivenOption* find_option(const GivenArguments& given, std::string_view name);
// The result points into the arguments: they must live on.
const GivenOption* find_option(GivenArguments&&, std::span<const std::string_view>) = delete;
const GivenOption* find_option(GivenArguments&&, std::string_view) = delete;

// Of "agcount=16,size=64m": the value of a key ("" for a key without one), nullopt without the key.
[[nodiscard]] std::optional<std::string> find_suboption(std::string_view list,
                                                        std::string_view key);
// The same, in the values of all options of the name; the last one counts.
[[nodiscard]] std::optional<std::string> find_suboption(const GivenArguments& given,
                                                        std::string_view name,
                                                        std::string_view key);

// The arguments with `ours` (suboptions, one each) put before the candidate's own suboptions of the
// last option `name`, or with a new option in front.
[[nodiscard]] std::vector<std::string> merge_suboptions(std::vector<std::string> arguments,
                                                        const OptionSyntax& syntax,
                                                        std::string_view name,
                                                        const std::vector<std::string>& ours);

}  // namespace fsduel::filesystem
