#include "probe/device.hpp"

#include <functional>

#include "base/check.hpp"
#include "probe/reader.hpp"

namespace fsduel::probe {
namespace {

constexpr double kSectorsPerKilobyte = 1000.0 / 512.0;

using Value = std::optional<double>;
using Pick = Value (*)(const BlockCounters&);

double number(std::uint64_t count) {
  return static_cast<double>(count);
}

struct Column {
  std::string_view metric;
  Pick pick;
  std::string_view since;  // why an older kernel has none
};

constexpr std::string_view kAlways = "its stat file lacks the column";
const Column kColumns[] = {
    {"device_read",
     [](const BlockCounters& c) { return Value(number(c.read_sectors) / kSectorsPerKilobyte); },
     kAlways},
    {"device_written",
     [](const BlockCounters& c) { return Value(number(c.write_sectors) / kSectorsPerKilobyte); },
     kAlways},
    {"device_read_requests", [](const BlockCounters& c) { return Value(number(c.read_requests)); },
     kAlways},
    {"device_write_requests",
     [](const BlockCounters& c) { return Value(number(c.write_requests)); }, kAlways},
    {"device_flushes",
     [](const BlockCounters& c) { return c.flushes ? Value(number(*c.flushes)) : Value(); },
     "the kernel does not count flushes; Linux 5.5 and later do"},
};

Measured sum_column(const Column& column, const std::vector<std::string>& names,
                    const std::vector<BlockAnswer>& answers) {
  if (names.empty()) return Measured::missing("the candidate has no block device of its own");
  double sum = 0;
  for (std::size_t disk = 0; disk < answers.size(); ++disk) {
    if (!answers[disk].counters) return Measured::missing(answers[disk].why);
    const Value value = column.pick(*answers[disk].counters);
    if (!value) return Measured::missing(names[disk] + ": " + std::string(column.since));
    sum += *value;
  }
  return Measured::of(sum);
}

}  // namespace

BlockAnswer read_block_counters(sys::System& system, const std::string& kernel_name) {
  // Below /sys/class/block there are partitions too.
  const std::string path = "/sys/class/block/" + kernel_name + "/stat";
  Answer answer = read_answer(system, path);
  if (!answer.text) answer = read_answer(system, "/sys/block/" + kernel_name + "/stat");
  if (!answer.text) return {.counters = {}, .why = std::move(answer.why)};
  const auto counters = parse_block_counters(*answer.text);
  if (!counters) return {.counters = {}, .why = path + " has an unknown form"};
  return {.counters = counters, .why = {}};
}

std::vector<Reading> sum_devices(const std::vector<std::string>& names,
                                 const std::vector<BlockAnswer>& answers) {
  FSDUEL_CHECK(names.size() == answers.size(), "one answer per disk");
  std::vector<Reading> readings;
  for (const Column& column : kColumns)
    readings.push_back({std::string(column.metric), sum_column(column, names, answers)});
  return readings;
}

std::vector<Reading> DeviceProbe::read(const ProbeTarget& target) {
  std::vector<BlockAnswer> answers;
  for (const auto& name : target.block_devices)
    answers.push_back(read_block_counters(system_, name));
  return sum_devices(target.block_devices, answers);
}

}  // namespace fsduel::probe
