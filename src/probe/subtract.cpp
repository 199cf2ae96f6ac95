#include "probe/subtract.hpp"

#include <fmt/format.h>

namespace fsduel::probe {

Measured subtract(const Measured& before, const Measured& after) {
  if (!before.value) return before;
  if (!after.value) return after;
  if (*after.value < *before.value) {
    return Measured::missing(
        fmt::format("the counter went backwards, from {} to {}", *before.value, *after.value));
  }
  return Measured::of(*after.value - *before.value);
}

}  // namespace fsduel::probe
