// Quantities with their units, and how they are read and written by people.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fsduel {

using Nanoseconds = std::chrono::nanoseconds;

// A number of bytes.
struct Bytes {
  std::uint64_t value = 0;
  friend auto operator<=>(Bytes, Bytes) = default;
  friend Bytes operator+(Bytes a, Bytes b) { return {a.value + b.value}; }
  friend Bytes operator-(Bytes a, Bytes b) { return {a.value - b.value}; }
  friend Bytes operator*(Bytes a, std::uint64_t factor) { return {a.value * factor}; }
};

inline constexpr Bytes kKiB{1024};
inline constexpr Bytes kMiB{1024 * 1024};
inline constexpr Bytes kGiB{1024ULL * 1024 * 1024};

// "128m" -> 128 MiB. A number with an optional suffix k, m, g, t (either case; powers of 1024;
// "KiB" forms too). nullopt for anything else, for zero digits and for what does not fit.
[[nodiscard]] std::optional<Bytes> parse_bytes(std::string_view text);
// "77 MB"-like short form with powers of 1024 named KiB, MiB, GiB: "1.5 GiB"; exact bytes below 1
// KiB: "512 B".
[[nodiscard]] std::string render_bytes(Bytes bytes);

// "90s", "3m", "1h30m", "500ms"; a bare number is seconds. nullopt for anything else and for
// negative values.
[[nodiscard]] std::optional<Nanoseconds> parse_duration(std::string_view text);
// "1.25 s", "320 ms", "2 min 5 s".
[[nodiscard]] std::string render_duration(Nanoseconds duration);

}  // namespace fsduel
