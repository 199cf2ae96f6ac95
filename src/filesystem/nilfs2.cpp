// nilfs2 (options checked against mkfs.nilfs2(8) and nilfs(5) of nilfs-utils 2.2.9). It has no
// checker.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "filesystem/entries.hpp"
#include "filesystem/rules.hpp"

namespace fsduel::filesystem {
namespace {

constexpr std::array<std::string_view, 2> kTools{"mkfs.nilfs2", "nilfs-tune"};
constexpr std::array<std::string_view, 3> kIdleOptions{"n", "h", "V"};

constexpr Rules kRules{.name = "nilfs2",
                       .package = "nilfs-tools",
                       .kernel_option = "CONFIG_NILFS2_FS",
                       .tools = kTools,
                       .syntax = {"b:B:cfL:m:nO:hqvVK", {}},
                       .device_options = {},
                       .idle_options = kIdleOptions,
                       .device_mounts = {},
                       .external_log = Support::no,
                       .several_devices = Support::no,
                       .check = {}};

constexpr std::array<FactName, 7> kNames{{{"Filesystem features", "features"},
                                          {"Filesystem revision #", "format"},
                                          {"Block size", "block size"},
                                          {"Inode size", "inode size"},
                                          {"# of blocks per segment", "blocks per segment"},
                                          {"Number of segments", "segments"},
                                          {"Filesystem UUID", "uuid"}}};

class Nilfs2 final : public RuledFilesystem {
 public:
  Bytes minimum_size(const Candidate& candidate) const override;
  Command mkfs(const Candidate& candidate, const FormatTarget& target,
               const FormatPins& pins) const override;
  MountRequest mount(const Candidate& candidate, const FormatTarget& target,
                     const std::string& mount_point) const override;
  std::optional<Command> check(const FormatTarget&) const override { return std::nullopt; }
  CheckVerdict judge_check(int, std::string_view) const override;
  std::optional<Command> describe(const FormatTarget& target) const override;
  Facts parse_describe(std::string_view text) const override;
  Facts durability(const Facts& mount_options, const Facts& superblock) const override;

 protected:
  const Rules& rules() const override { return kRules; }
};

// Sixteen segments and a little [tried: 129 MiB with 2048 blocks of 4 KiB].
Bytes Nilfs2::minimum_size(const Candidate& candidate) const {
  constexpr std::uint64_t kMost = 1ULL << 20;
  const GivenArguments own = given(candidate);
  const auto number = [&](std::string_view name, std::uint64_t otherwise) {
    const GivenOption* option = find_option(own, name);
    const auto value = option == nullptr ? std::nullopt : parse_number(option->value);
    return std::min(value.value_or(otherwise), kMost);
  };
  return Bytes{16 * number("B", 2048) * number("b", 4096)} + kMiB;
}

// There is no option for the UUID: pins cannot be kept.
Command Nilfs2::mkfs(const Candidate& candidate, const FormatTarget& target,
                     const FormatPins&) const {
  return make_mkfs({"-f", "-K"}, candidate.mkfs_arguments, target);
}

MountRequest Nilfs2::mount(const Candidate& candidate, const FormatTarget& target,
                           const std::string& mount_point) const {
  MountRequest request = make_mount({}, candidate, target);
  request.target = mount_point;
  return request;
}

CheckVerdict Nilfs2::judge_check(int, std::string_view) const {
  return {CheckState::unknown, "nilfs2 has no program that checks it"};
}

std::optional<Command> Nilfs2::describe(const FormatTarget& target) const {
  return Command{{"nilfs-tune", "-l", target.data.path}};
}

Facts Nilfs2::parse_describe(std::string_view text) const {
  return parse_named_facts(text, ':', kNames);
}

Facts Nilfs2::durability(const Facts& mount_options, const Facts&) const {
  const std::string order = find_fact(mount_options, "order").value_or("relaxed");
  return {{"write barriers", find_fact(mount_options, "nobarrier") ? "off" : "on"},
          {"file data", "written as a log (order=" + order + ")"}};
}

}  // namespace

const Filesystem& nilfs2() {
  static const Nilfs2 filesystem;
  return filesystem;
}

}  // namespace fsduel::filesystem
