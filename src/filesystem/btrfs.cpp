// btrfs (options checked against mkfs.btrfs(8) and btrfs(5) of btrfs-progs 6.2).
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "filesystem/entries.hpp"
#include "filesystem/rules.hpp"

namespace fsduel::filesystem {
namespace {

constexpr std::array<std::string_view, 2> kTools{"mkfs.btrfs", "btrfs"};
constexpr std::array<std::string_view, 14> kLongsWithValue{
    "alloc-start", "byte-count", "checksum", "csum",     "data",    "device-uuid",      "features",
    "label",       "leafsize",   "metadata", "nodesize", "rootdir", "runtime-features", "uuid"};
constexpr std::array<std::string_view, 3> kIdleOptions{"V", "version", "help"};
constexpr std::array<std::string_view, 1> kDeviceMounts{"device"};
constexpr std::array<std::string_view, 2> kBroken{"error(s) found", "No valid Btrfs found"};
constexpr std::array<std::string_view, 3> kBlind{"is currently mounted", "mount check: cannot open",
                                                 "could not check mount status"};
constexpr std::array<std::string_view, 14> kIdleStarts{"[1/7]",
                                                       "[2/7]",
                                                       "[3/7]",
                                                       "[4/7]",
                                                       "[5/7]",
                                                       "[6/7]",
                                                       "[7/7]",
                                                       "UUID: ",
                                                       "total ",
                                                       "btree space",
                                                       "file data",
                                                       "referenced ",
                                                       "Opening filesystem",
                                                       "Checking filesystem"};

constexpr Rules kRules{.name = "btrfs",
                       .package = "btrfs-progs",
                       .kernel_option = "CONFIG_BTRFS_FS",
                       .tools = kTools,
                       .syntax = {"A:b:fl:n:s:m:d:L:O:R:r:U:VvMKq", kLongsWithValue},
                       .device_options = {},
                       .idle_options = kIdleOptions,
                       .device_mounts = kDeviceMounts,
                       .external_log = Support::no,
                       .several_devices = Support::yes,
                       .check = {kBroken, kBlind, {}, kIdleStarts}};

constexpr std::array<FactName, 4> kNames{{{"sectorsize", "block size"},
                                          {"nodesize", "node size"},
                                          {"num_devices", "devices"},
                                          {"fsid", "uuid"}}};

// "csum_type		0 (crc32c)": name, then the value after the blanks.
Facts parse_superblock_lines(std::string_view text) {
  Facts facts;
  for (const std::string_view line : split_lines(text)) {
    const auto words = split_words(line);
    if (words.size() < 2) continue;
    for (const FactName& name : kNames) {
      if (words[0] != name.tool_name) continue;
      facts.push_back({std::string(name.fact_name), std::string(words[1])});
    }
    if (words[0] == "csum_type" && words.size() > 2) {
      std::string_view checksum = words[2];
      if (checksum.starts_with('(')) checksum.remove_prefix(1);
      if (checksum.ends_with(')')) checksum.remove_suffix(1);
      facts.push_back({"checksum", std::string(checksum)});
    }
  }
  return facts;
}

// The names in brackets below "compat_ro_flags" and "incompat_flags".
std::string parse_flags(std::string_view text) {
  std::vector<std::string> names;
  bool inside = false;
  for (const std::string_view line : split_lines(text)) {
    if (!line.starts_with('\t')) inside = line.find("compat") != std::string_view::npos;
    if (!inside || !line.starts_with('\t')) continue;
    for (const std::string_view word : split_words(line)) {
      if (word != "(" && word != ")" && word != "|") names.emplace_back(word);
    }
  }
  return join(names, ",");
}

class Btrfs final : public RuledFilesystem {
 public:
  Bytes minimum_size(const Candidate& candidate) const override;
  std::vector<Command> prepare(const Candidate& candidate, const FormatTarget& target,
                               const FormatPins& pins) const override;
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

// Tried with 6.2: 109 MiB by default, 125 on two devices with profiles, up to 229 where data is
// kept twice on one device, 16 with mixed groups, 157 with both.
Bytes Btrfs::minimum_size(const Candidate& candidate) const {
  const GivenArguments own = given(candidate);
  const bool mixed = find_option(own, std::array<std::string_view, 2>{"M", "mixed"}) != nullptr;
  const GivenOption* data = find_option(own, std::array<std::string_view, 2>{"d", "data"});
  if (data != nullptr && data->value != "single") return kMiB * 230;
  return mixed ? kMiB * 16 : kMiB * 125;
}

// mkfs.btrfs refuses a UUID that it finds anywhere, even where it is about to write: the signature
// of the run before must go first.
std::vector<Command> Btrfs::prepare(const Candidate&, const FormatTarget& target,
                                    const FormatPins& pins) const {
  if (!pins.seed) return {};
  Command command{{"wipefs", "-q", "-a", target.data.path}};
  for (const Disk& disk : target.further) command.argv.push_back(disk.path);
  return {command};
}

Command Btrfs::mkfs(const Candidate& candidate, const FormatTarget& target,
                    const FormatPins& pins) const {
  std::vector<std::string> first{"-f", "-K"};
  const GivenArguments own = given(candidate);
  if (pins.seed && find_option(own, std::array<std::string_view, 2>{"U", "uuid"}) == nullptr) {
    first.insert(first.end(), {"-U", pinned_uuid(*pins.seed, "uuid")});
  }
  Command command = make_mkfs(first, candidate.mkfs_arguments, target);
  for (const Disk& disk : target.further) command.argv.push_back(disk.path);
  return command;
}

// Without device= the kernel would have to be told by a scan, which outlives the mount. Since Linux
// 6.2 btrfs discards by itself.
MountRequest Btrfs::mount(const Candidate& candidate, const FormatTarget& target,
                          const std::string& mount_point) const {
  std::vector<std::string> ours;
  if (speaks_of_discard(candidate) == Support::no) ours.emplace_back("nodiscard");
  for (const Disk& disk : target.further) ours.push_back("device=" + disk.path);
  MountRequest request = make_mount(ours, candidate, target);
  request.target = mount_point;
  return request;
}

std::optional<Command> Btrfs::check(const FormatTarget& target) const {
  return Command{{"btrfs", "check", "--readonly", target.data.path}};
}

std::optional<Command> Btrfs::describe(const FormatTarget& target) const {
  return Command{{"btrfs", "inspect-internal", "dump-super", target.data.path}};
}

Facts Btrfs::parse_describe(std::string_view text) const {
  Facts facts = parse_superblock_lines(text);
  std::string flags = parse_flags(text);
  if (!flags.empty()) facts.push_back({"features", std::move(flags)});
  return facts;
}

Facts Btrfs::durability(const Facts& mount_options, const Facts&) const {
  const bool in_place = find_fact(mount_options, "nodatacow").has_value();
  const bool unchecked = in_place || find_fact(mount_options, "nodatasum").has_value();
  const std::string data = in_place    ? "overwritten in place, no checksums (nodatacow)"
                           : unchecked ? "copied on write, no checksums (nodatasum)"
                                       : "copied on write, with checksums";
  return {{"write barriers", find_fact(mount_options, "nobarrier") ? "off" : "on"},
          {"file data", data},
          {"commit interval", find_fact(mount_options, "commit").value_or("30") + " s"}};
}

}  // namespace

const Filesystem& btrfs() {
  static const Btrfs filesystem;
  return filesystem;
}

}  // namespace fsduel::filesystem
