// jfs (options checked against jfs_mkfs(8) and jfs_fsck(8) of 1.1.15).
#include <array>

#include "base/text.hpp"
#include "filesystem/entries.hpp"
#include "filesystem/rules.hpp"

namespace fsduel::filesystem {
namespace {

constexpr std::array<std::string_view, 3> kTools{"mkfs.jfs", "jfs_fsck", "jfs_tune"};
constexpr std::array<DeviceOption, 2> kDeviceOptions{{{"j", ""}, {"J", ""}}};
constexpr std::array<std::string_view, 1> kIdleOptions{"V"};
constexpr std::array<std::string_view, 2> kBroken{"Filesystem is dirty",
                                                  "does not describe a correct jfs"};
constexpr std::array<std::string_view, 8> kIdleLines{
    "jfs_fsck version", "processing started", "The current device is", "Block size in bytes",
    "Filesystem size",  "**Phase ",           " kilobytes ",           "READ ONLY"};

constexpr Rules kRules{.name = "jfs",
                       .package = "jfsutils",
                       .kernel_option = "CONFIG_JFS_FS",
                       .tools = kTools,
                       .syntax = {"cOqVj:J:L:s:", {}},
                       .device_options = kDeviceOptions,
                       .idle_options = kIdleOptions,
                       .device_mounts = {},
                       .external_log = Support::yes,
                       .several_devices = Support::no,
                       .check = {kBroken, {}, kIdleLines, {}}};

constexpr std::array<FactName, 5> kNames{{{"JFS version", "format"},
                                          {"Aggregate block size", "block size"},
                                          {"Allocation group size", "allocation group size"},
                                          {"JFS flags", "features"},
                                          {"File system UUID", "uuid"}}};

class Jfs final : public RuledFilesystem {
 public:
  Bytes minimum_size(const Candidate& candidate) const override;
  Command mkfs(const Candidate& candidate, const FormatTarget& target,
               const FormatPins& pins) const override;
  MountRequest mount(const Candidate& candidate, const FormatTarget& target,
                     const std::string& mount_point) const override;
  std::optional<Command> check(const FormatTarget& target) const override;
  std::optional<Command> describe(const FormatTarget& target) const override;
  Facts parse_describe(std::string_view text) const override;
  Facts durability(const Facts& mount_options, const Facts& superblock) const override;

 protected:
  const Rules& rules() const override { return kRules; }
};

Bytes Jfs::minimum_size(const Candidate& candidate) const {
  constexpr std::uint64_t kMostMebibytes = 128;  // jfs_mkfs(8): the largest log
  const GivenArguments own = given(candidate);
  const GivenOption* size = find_option(own, "s");
  const auto log = size == nullptr ? std::nullopt : parse_number(size->value);
  return kMiB * (16 + std::min(log.value_or(0), kMostMebibytes));
}

// There is no option for the UUID: pins cannot be kept. It does not discard either.
Command Jfs::mkfs(const Candidate& candidate, const FormatTarget& target, const FormatPins&) const {
  std::vector<std::string> first{"-q"};
  if (target.log) first.insert(first.end(), {"-j", target.log->path});
  return make_mkfs(first, candidate.mkfs_arguments, target);
}

// The log is found by its device number in the superblock; there is no option for it.
MountRequest Jfs::mount(const Candidate& candidate, const FormatTarget& target,
                        const std::string& mount_point) const {
  MountRequest request = make_mount({}, candidate, target);
  request.target = mount_point;
  return request;
}

std::optional<Command> Jfs::check(const FormatTarget& target) const {
  Command command{{"jfs_fsck", "-n", "-f"}};
  if (target.log) command.argv.insert(command.argv.end(), {"-j", target.log->path});
  command.argv.push_back(target.data.path);
  return command;
}

std::optional<Command> Jfs::describe(const FormatTarget& target) const {
  return Command{{"jfs_tune", "-l", target.data.path}};
}

Facts Jfs::parse_describe(std::string_view text) const {
  Facts facts = parse_named_facts(text, ':', kNames);
  for (Fact& fact : facts) {
    if (fact.name == "block size") fact.value = fact.value.substr(0, fact.value.find(' '));
  }
  if (const auto flags = find_fact(facts, "features")) {
    const bool internal = flags->find("JFS_INLINELOG") != std::string::npos;
    facts.push_back({"journal", internal ? "internal" : "external"});
  }
  return facts;
}

Facts Jfs::durability(const Facts& mount_options, const Facts&) const {
  const bool unlogged = find_fact(mount_options, "nointegrity").has_value();
  return {{"file data", "not journalled"}, {"metadata log", unlogged ? "off (nointegrity)" : "on"}};
}

}  // namespace

const Filesystem& jfs() {
  static const Jfs filesystem;
  return filesystem;
}

}  // namespace fsduel::filesystem
