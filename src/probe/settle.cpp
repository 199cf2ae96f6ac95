#include "probe/settle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "probe/device.hpp"
#include "probe/reader.hpp"

namespace fsduel::probe {
namespace {

// What is compared from look to look.
struct DiskState {
  std::uint64_t sectors = 0;
  std::uint64_t requests = 0;
  std::uint64_t in_flight = 0;
};

DiskState read_disks(const SettleContext& context) {
  DiskState state;
  for (const auto& name : context.target.block_devices) {
    const auto answer = read_block_counters(context.system, name);
    if (!answer.counters) continue;
    const auto& disk = *answer.counters;
    state.sectors += disk.read_sectors + disk.write_sectors;
    state.requests += disk.read_requests + disk.write_requests + disk.flushes.value_or(0) +
                      disk.discards.value_or(0);
    state.in_flight += disk.in_flight.value_or(0);
  }
  return state;
}

// Since when the disks have been at rest, look by look.
class DiskRest {
 public:
  explicit DiskRest(const SettleContext& context) : context_(context) {}

  // True when nothing has moved for `calm`.
  bool look(Nanoseconds calm) {
    const DiskState now = read_disks(context_);
    const bool moved = !last_ || now.sectors != last_->sectors || now.requests != last_->requests;
    if (moved || now.in_flight > 0) since_ = context_.clock.now();
    last_ = now;
    return now.in_flight == 0 && context_.clock.now() - since_ >= calm;
  }
  [[nodiscard]] std::string describe() const {
    if (last_ && last_->in_flight > 0)
      return fmt::format("{} requests are in flight", last_->in_flight);
    return "the disks are still working";
  }

 private:
  const SettleContext& context_;
  std::optional<DiskState> last_;
  Nanoseconds since_{0};
};

// Dirty and being written, of the whole machine; nullopt when the kernel does not tell.
std::optional<Bytes> read_dirty(sys::System& system) {
  const Answer meminfo = read_answer(system, "/proc/meminfo");
  if (!meminfo.text) return std::nullopt;
  const auto dirty = find_counter(*meminfo.text, "Dirty");
  const auto writeback = find_counter(*meminfo.text, "Writeback");
  if (!dirty || !writeback) return std::nullopt;
  return kKiB * (*dirty + *writeback);
}

std::string describe_dirty(const std::optional<Bytes>& dirty) {
  if (!dirty || *dirty < kSettledDirty) return {};
  return render_bytes(*dirty) + " dirty on the whole machine";
}

// Whether kernel threads have used little CPU between two looks.
class BackgroundRest {
 public:
  BackgroundRest(const Clock& clock, SystemCpuProbe& cpu, double limit)
      : clock_(clock), cpu_(cpu), limit_(limit) {}

  bool look() {
    const Measured used = cpu_.read_kernel_threads();
    const Nanoseconds now = clock_.now();
    if (!used.value) return true;  // nothing to wait for
    const double seconds = std::chrono::duration<double>(now - time_).count();
    const bool rests = used_ && seconds > 0 && *used.value - *used_ <= limit_ * seconds;
    used_ = used.value;
    time_ = now;
    return rests;
  }

 private:
  const Clock& clock_;
  SystemCpuProbe& cpu_;
  double limit_;
  std::optional<double> used_;
  Nanoseconds time_{0};
};

}  // namespace

std::string render_settled(const Settled& settled) {
  const auto took = render_duration(settled.took);
  const auto note = settled.note.empty() ? std::string() : ": " + settled.note;
  switch (settled.end) {
    case SettleEnd::settled:
      return fmt::format("settled after {}{}", took, note);
    case SettleEnd::unsettled:
      return fmt::format("unsettled after {}{}", took, note);
    case SettleEnd::stopped:
      return fmt::format("stopped after {}", took);
  }
  return {};
}

Settled wait_until_settled(const SettleContext& context, const SettleRule& rule) {
  const Nanoseconds start = context.clock.now();
  DiskRest disks(context);
  for (;;) {
    const bool disks_rest = disks.look(rule.calm);
    const auto dirty = read_dirty(context.system);
    const Nanoseconds took = context.clock.now() - start;
    const bool written_back = !dirty || *dirty < kSettledDirty || took >= rule.dirty;
    if (disks_rest && written_back)
      return {.end = SettleEnd::settled, .took = took, .note = describe_dirty(dirty)};
    if (took >= rule.cap)
      return {.end = SettleEnd::unsettled, .took = took, .note = disks.describe()};
    if (context.stop.is_set()) return {.end = SettleEnd::stopped, .took = took, .note = {}};
    context.clock.sleep(rule.poll);
  }
}

Settled wait_until_quiet(const SettleContext& context, SystemCpuProbe& cpu, const QuietRule& rule) {
  const Nanoseconds start = context.clock.now();
  DiskRest disks(context);
  BackgroundRest background(context.clock, cpu, rule.background_cpus);
  for (;;) {
    const bool disks_rest = disks.look(rule.calm);
    const bool background_rests = background.look();
    const Nanoseconds took = context.clock.now() - start;
    if (disks_rest && background_rests)
      return {.end = SettleEnd::settled, .took = took, .note = {}};
    if (disks_rest && took >= rule.background) {
      return {.end = SettleEnd::unsettled,
              .took = took,
              .note = "kernel threads are busy, perhaps for others"};
    }
    if (took >= rule.cap)
      return {.end = SettleEnd::unsettled, .took = took, .note = disks.describe()};
    if (context.stop.is_set()) return {.end = SettleEnd::stopped, .took = took, .note = {}};
    context.clock.sleep(rule.poll);
  }
}

}  // namespace fsduel::probe
