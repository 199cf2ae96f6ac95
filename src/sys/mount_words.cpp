#include "sys/mount_words.hpp"

#include <sys/mount.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace fsduel::sys {
namespace {

enum class Layer { mount, superblock, both, nobody };

// What a word does: bits to clear, then bits to set, in both interfaces.
struct Word {
  std::string_view text;
  Layer layer;
  std::uint64_t clear_attributes;
  std::uint64_t set_attributes;
  unsigned long clear_flags;
  unsigned long set_flags;
};

constexpr std::uint64_t kAtime = MOUNT_ATTR__ATIME;
constexpr unsigned long kAtimeFlags = MS_NOATIME | MS_RELATIME | MS_STRICTATIME;

constexpr std::array kWords{
    Word{"rw", Layer::both, MOUNT_ATTR_RDONLY, 0, MS_RDONLY, 0},
    Word{"ro", Layer::both, 0, MOUNT_ATTR_RDONLY, 0, MS_RDONLY},
    Word{"suid", Layer::mount, MOUNT_ATTR_NOSUID, 0, MS_NOSUID, 0},
    Word{"nosuid", Layer::mount, 0, MOUNT_ATTR_NOSUID, 0, MS_NOSUID},
    Word{"dev", Layer::mount, MOUNT_ATTR_NODEV, 0, MS_NODEV, 0},
    Word{"nodev", Layer::mount, 0, MOUNT_ATTR_NODEV, 0, MS_NODEV},
    Word{"exec", Layer::mount, MOUNT_ATTR_NOEXEC, 0, MS_NOEXEC, 0},
    Word{"noexec", Layer::mount, 0, MOUNT_ATTR_NOEXEC, 0, MS_NOEXEC},
    Word{"symfollow", Layer::mount, MOUNT_ATTR_NOSYMFOLLOW, 0, MS_NOSYMFOLLOW, 0},
    Word{"nosymfollow", Layer::mount, 0, MOUNT_ATTR_NOSYMFOLLOW, 0, MS_NOSYMFOLLOW},
    Word{"atime", Layer::mount, kAtime, MOUNT_ATTR_RELATIME, kAtimeFlags, 0},
    Word{"noatime", Layer::mount, kAtime, MOUNT_ATTR_NOATIME, kAtimeFlags, MS_NOATIME},
    Word{"relatime", Layer::mount, kAtime, MOUNT_ATTR_RELATIME, kAtimeFlags, MS_RELATIME},
    Word{"strictatime", Layer::mount, kAtime, MOUNT_ATTR_STRICTATIME, kAtimeFlags, MS_STRICTATIME},
    Word{"diratime", Layer::mount, MOUNT_ATTR_NODIRATIME, 0, MS_NODIRATIME, 0},
    Word{"nodiratime", Layer::mount, 0, MOUNT_ATTR_NODIRATIME, 0, MS_NODIRATIME},
    Word{"sync", Layer::superblock, 0, 0, 0, MS_SYNCHRONOUS},
    Word{"async", Layer::superblock, 0, 0, MS_SYNCHRONOUS, 0},
    Word{"dirsync", Layer::superblock, 0, 0, 0, MS_DIRSYNC},
    Word{"lazytime", Layer::superblock, 0, 0, 0, MS_LAZYTIME},
    Word{"nolazytime", Layer::superblock, 0, 0, MS_LAZYTIME, 0},
    Word{"defaults", Layer::nobody, 0, 0, 0, 0},
    Word{"auto", Layer::nobody, 0, 0, 0, 0},
    Word{"noauto", Layer::nobody, 0, 0, 0, 0},
    Word{"nofail", Layer::nobody, 0, 0, 0, 0},
    Word{"_netdev", Layer::nobody, 0, 0, 0, 0},
};

const Word* find_word(std::string_view text) {
  const auto found = std::find_if(kWords.begin(), kWords.end(),
                                  [&](const Word& word) { return word.text == text; });
  return found == kWords.end() ? nullptr : &*found;
}

MountPlan::Parameter to_parameter(const std::string& option) {
  const auto equals = option.find('=');
  if (equals == std::string::npos) {
    return {.key = option, .value = {}, .form = MountPlan::Parameter::Form::flag};
  }
  return {.key = option.substr(0, equals),
          .value = option.substr(equals + 1),
          .form = MountPlan::Parameter::Form::text};
}

}  // namespace

MountPlan plan_mount(const std::vector<std::string>& options) {
  MountPlan plan;
  for (const std::string& option : options) {
    const Word* word = find_word(option);
    if (word != nullptr) {
      plan.attributes = (plan.attributes & ~word->clear_attributes) | word->set_attributes;
    }
    const bool for_superblock =
        word == nullptr || word->layer == Layer::superblock || word->layer == Layer::both;
    if (for_superblock && !option.empty()) plan.parameters.push_back(to_parameter(option));
  }
  return plan;
}

ClassicMountPlan plan_classic_mount(const std::vector<std::string>& options) {
  ClassicMountPlan plan;
  for (const std::string& option : options) {
    const Word* word = find_word(option);
    if (word != nullptr) {
      plan.flags = (plan.flags & ~word->clear_flags) | word->set_flags;
      continue;
    }
    if (!plan.data.empty() && !option.empty()) plan.data += ",";
    plan.data += option;
  }
  return plan;
}

}  // namespace fsduel::sys
