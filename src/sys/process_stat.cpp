#include "sys/process_stat.hpp"

#include "base/text.hpp"

namespace fsduel::sys {

std::optional<std::uint64_t> parse_process_start(std::string_view stat) {
  const auto name_end = stat.rfind(')');
  if (name_end == std::string_view::npos) return std::nullopt;
  const auto fields = split_words(stat.substr(name_end + 1));
  constexpr std::size_t kStart = 22 - 3;  // the first word after the name is field 3
  return fields.size() > kStart ? parse_number(fields[kStart]) : std::nullopt;
}

}  // namespace fsduel::sys
