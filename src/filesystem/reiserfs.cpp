// reiserfs (options checked against mkreiserfs(8) and reiserfsck(8) of 3.6.27). Linux removed it in
// 6.13.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "filesystem/entries.hpp"
#include "filesystem/rules.hpp"

namespace fsduel::filesystem {
namespace {

constexpr std::array<std::string_view, 3> kTools{"mkfs.reiserfs", "reiserfsck", "debugreiserfs"};
constexpr std::array<std::string_view, 10> kLongsWithValue{
    "block-size", "journal-device",       "journal-size", "journal-offset", "format",
    "badblocks",  "transaction-max-size", "hash",         "uuid",           "label"};
constexpr std::array<DeviceOption, 2> kDeviceOptions{{{"j", ""}, {"journal-device", ""}}};
constexpr std::array<std::string_view, 1> kIdleOptions{"V"};
constexpr std::array<std::string_view, 1> kDeviceMounts{"jdev"};
constexpr std::array<std::string_view, 1> kBroken{"found corruptions can be fixed"};
constexpr std::array<std::string_view, 9> kIdleStarts{
    "reiserfsck ", "Will read-only", "Will put log info", "####",    "reiserfsck finished",
    "Replaying",   "Checking ",      "Comparing bitmaps", "finished"};

constexpr Rules kRules{.name = "reiserfs",
                       .package = "reiserfsprogs",
                       .kernel_option = "CONFIG_REISERFS_FS",
                       .tools = kTools,
                       .syntax = {"b:j:s:o:t:B:h:u:l:dfqV", kLongsWithValue},
                       .device_options = kDeviceOptions,
                       .idle_options = kIdleOptions,
                       .device_mounts = kDeviceMounts,
                       .external_log = Support::yes,
                       .several_devices = Support::no,
                       .check = {kBroken, {}, {}, kIdleStarts}};

constexpr std::array<FactName, 6> kNames{{{"Blocksize", "block size"},
                                          {"Count of blocks on the device", "blocks"},
                                          {"Hash function used to sort names", "directory hash"},
                                          {"Tree height", "tree height"},
                                          {"Max transaction length", "transaction length"},
                                          {"UUID", "uuid"}}};

// "Size 8193 blocks (including 1 for journal header)" below "Journal parameters:".
std::string_view find_journal_blocks(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    const auto words = split_words(line);
    if (words.size() > 2 && words[0] == "Size" && words[2] == "blocks") return words[1];
  }
  return {};
}

class Reiserfs final : public RuledFilesystem {
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

// The journal is 8193 blocks of 4 KiB unless asked otherwise [tried: 33 MiB].
Bytes Reiserfs::minimum_size(const Candidate& candidate) const {
  constexpr std::uint64_t kMostBlocks = 1ULL << 30;
  if (candidate.log) return kMiB * 2;
  const GivenArguments own = given(candidate);
  const GivenOption* size = find_option(own, std::array<std::string_view, 2>{"s", "journal-size"});
  const auto blocks = size == nullptr ? std::nullopt : parse_number(size->value);
  const Bytes journal = kKiB * (4 * std::min(blocks.value_or(8193), kMostBlocks));
  return std::max(kMiB * 33, journal + kMiB * 2);
}

Command Reiserfs::mkfs(const Candidate& candidate, const FormatTarget& target,
                       const FormatPins& pins) const {
  std::vector<std::string> first{"-q", "-f"};
  const GivenArguments own = given(candidate);
  if (pins.seed && find_option(own, std::array<std::string_view, 2>{"u", "uuid"}) == nullptr) {
    first.insert(first.end(), {"-u", pinned_uuid(*pins.seed, "uuid")});
  }
  if (target.log) first.insert(first.end(), {"-j", target.log->path});
  return make_mkfs(first, candidate.mkfs_arguments, target);
}

MountRequest Reiserfs::mount(const Candidate& candidate, const FormatTarget& target,
                             const std::string& mount_point) const {
  std::vector<std::string> ours;
  if (target.log) ours.push_back("jdev=" + target.log->path);
  MountRequest request = make_mount(ours, candidate, target);
  request.target = mount_point;
  return request;
}

std::optional<Command> Reiserfs::check(const FormatTarget& target) const {
  Command command{{"reiserfsck", "--check", "-q", "-y", "-f"}};
  if (target.log) command.argv.insert(command.argv.end(), {"-j", target.log->path});
  command.argv.push_back(target.data.path);
  return command;
}

std::optional<Command> Reiserfs::describe(const FormatTarget& target) const {
  Command command{{"debugreiserfs"}};
  if (target.log) command.argv.insert(command.argv.end(), {"-j", target.log->path});
  command.argv.push_back(target.data.path);
  return command;
}

Facts Reiserfs::parse_describe(std::string_view text) const {
  Facts facts = parse_named_facts(text, ':', kNames);
  const auto block_size = find_fact(facts, "block size");
  if (!block_size) return facts;
  const bool external = text.find("with non-standard journal") != std::string_view::npos;
  facts.push_back({"journal", external ? "external" : "internal"});
  std::string size = render_product(find_journal_blocks(text), *block_size);
  if (!size.empty()) facts.push_back({"journal size", std::move(size)});
  return facts;
}

Facts Reiserfs::durability(const Facts& mount_options, const Facts&) const {
  const bool no_barrier = find_fact(mount_options, "barrier").value_or("flush") == "none";
  return {{"write barriers", no_barrier ? "off" : "on"},
          {"file data", "data=" + find_fact(mount_options, "data").value_or("ordered")},
          {"commit interval", find_fact(mount_options, "commit").value_or("30") + " s"}};
}

}  // namespace

const Filesystem& reiserfs() {
  static const Reiserfs filesystem;
  return filesystem;
}

}  // namespace fsduel::filesystem
