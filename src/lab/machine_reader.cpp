#include "lab/machine_reader.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "probe/manifest.hpp"

namespace fsduel::lab {
namespace {

constexpr std::array<std::string_view, 10> kKnownModules{
    "ext2", "ext3", "ext4", "xfs", "btrfs", "reiserfs", "jfs", "f2fs", "nilfs2", "bcachefs"};

// The text of an option's value in /proc/config.gz or /boot/config-RELEASE; empty when neither
// tells.
std::string read_kernel_config(sys::System& system, const std::string& release) {
  if (const auto text = system.read_text("/boot/config-" + release)) return *text;
  if (!system.find_status("/proc/config.gz")) return {};
  try {
    const auto result = system.run({{"zcat", "/proc/config.gz"}}, {});
    return result.succeeded() ? result.output : std::string{};
  } catch (const Error&) {
    return {};  // no zcat: the questions that need the configuration stay open
  }
}

std::vector<std::string> read_filesystems(sys::System& system, const std::string& release) {
  std::set<std::string> names;
  const auto add = [&](const std::vector<std::string>& found) {
    names.insert(found.begin(), found.end());
  };
  add(parse_proc_filesystems(system.read_text("/proc/filesystems").value_or("")));
  for (const char* file : {"/modules.dep", "/modules.builtin"}) {
    const std::string path = "/lib/modules/" + release + file;
    add(parse_module_filesystems(system.read_text(path).value_or("")));
  }
  // ext3 has no driver of its own since Linux 4.3: where ext4 is, ext3 is.
  if (names.contains("ext4")) names.insert("ext3");
  return {names.begin(), names.end()};
}

std::vector<std::string> find_ext_drivers(const std::vector<std::string>& filesystems,
                                          const std::string& config) {
  const auto has = [&](const char* name) {
    return std::find(filesystems.begin(), filesystems.end(), name) != filesystems.end();
  };
  std::vector<std::string> served;
  const std::string own_ext2 = find_kernel_option(config, "EXT2_FS");
  if (has("ext2") && own_ext2 != "y" && own_ext2 != "m") served.emplace_back("ext2");
  if (has("ext3")) served.emplace_back("ext3");
  return served;
}

std::string first_line(const std::string& text) {
  const auto lines = split_lines(trim(text));
  return lines.empty() ? std::string{} : escape_text(trim(lines.front()));
}

std::string ask_version(sys::System& system, const std::string& tool) {
  try {
    const auto result =
        system.run({{tool, "-V"}}, {.timeout = std::chrono::seconds{5}, .output = Bytes{4096}});
    return first_line(result.output.empty() ? result.errors : result.output);
  } catch (const Error&) {
    return {};
  }
}

std::vector<ToolFacts> read_tools(sys::System& system, const MachineQuestion& question) {
  std::vector<ToolFacts> tools;
  for (const auto& name : question.tools) {
    ToolFacts tool{.name = name, .path = system.find_program(name).value_or(""), .version = {}};
    if (!tool.path.empty() && question.versions == MachineQuestion::Versions::ask) {
      tool.version = ask_version(system, name);
    }
    tools.push_back(std::move(tool));
  }
  return tools;
}

void read_loop_ability(sys::System& system, Machine& machine) {
  if (machine.root == Ability::no) {
    machine.loop_reason = "loop devices need root";
  } else if (!system.find_status("/dev/loop-control")) {
    machine.loop_reason = "/dev/loop-control is missing: the kernel module loop is not loaded";
  } else {
    machine.loop_devices = Ability::yes;
  }
}

}  // namespace

std::vector<std::string> parse_proc_filesystems(std::string_view text) {
  std::vector<std::string> names;
  for (const auto line : split_lines(text)) {
    const auto words = split_words(line);
    if (words.size() == 1) names.emplace_back(words[0]);
  }
  return names;
}

std::vector<std::string> parse_module_filesystems(std::string_view text) {
  std::vector<std::string> names;
  for (const auto line : split_lines(text)) {
    const auto path = line.substr(0, line.find(':'));
    const auto file = path.substr(std::min(path.rfind('/') + 1, path.size()));
    const auto name = file.substr(0, file.find(".ko"));
    const bool known =
        std::find(kKnownModules.begin(), kKnownModules.end(), name) != kKnownModules.end();
    if (known && file.find(".ko") != std::string_view::npos) names.emplace_back(name);
  }
  return names;
}

std::string find_kernel_option(std::string_view config, std::string_view name) {
  const std::string assigned = "CONFIG_" + std::string(name) + "=";
  const std::string unset = "# CONFIG_" + std::string(name) + " is not set";
  for (const auto line : split_lines(config)) {
    if (line == unset) return "n";
    if (line.starts_with(assigned)) return std::string(line.substr(assigned.size()));
  }
  return {};
}

Bytes find_memory(std::string_view meminfo) {
  for (const auto line : split_lines(meminfo)) {
    const auto words = split_words(line);
    if (words.size() < 2 || words[0] != "MemTotal:") continue;
    return kKiB * parse_number(words[1]).value_or(0);
  }
  return {};
}

Machine read_machine(sys::System& system, const MachineQuestion& question) {
  Machine machine;
  machine.host = system.host_name();
  machine.kernel_release = system.kernel_release();
  machine.root = system.is_root() ? Ability::yes : Ability::no;
  read_loop_ability(system, machine);
  const std::string config = read_kernel_config(system, machine.kernel_release);
  machine.filesystems = read_filesystems(system, machine.kernel_release);
  machine.ext_drivers = find_ext_drivers(machine.filesystems, config);
  // Without a readable configuration the mount itself will tell.
  machine.xfs_v4 = find_kernel_option(config, "XFS_SUPPORT_V4") == "n" ? Ability::no : Ability::yes;
  machine.tools = read_tools(system, question);
  machine.cpus = system.online_cpus();
  machine.memory = find_memory(system.read_text("/proc/meminfo").value_or(""));
  machine.facts = probe::read_manifest(system);
  return machine;
}

}  // namespace fsduel::lab
