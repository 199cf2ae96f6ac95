#include "filesystem/filesystem.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "filesystem/entries.hpp"

namespace fsduel::filesystem {

std::span<const Filesystem* const> catalogue() {
  static const std::array entries{&ext2(),     &ext3(), &ext4(), &xfs(),   &btrfs(),
                                  &reiserfs(), &jfs(),  &f2fs(), &nilfs2()};
  return entries;
}

const Filesystem* find_filesystem(std::string_view name) {
  const auto all = catalogue();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Filesystem* filesystem) {
    return filesystem->name() == name;
  });
  return found == all.end() ? nullptr : *found;
}

std::vector<std::string> filesystem_names() {
  std::vector<std::string> names;
  for (const Filesystem* filesystem : catalogue()) names.emplace_back(filesystem->name());
  return names;
}

Facts parse_mount_options(std::string_view options) {
  Facts facts;
  for (const std::string_view option : split(options, ',')) {
    if (option.empty()) continue;
    const std::size_t equals = option.find('=');
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view{} : option.substr(equals + 1);
    facts.push_back({std::string(option.substr(0, equals)), std::string(value)});
  }
  return facts;
}

}  // namespace fsduel::filesystem
