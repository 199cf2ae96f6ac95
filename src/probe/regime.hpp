// Whether a phase met the cache state that it was meant to meet (METHOD D8). Pure.
#pragma once

#include <string>
#include <string_view>

#include "model/metric.hpp"
#include "model/workload.hpp"

namespace fsduel::probe {

// METHOD D8: share of the bytes asked for that must come from the device to be cold, and may come
// from it to be warm.
inline constexpr double kColdShare = 0.95;
inline constexpr double kWarmShare = 0.05;

struct RegimeInputs {
  PhaseKind kind = PhaseKind::stream;
  CacheState asked = CacheState::warm;
  Bytes bytes_asked;     // file data that the phase read, less what is stored inline or in tails
  Measured device_read;  // kB, begin until quiet
};

inline constexpr std::string_view kCold = "cold";
inline constexpr std::string_view kWarm = "warm";
inline constexpr std::string_view kMixed = "mixed";

// cold, warm or mixed. Phases without file data are judged by whether they read from the device at
// all; what cannot be proved is mixed. Empty for phases that read nothing: durable, and streams
// without data on a warm cache.
[[nodiscard]] std::string find_regime(const RegimeInputs& inputs);

// Whether the proof says what was asked for. A phase that reads nothing always does; a warm phase
// may be mixed, since memory decides that and not the run.
enum class RegimeMatch { as_asked, mixed, wrong };
[[nodiscard]] RegimeMatch match_regime(std::string_view regime, CacheState asked);

}  // namespace fsduel::probe
