// f2fs (options checked against mkfs.f2fs(8) and fsck.f2fs(8) of 1.15).
#include <array>

#include "base/text.hpp"
#include "filesystem/entries.hpp"
#include "filesystem/rules.hpp"

namespace fsduel::filesystem {
namespace {

constexpr std::array<std::string_view, 3> kTools{"mkfs.f2fs", "fsck.f2fs", "dump.f2fs"};
constexpr std::array<DeviceOption, 1> kDeviceOptions{{{"c", ""}}};
constexpr std::array<std::string_view, 1> kIdleOptions{"V"};
constexpr std::array<std::string_view, 3> kBroken{"[ASSERT]", "[Fail]",
                                                  "Can't find a valid F2FS superblock"};
constexpr std::array<std::string_view, 8> kIdleLines{
    "Info: ", "\"Linux version", "[Ok..]", "[FSCK] Max image", "[FSCK] fixing SIT",
    "Done: ", "Magic Mismatch",  "[FIX]"};

constexpr Rules kRules{.name = "f2fs",
                       .package = "f2fs-tools",
                       .kernel_option = "CONFIG_F2FS_FS",
                       .tools = kTools,
                       .syntax = {"a:c:C:d:e:E:fg:il:mo:O:qrR:s:St:T:U:Vw:z:", {}},
                       .device_options = kDeviceOptions,
                       .idle_options = kIdleOptions,
                       .device_mounts = {},
                       .external_log = Support::no,
                       .several_devices = Support::yes,
                       .check = {kBroken, {}, kIdleLines, {}}};

// "log_blocksize     [0x       c : 12]": the decimal form.
std::optional<std::uint64_t> parse_field(std::string_view text, std::string_view name) {
  for (const std::string_view line : split_lines(text)) {
    const auto words = split_words(line);
    if (words.empty() || words[0] != name) continue;
    const auto pair = parse_named_line(line, ':');
    if (!pair || !pair->value.ends_with(']')) continue;
    return parse_number(trim(pair->value.substr(0, pair->value.size() - 1)));
  }
  return std::nullopt;
}

// "Info: superblock features = 0 : " with the names after the colon.
std::optional<std::string> parse_features(std::string_view text) {
  constexpr std::string_view kStart = "Info: superblock features = ";
  for (const std::string_view line : split_lines(text)) {
    if (!line.starts_with(kStart)) continue;
    const auto pair = parse_named_line(line.substr(kStart.size()), ':');
    if (pair) return pair->value.empty() ? "none" : std::string(pair->value);
  }
  return std::nullopt;
}

class F2fs final : public RuledFilesystem {
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

// 52 MiB, growing a little less than in proportion with the segments of a section [tried].
Bytes F2fs::minimum_size(const Candidate& candidate) const {
  constexpr std::uint64_t kMostSegments = 1ULL << 20;
  const GivenArguments own = given(candidate);
  const GivenOption* segments = find_option(own, "s");
  const auto count = segments == nullptr ? std::nullopt : parse_number(segments->value);
  return kMiB * 52 * std::clamp<std::uint64_t>(count.value_or(1), 1, kMostSegments);
}

Command F2fs::mkfs(const Candidate& candidate, const FormatTarget& target,
                   const FormatPins& pins) const {
  std::vector<std::string> first{"-f"};
  const GivenArguments own = given(candidate);
  if (find_option(own, "t") == nullptr) first.insert(first.end(), {"-t", "0"});
  if (pins.seed && find_option(own, "U") == nullptr) {
    first.insert(first.end(), {"-U", pinned_uuid(*pins.seed, "uuid")});
  }
  if (pins.seed && find_option(own, "r") == nullptr) first.emplace_back("-r");
  std::vector<std::string> further;
  for (const Disk& disk : target.further) further.push_back(disk.path);
  if (!further.empty()) first.insert(first.end(), {"-c", join(further, ",")});
  return make_mkfs(first, candidate.mkfs_arguments, target);
}

// f2fs discards by itself while mounted.
MountRequest F2fs::mount(const Candidate& candidate, const FormatTarget& target,
                         const std::string& mount_point) const {
  std::vector<std::string> ours;
  if (speaks_of_discard(candidate) == Support::no) ours.emplace_back("nodiscard");
  MountRequest request = make_mount(ours, candidate, target);
  request.target = mount_point;
  return request;
}

std::optional<Command> F2fs::check(const FormatTarget& target) const {
  return Command{{"fsck.f2fs", "--dry-run", "-f", target.data.path}};
}

std::optional<Command> F2fs::describe(const FormatTarget& target) const {
  return Command{{"dump.f2fs", "-d", "1", target.data.path}};
}

Facts F2fs::parse_describe(std::string_view text) const {
  constexpr std::uint64_t kMostLog = 32;
  Facts facts;
  const auto add = [&](std::string_view field, std::string_view fact) {
    if (const auto value = parse_field(text, field)) {
      facts.push_back({std::string(fact), std::to_string(*value)});
    }
  };
  if (const auto log = parse_field(text, "log_blocksize"); log && *log <= kMostLog) {
    facts.push_back({"block size", std::to_string(1ULL << *log)});
  }
  add("block_count", "blocks");
  add("segment_count_main", "main segments");
  add("segs_per_sec", "segments per section");
  add("overprov_segment_count", "overprovision segments");
  if (auto features = parse_features(text)) facts.push_back({"features", std::move(*features)});
  return facts;
}

Facts F2fs::durability(const Facts& mount_options, const Facts&) const {
  return {{"write barriers", find_fact(mount_options, "nobarrier") ? "off" : "on"},
          {"file data", "written elsewhere than the old (mode=" +
                            find_fact(mount_options, "mode").value_or("adaptive") + ")"},
          {"fsync", find_fact(mount_options, "fsync_mode").value_or("posix")}};
}

}  // namespace

const Filesystem& f2fs() {
  static const F2fs filesystem;
  return filesystem;
}

}  // namespace fsduel::filesystem
