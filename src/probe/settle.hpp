// Waiting until a disk is at rest: before the first phase, between phases, and after a phase until
// its deferred work is done (METHOD D9, D10).
#pragma once

#include <string>

#include "base/clock.hpp"
#include "model/load.hpp"
#include "probe/cpu.hpp"
#include "sys/stop.hpp"
#include "sys/system.hpp"

namespace fsduel::probe {

// Dirty + Writeback of the whole machine below this counts as written back (METHOD D9).
inline constexpr Bytes kSettledDirty{1024 * 1024};

struct SettleRule {
  Nanoseconds cap{0};    // give up after this
  Nanoseconds poll{0};   // between looks
  Nanoseconds calm{0};   // how long nothing may have moved on the disks
  Nanoseconds dirty{0};  // how long to wait for dirty pages: they may be those of others
};
// D9 asks for 2 s of calm before the first phase; the filesystem has just been made and synced, so
// that a quarter of it tells, and a duel has dozens of runs.
inline constexpr SettleRule kSettleFirst{.cap = std::chrono::seconds(60),
                                         .poll = std::chrono::milliseconds(100),
                                         .calm = std::chrono::milliseconds(500),
                                         .dirty = std::chrono::milliseconds(500)};
// Each phase before it has been followed until quiet: one short look is enough when nothing moves.
inline constexpr SettleRule kSettleBetween{.cap = std::chrono::seconds(5),
                                           .poll = std::chrono::milliseconds(20),
                                           .calm = std::chrono::milliseconds(20),
                                           .dirty = Nanoseconds(0)};

struct QuietRule {
  Nanoseconds cap{std::chrono::seconds(2)};
  Nanoseconds poll{std::chrono::milliseconds(50)};
  Nanoseconds calm{std::chrono::milliseconds(100)};
  // Kernel threads serve the whole machine: they are waited for no longer than this.
  Nanoseconds background{std::chrono::milliseconds(400)};
  // Kernel threads that use less of one CPU than this are at rest. An idle machine's used 0.003.
  double background_cpus = 0.02;
};

struct SettleContext {
  sys::System& system;
  Clock& clock;
  const ProbeTarget& target;
  const sys::StopFlag& stop;
};

enum class SettleEnd { settled, unsettled, stopped };
struct Settled {
  SettleEnd end = SettleEnd::settled;
  Nanoseconds took{0};
  std::string note;  // what was still moving, or the dirty pages of others; may be empty
};
// "settled after 120 ms", "unsettled after 5 s: loop0 has 3 requests in flight".
[[nodiscard]] std::string render_settled(const Settled& settled);

// Until every disk of the target has no request in flight and has moved no sector for the rule's
// calm, and the machine's dirty pages are written back. A disk without counters is not waited for.
[[nodiscard]] Settled wait_until_settled(const SettleContext& context, const SettleRule& rule);

// Until the disks are at rest and the kernel threads too. Call before the mark `quiet`. Looks a few
// times at most: what it uses itself is not counted by `cpu`.
[[nodiscard]] Settled wait_until_quiet(const SettleContext& context, SystemCpuProbe& cpu,
                                       const QuietRule& rule = {});

}  // namespace fsduel::probe
