#include "report/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

namespace fsduel::report {
namespace {

struct Scale {
  double factor;  // of the stored unit
  std::string_view name;
};

constexpr std::array kSeconds{Scale{1e-9, "ns"}, Scale{1e-6, "us"}, Scale{1e-3, "ms"},
                              Scale{1, "s"}};
constexpr std::array kMicrosecondsPerOp{Scale{1e-3, "ns/op"}, Scale{1, "us/op"},
                                        Scale{1e3, "ms/op"}, Scale{1e6, "s/op"}};
constexpr std::array kKilobytes{Scale{1e-3, "B"}, Scale{1, "kB"}, Scale{1e3, "MB"},
                                Scale{1e6, "GB"}, Scale{1e9, "TB"}};
constexpr std::array kKilobytesPerOp{Scale{1e-3, "B/op"}, Scale{1, "kB/op"}, Scale{1e3, "MB/op"}};

std::span<const Scale> scales_of(std::string_view unit) {
  if (unit == "s") return kSeconds;
  if (unit == "us/op") return kMicrosecondsPerOp;
  if (unit == "kB") return kKilobytes;
  if (unit == "kB/op") return kKilobytesPerOp;
  return {};
}

std::string three_digits(double value) {
  const double size = std::abs(value);
  if (size == 0) return "0";
  if (size >= 99.95) return fmt::format("{:.0f}", value);
  if (size >= 9.995) return fmt::format("{:.1f}", value);
  if (size >= 0.0995) return fmt::format("{:.2f}", value);
  return fmt::format("{:.3g}", value);
}

std::string counted(double value) {
  const bool is_whole = value == std::floor(value) && std::abs(value) < 1e15;
  return is_whole ? fmt::format("{:.0f}", value) : three_digits(value);
}

// Decimals so that the narrower side of the bounds shows about two digits.
int decimals_for(const verdict::Bounds& ratio) {
  const double width = ratio.upper - ratio.lower;
  if (!(width > 0)) return ratio.estimate == 1 ? 2 : 3;
  if (std::isinf(width)) return 2;
  const int wanted = 1 - static_cast<int>(std::floor(std::log10(width)));
  const int least = ratio.estimate >= 100 ? 0 : ratio.estimate >= 10 ? 1 : 2;
  return std::clamp(wanted, least, 5);
}

std::string bound(double value, int decimals) {
  if (std::isinf(value)) return "unbounded";
  if (value >= 1e5) return fmt::format("{:.2g}", value);
  return fmt::format("{:.{}f}", value, decimals);
}

std::string signed_value(double value, std::string_view unit) {
  if (std::isinf(value)) return "unbounded";
  return (value > 0 ? "+" : "") + render_value(value, unit);
}

}  // namespace

std::string render_value(double value, std::string_view unit) {
  const auto scales = scales_of(unit);
  if (scales.empty()) return counted(value);
  const Scale* chosen = &scales.front();
  for (const Scale& scale : scales) {
    if (std::abs(value) >= 0.9995 * scale.factor) chosen = &scale;
  }
  if (value == 0) return fmt::format("0 {}", unit);
  return three_digits(value / chosen->factor) + " " + std::string(chosen->name);
}

std::string render_ratio(const verdict::Bounds& ratio) {
  const int decimals = decimals_for(ratio);
  const std::string estimate = bound(ratio.estimate, decimals);
  const bool says_nothing = ratio.lower == 0 && std::isinf(ratio.upper);
  const bool is_point = ratio.lower == ratio.upper;
  if (says_nothing || is_point) return estimate;
  return fmt::format("{} [{}, {}]", estimate, bound(ratio.lower, decimals),
                     bound(ratio.upper, decimals));
}

std::string render_difference(const verdict::Bounds& difference, std::string_view unit) {
  const std::string estimate = signed_value(difference.estimate, unit);
  if (std::isinf(difference.upper) || difference.lower == difference.upper) return estimate;
  return fmt::format("{} [{}, {}]", estimate, signed_value(difference.lower, unit),
                     signed_value(difference.upper, unit));
}

std::string render_exact(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

}  // namespace fsduel::report
