#include "probe/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "probe/kernel_config.hpp"
#include "probe/proc_text.hpp"
#include "probe/reader.hpp"

namespace fsduel::probe {
namespace {

std::string unavailable(std::string_view why) {
  return fmt::format("not available ({})", why);
}

// The text of a file on one line.
std::string describe_file(sys::System& system, const std::string& path) {
  const Answer answer = read_answer(system, path);
  if (!answer.text) return unavailable(answer.why);
  const auto text = trim(*answer.text);
  return text.empty() ? unavailable(path + " is empty") : std::string(text);
}

// The word in brackets where the kernel shows a choice: "none [bfq]" -> "bfq".
std::string describe_choice(sys::System& system, const std::string& path) {
  const std::string text = describe_file(system, path);
  const auto open = text.find('[');
  const auto close = text.find(']', open);
  if (open == std::string::npos || close == std::string::npos) return text;
  return text.substr(open + 1, close - open - 1);
}

struct FileFact {
  std::string_view name;
  std::string_view path;
};

constexpr FileFact kMachineFiles[] = {
    {"kernel version", "/proc/sys/kernel/version"},
    {"kernel command line", "/proc/cmdline"},
    {"boot id", "/proc/sys/kernel/random/boot_id"},
    {"clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource"},
    {"CPU governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"},
    {"SMT active", "/sys/devices/system/cpu/smt/active"},
    {"security modules", "/sys/kernel/security/lsm"},
    {"vm.dirty_ratio", "/proc/sys/vm/dirty_ratio"},
    {"vm.dirty_background_ratio", "/proc/sys/vm/dirty_background_ratio"},
    {"vm.dirty_bytes", "/proc/sys/vm/dirty_bytes"},
    {"vm.dirty_background_bytes", "/proc/sys/vm/dirty_background_bytes"},
    {"vm.dirty_expire_centisecs", "/proc/sys/vm/dirty_expire_centisecs"},
    {"vm.dirty_writeback_centisecs", "/proc/sys/vm/dirty_writeback_centisecs"},
    {"vm.swappiness", "/proc/sys/vm/swappiness"},
    {"vm.vfs_cache_pressure", "/proc/sys/vm/vfs_cache_pressure"},
    {"kernel.task_delayacct", "/proc/sys/kernel/task_delayacct"}};

constexpr std::string_view kKernelOptions[] = {"HZ",
                                               "TICK_CPU_ACCOUNTING",
                                               "VIRT_CPU_ACCOUNTING_GEN",
                                               "IRQ_TIME_ACCOUNTING",
                                               "NO_HZ_IDLE",
                                               "NO_HZ_FULL",
                                               "PREEMPT",
                                               "PREEMPT_VOLUNTARY",
                                               "SCHEDSTATS",
                                               "TASK_DELAY_ACCT",
                                               "PSI"};

void add_cpu_facts(sys::System& system, Facts& facts) {
  const Answer cpuinfo = read_answer(system, "/proc/cpuinfo");
  const auto describe = [&](std::string_view key) {
    if (!cpuinfo.text) return unavailable(cpuinfo.why);
    const auto field = find_field(*cpuinfo.text, key);
    return field && !field->empty() ? std::string(*field)
                                    : unavailable("/proc/cpuinfo has no " + std::string(key));
  };
  facts.push_back({"CPU model", describe("model name")});
  facts.push_back({"microcode", describe("microcode")});
  facts.push_back({"online CPUs", std::to_string(system.online_cpus())});
  const std::string text = cpuinfo.text.value_or("");
  const auto flags = split_words(text);
  const bool guest = std::ranges::find(flags, "hypervisor") != flags.end();
  facts.push_back({"virtual machine", guest ? "yes (CPU flag hypervisor)" : "not seen"});
}

void add_hypervisor(sys::System& system, Facts& facts) {
  auto vendor = find_text(system, "/sys/class/dmi/id/sys_vendor");
  const auto product = find_text(system, "/sys/class/dmi/id/product_name");
  if (vendor && product) *vendor += " " + *product;
  if (!vendor) vendor = find_text(system, "/sys/hypervisor/type");
  facts.push_back({"host machine", vendor.value_or(unavailable("no DMI data"))});
}

void add_mitigations(sys::System& system, Facts& facts) {
  const std::string folder = "/sys/devices/system/cpu/vulnerabilities";
  std::vector<std::string> parts;
  try {
    for (const auto& name : system.list_directory(folder)) {
      const auto state = find_text(system, folder + "/" + name);
      if (state && *state != "Not affected") parts.push_back(name + ": " + *state);
    }
    facts.push_back({"CPU mitigations", parts.empty() ? "none: not affected" : join(parts, "; ")});
  } catch (const Error& error) {
    facts.push_back({"CPU mitigations", unavailable(error.parts().cause)});
  }
}

void add_memory(sys::System& system, Facts& facts) {
  const Answer meminfo = read_answer(system, "/proc/meminfo");
  for (const std::string_view key : {"MemTotal", "SwapTotal"}) {
    const auto kib = meminfo.text ? find_counter(*meminfo.text, key) : std::nullopt;
    facts.push_back({std::string(key),
                     kib ? render_bytes(kKiB * *kib) : unavailable("/proc/meminfo does not tell")});
  }
}

// "max", -1, and the number that stands for it in version 1.
bool is_limit(std::string_view value) {
  constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 62;
  const auto number = parse_number(value);
  return !value.starts_with("max") && value != "-1" && (!number || *number < kNoLimit);
}

// Limits of our own control group, v2 and v1; the group's path is that below its controller.
void add_cgroup_limits(sys::System& system, Facts& facts) {
  const std::string text = read_answer(system, "/proc/self/cgroup").text.value_or("");
  std::vector<std::string> limits;
  for (const auto line : split_lines(text)) {
    const auto fields = split(line, ':');
    if (fields.size() < 3) continue;
    const bool unified = fields[1].empty();
    const std::string folder =
        "/sys/fs/cgroup" + (unified ? "" : "/" + std::string(fields[1])) + std::string(fields[2]);
    for (const std::string_view file :
         {"memory.max", "cpu.max", "io.max", "memory.limit_in_bytes", "cpu.cfs_quota_us"}) {
      const auto value = find_text(system, folder + "/" + std::string(file));
      if (value && is_limit(*value)) limits.push_back(fmt::format("{} {}", file, *value));
    }
  }
  facts.push_back({"cgroup limits", limits.empty() ? "none seen" : join(limits, "; ")});
}

void add_kernel_options(sys::System& system, Facts& facts) {
  const std::string config = read_kernel_config(system);
  for (const auto option : kKernelOptions) {
    const std::string name = "CONFIG_" + std::string(option);
    if (config.empty()) {
      facts.push_back({name, unavailable("the kernel's configuration cannot be read")});
      continue;
    }
    facts.push_back({name, find_kernel_option(config, option).value_or("not known here")});
  }
}

void add_loop_facts(sys::System& system, const std::string& kernel_name, Facts& facts) {
  const std::string prefix = "disk " + kernel_name + " ";
  const std::string folder = "/sys/block/" + kernel_name + "/loop/";
  const auto backing = find_text(system, folder + "backing_file");
  if (!backing) return;
  facts.push_back({prefix + "backing file", *backing});
  for (const std::string_view flag : {"dio", "autoclear", "partscan", "offset", "sizelimit"}) {
    const auto value = find_text(system, folder + std::string(flag));
    if (value) facts.push_back({fmt::format("{}loop {}", prefix, flag), *value});
  }
  try {
    const auto status = system.find_status(*backing);
    for (const auto& mount : system.read_mounts()) {
      if (!status || mount.device != status->device) continue;
      facts.push_back({prefix + "backing filesystem",
                       fmt::format("{} on {} ({})", mount.type, mount.source, mount.target)});
      return;
    }
    facts.push_back({prefix + "backing filesystem", unavailable("its mount cannot be seen")});
  } catch (const Error& error) {
    facts.push_back({prefix + "backing filesystem", unavailable(error.parts().cause)});
  }
}

constexpr FileFact kDiskFiles[] = {{"rotational", "queue/rotational"},
                                   {"read_ahead_kb", "queue/read_ahead_kb"},
                                   {"nr_requests", "queue/nr_requests"},
                                   {"wbt_lat_usec", "queue/wbt_lat_usec"},
                                   {"logical_block_size", "queue/logical_block_size"},
                                   {"physical_block_size", "queue/physical_block_size"},
                                   {"write_cache", "queue/write_cache"},
                                   {"discard_max_bytes", "queue/discard_max_bytes"},
                                   {"model", "device/model"},
                                   {"firmware", "device/rev"}};

}  // namespace

Facts read_manifest(sys::System& system) {
  Facts facts{{"kernel release", system.kernel_release()}};
  for (const auto& file : kMachineFiles)
    facts.push_back({std::string(file.name), describe_file(system, std::string(file.path))});
  facts.push_back({"transparent huge pages",
                   describe_choice(system, "/sys/kernel/mm/transparent_hugepage/enabled")});
  const Answer pressure = read_answer(system, "/proc/pressure/io");
  facts.push_back({"pressure stall information", pressure.text ? "on" : "off"});
  add_cpu_facts(system, facts);
  add_hypervisor(system, facts);
  add_mitigations(system, facts);
  add_memory(system, facts);
  add_cgroup_limits(system, facts);
  add_kernel_options(system, facts);
  return facts;
}

Facts read_disk_facts(sys::System& system, const std::string& kernel_name) {
  // A partition has no queue of its own: its disk's folder is one up.
  std::string folder = "/sys/class/block/" + kernel_name;
  if (read_answer(system, folder + "/partition").text) folder += "/..";
  const std::string prefix = "disk " + kernel_name + " ";
  Facts facts;
  const auto sectors = find_text(system, "/sys/class/block/" + kernel_name + "/size");
  const auto count = sectors ? parse_number(*sectors) : std::nullopt;
  facts.push_back({prefix + "size",
                   count ? render_bytes(Bytes{512} * *count) : unavailable("no size in sysfs")});
  facts.push_back({prefix + "scheduler", describe_choice(system, folder + "/queue/scheduler")});
  for (const auto& file : kDiskFiles) {
    facts.push_back({prefix + std::string(file.name),
                     describe_file(system, folder + "/" + std::string(file.path))});
  }
  add_loop_facts(system, kernel_name, facts);
  return facts;
}

}  // namespace fsduel::probe
