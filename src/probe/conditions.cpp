#include "probe/conditions.hpp"

#include "probe/proc_text.hpp"
#include "probe/reader.hpp"
#include "probe/subtract.hpp"

namespace fsduel::probe {
namespace {

Measured parse_steal(std::string_view proc_stat) {
  const auto ticks = parse_cpu_ticks(proc_stat);
  if (!ticks || !ticks->steal) return Measured::missing("/proc/stat does not show stolen time");
  return Measured::of(static_cast<double>(*ticks->steal) / kTicksPerSecond);
}

Measured parse_counter(std::string_view vmstat, std::string_view key) {
  const auto counter = find_counter(vmstat, key);
  if (!counter) return Measured::missing("/proc/vmstat does not show " + std::string(key));
  return Measured::of(static_cast<double>(*counter));
}

Measured parse_swapped(std::string_view vmstat) {
  const Measured in = parse_counter(vmstat, "pswpin");
  const Measured out = parse_counter(vmstat, "pswpout");
  if (!in.value || !out.value) return in.value ? out : in;
  return Measured::of(*in.value + *out.value);
}

}  // namespace

Conditions parse_conditions(std::string_view proc_stat, std::string_view proc_vmstat) {
  return {.steal = parse_steal(proc_stat),
          .oom_kills = parse_counter(proc_vmstat, "oom_kill"),
          .swapped_pages = parse_swapped(proc_vmstat)};
}

Conditions read_conditions(sys::System& system) {
  const Answer stat = read_answer(system, "/proc/stat");
  const Answer vmstat = read_answer(system, "/proc/vmstat");
  Conditions conditions = parse_conditions(stat.text.value_or(""), vmstat.text.value_or(""));
  if (!stat.text) conditions.steal = Measured::missing(stat.why);
  if (!vmstat.text) conditions.oom_kills = conditions.swapped_pages = Measured::missing(vmstat.why);
  return conditions;
}

Conditions subtract_conditions(const Conditions& before, const Conditions& after) {
  return {.steal = subtract(before.steal, after.steal),
          .oom_kills = subtract(before.oom_kills, after.oom_kills),
          .swapped_pages = subtract(before.swapped_pages, after.swapped_pages)};
}

}  // namespace fsduel::probe
