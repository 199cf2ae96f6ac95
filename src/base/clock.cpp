#include "base/clock.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <thread>

namespace fsduel {
namespace {

Nanoseconds read(clockid_t id) {
  timespec time{};
  clock_gettime(id, &time);
  return std::chrono::seconds{time.tv_sec} + Nanoseconds{time.tv_nsec};
}

}  // namespace

Nanoseconds SystemClock::now() const {
  return read(CLOCK_MONOTONIC);
}
Nanoseconds SystemClock::calendar() const {
  return read(CLOCK_REALTIME);
}
void SystemClock::sleep(Nanoseconds duration) {
  std::this_thread::sleep_for(duration);
}

std::string render_timestamp(Nanoseconds calendar) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(calendar).count();
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

}  // namespace fsduel
