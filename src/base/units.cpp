#include "base/units.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

namespace fsduel {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::optional<std::uint64_t> byte_factor(const std::string& suffix) {
  constexpr std::string_view kLetters = "kmgt";
  if (suffix.empty() || suffix == "b") return 1;
  const auto power = kLetters.find(suffix[0]);
  if (power == std::string_view::npos) return std::nullopt;
  const std::string rest = suffix.substr(1);
  if (!rest.empty() && rest != "b" && rest != "ib") return std::nullopt;
  return std::uint64_t{1} << (10 * (power + 1));
}

std::optional<double> unit_nanoseconds(std::string_view unit) {
  if (unit.empty() || unit == "s") return 1e9;
  if (unit == "ms") return 1e6;
  if (unit == "us") return 1e3;
  if (unit == "m" || unit == "min") return 60e9;
  if (unit == "h") return 3600e9;
  if (unit == "d") return 86400e9;
  return std::nullopt;
}

// Three significant digits at most, without a trailing zero tail.
std::string short_number(double value) {
  if (value >= 100) return fmt::format("{:.0f}", value);
  if (value >= 10) return fmt::format("{:.1f}", value);
  return fmt::format("{:.2f}", value);
}

}  // namespace

std::optional<Bytes> parse_bytes(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{}) return std::nullopt;
  const auto used = static_cast<std::size_t>(end - text.data());
  const auto factor = byte_factor(lower(text.substr(used)));
  if (!factor || number > std::numeric_limits<std::uint64_t>::max() / *factor) return std::nullopt;
  return Bytes{number * *factor};
}

std::string render_bytes(Bytes bytes) {
  static constexpr std::array<const char*, 5> kNames{"B", "KiB", "MiB", "GiB", "TiB"};
  if (bytes.value < 1024) return fmt::format("{} B", bytes.value);
  double value = static_cast<double>(bytes.value);
  std::size_t name = 0;
  while (value >= 1023.5 && name + 1 < kNames.size()) {
    value /= 1024;
    ++name;
  }
  if (value == std::floor(value)) return fmt::format("{:.0f} {}", value, kNames[name]);
  return short_number(value) + " " + kNames[name];
}

std::optional<Nanoseconds> parse_duration(std::string_view text) {
  if (text.empty()) return std::nullopt;
  double total = 0;
  while (!text.empty()) {
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || !(number >= 0)) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    std::size_t letters = 0;
    while (letters < text.size() && std::isalpha(static_cast<unsigned char>(text[letters])) != 0) {
      ++letters;
    }
    const auto unit = unit_nanoseconds(text.substr(0, letters));
    if (!unit) return std::nullopt;
    text.remove_prefix(letters);
    total += number * *unit;
  }
  if (!(total < 9e18)) return std::nullopt;
  return Nanoseconds{std::llround(total)};
}

std::string render_duration(Nanoseconds duration) {
  const double seconds = static_cast<double>(duration.count()) / 1e9;
  if (seconds < 0) return "-" + render_duration(-duration);
  if (duration.count() < 1000) return fmt::format("{} ns", duration.count());
  if (seconds < 0.9995e-3) return short_number(seconds * 1e6) + " us";
  if (seconds < 0.9995) return short_number(seconds * 1e3) + " ms";
  if (seconds < 119.5) return short_number(seconds) + " s";
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (whole < 7200) {
    const auto rest = whole % 60;
    return rest == 0 ? fmt::format("{} min", whole / 60)
                     : fmt::format("{} min {} s", whole / 60, rest);
  }
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace fsduel
