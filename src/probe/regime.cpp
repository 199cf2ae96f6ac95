#include "probe/regime.hpp"

namespace fsduel::probe {

std::string find_regime(const RegimeInputs& inputs) {
  if (inputs.kind == PhaseKind::durable) return {};
  const bool reads_data = inputs.bytes_asked.value > 0;
  const bool asks_cold = inputs.asked == CacheState::cold;
  if (inputs.kind == PhaseKind::stream && !reads_data && !asks_cold) return {};
  if (!inputs.device_read.value) return std::string(kMixed);
  const double read = *inputs.device_read.value * 1000.0;
  if (reads_data) {
    const double share = read / static_cast<double>(inputs.bytes_asked.value);
    if (share >= kColdShare) return std::string(kCold);
    return std::string(share <= kWarmShare ? kWarm : kMixed);
  }
  if (read > 0) return std::string(asks_cold ? kCold : kMixed);
  return std::string(asks_cold ? kMixed : kWarm);
}

RegimeMatch match_regime(std::string_view regime, CacheState asked) {
  if (regime.empty()) return RegimeMatch::as_asked;
  if (regime == kMixed) return RegimeMatch::mixed;
  const auto wanted = asked == CacheState::cold ? kCold : kWarm;
  return regime == wanted ? RegimeMatch::as_asked : RegimeMatch::wrong;
}

}  // namespace fsduel::probe
