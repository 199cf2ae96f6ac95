#include "run/settings.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "sys/taken.hpp"

namespace fsduel::run {
namespace {

// "vm.dirty_ratio" -> "vm/dirty_ratio", as sysctl(8) does.
std::string sysctl_file(std::string name) {
  for (char& c : name) {
    if (c == '.') c = '/';
  }
  return name;
}

bool climbs(const std::string& name) {
  for (const auto part : split(name, '/')) {
    if (part == "..") return true;
  }
  return false;
}

std::string read_value(sys::System& system, const std::string& path, const Setting& setting) {
  const auto text = system.read_text(path);
  if (text) return sys::find_setting_value(*text);
  throw Error({.doing = "set",
               .object = escape_text(setting.name),
               .cause = "there is no " + escape_text(path),
               .next_step = "a name below /sys/block/DISK (queue/scheduler) or a sysctl "
                            "(vm.dirty_ratio)",
               .errno_value = 0});
}

}  // namespace

std::string setting_path(const Setting& setting, const std::string& disk) {
  if (climbs(setting.name) || setting.name.starts_with('/')) {
    throw Error({.doing = "set",
                 .object = escape_text(setting.name),
                 .cause = "the name leaves the folder of the disk's settings",
                 .next_step = "a name such as queue/scheduler"});
  }
  if (setting.name.find('/') != std::string::npos) return "/sys/block/" + disk + "/" + setting.name;
  return "/proc/sys/" + sysctl_file(setting.name);
}

SettingsInForce::~SettingsInForce() {
  try {
    close();
  } catch (const Error&) {
    // The journal has the old values: sweep puts them back.
  }
}

Fact SettingsInForce::apply(const Setting& setting, const std::string& disk) {
  const std::string path = setting_path(setting, disk);
  const std::string before = read_value(system_, path, setting);
  if (before == setting.value) return {setting.name, before + " (as it was)"};
  held_.push_back(journal_.change_setting(path, setting.value));
  const std::string after = read_value(system_, path, setting);
  if (after != setting.value) {
    throw Error({.doing = "set",
                 .object = escape_text(setting.name) + " to " + escape_text(setting.value),
                 .cause = "the kernel shows " + escape_text(after) + " afterwards",
                 .next_step = "a value that cat " + escape_text(path) + " offers"});
  }
  return {setting.name, after + " (was " + before + ")"};
}

void SettingsInForce::close() {
  while (!held_.empty()) {
    const auto result = journal_.give_back_one(held_.back());
    if (result.outcome == sys::GiveBack::failed) {
      // Still held: the destructor tries once more.
      throw Error({.doing = "give back",
                   .object = sys::describe_taken(result.taken),
                   .cause = result.reason,
                   .next_step = "fsduel sweep"});
    }
    held_.pop_back();
  }
}

}  // namespace fsduel::run
