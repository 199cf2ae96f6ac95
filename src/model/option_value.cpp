#include "model/option_value.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "base/units.hpp"

namespace fsduel {
namespace {

// The value as the number that the limits speak of, nullopt when it is not of that kind.
std::optional<double> parse_limited(OptionKind kind, std::string_view value) {
  switch (kind) {
    case OptionKind::number:
      if (const auto number = parse_number(value)) return static_cast<double>(*number);
      return std::nullopt;
    case OptionKind::ratio:
      return parse_ratio(value);
    case OptionKind::bytes:
      if (const auto bytes = parse_bytes(value)) return static_cast<double>(bytes->value);
      return std::nullopt;
    case OptionKind::duration:
      if (const auto time = parse_duration(value)) return static_cast<double>(time->count()) / 1e9;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

std::string render_limit(OptionKind kind, double limit) {
  switch (kind) {
    case OptionKind::ratio:
      return fmt::format("{}%", limit * 100);
    case OptionKind::bytes:
      return render_bytes({static_cast<std::uint64_t>(limit)});
    case OptionKind::duration:
      return render_duration(Nanoseconds{static_cast<std::int64_t>(limit * 1e9)});
    default:
      return fmt::format("{:.0f}", limit);
  }
}

std::string_view kind_words(OptionKind kind) {
  switch (kind) {
    case OptionKind::number:
      return "a whole number";
    case OptionKind::ratio:
      return "a ratio such as 5% or 0.05";
    case OptionKind::bytes:
      return "a size such as 128m";
    case OptionKind::duration:
      return "a duration such as 90s or 3m";
    case OptionKind::flag:
      return "true or false";
    default:
      return "a text";
  }
}

std::string expected_words(const OptionDescriptor& descriptor) {
  std::string words = fmt::format("it is {}", kind_words(descriptor.kind));
  if (descriptor.minimum && descriptor.maximum) {
    words += fmt::format(", from {} to {}", render_limit(descriptor.kind, *descriptor.minimum),
                         render_limit(descriptor.kind, *descriptor.maximum));
  } else if (descriptor.minimum) {
    words += fmt::format(", at least {}", render_limit(descriptor.kind, *descriptor.minimum));
  } else if (descriptor.maximum) {
    words += fmt::format(", at most {}", render_limit(descriptor.kind, *descriptor.maximum));
  }
  return words;
}

std::optional<OptionFault> find_number_fault(const OptionDescriptor& descriptor,
                                             std::string_view value) {
  const auto number = parse_limited(descriptor.kind, value);
  if (!number) {
    return OptionFault{
        fmt::format("'{}' is not {}", escape_text(value), kind_words(descriptor.kind)),
        expected_words(descriptor)};
  }
  const bool fits = (!descriptor.minimum || *number >= *descriptor.minimum) &&
                    (!descriptor.maximum || *number <= *descriptor.maximum);
  if (fits) return std::nullopt;
  return OptionFault{fmt::format("'{}' is out of range", escape_text(value)),
                     expected_words(descriptor)};
}

std::optional<OptionFault> find_choice_fault(const std::vector<std::string>& choices,
                                             std::string_view value) {
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return std::nullopt;
  const auto near = nearest_name(value, choices);
  return OptionFault{
      fmt::format("'{}' is no choice", escape_text(value)),
      near ? fmt::format("did you mean '{}'?", *near) : "it is one of " + join(choices, ", ")};
}

}  // namespace

std::optional<double> parse_ratio(std::string_view text) {
  if (!text.ends_with('%')) return parse_real(text);
  const auto percent = parse_real(text.substr(0, text.size() - 1));
  return percent ? std::optional(*percent / 100) : std::nullopt;
}

std::optional<OptionFault> find_option_fault(const OptionDescriptor& descriptor,
                                             std::string_view value) {
  static const std::vector<std::string> kFlags{"true", "false"};
  if (value.empty()) return OptionFault{"the value is missing", expected_words(descriptor)};
  if (value.find('\0') != std::string_view::npos) {
    return OptionFault{"a zero byte can be no part of a value", {}};
  }
  switch (descriptor.kind) {
    case OptionKind::flag:
      return find_choice_fault(kFlags, value);
    case OptionKind::choice:
      return find_choice_fault(descriptor.choices, value);
    case OptionKind::text:
    case OptionKind::path:
      return std::nullopt;
    default:
      return find_number_fault(descriptor, value);
  }
}

}  // namespace fsduel
