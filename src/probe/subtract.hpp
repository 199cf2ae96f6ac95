// The difference of two readings of a counter.
#pragma once

#include "model/metric.hpp"

namespace fsduel::probe {

// Missing when either is, or when the counter went backwards.
[[nodiscard]] Measured subtract(const Measured& before, const Measured& after);

}  // namespace fsduel::probe
