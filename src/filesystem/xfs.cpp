// xfs (options checked against mkfs.xfs(8) and xfs(5) of xfsprogs 6.1).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "filesystem/entries.hpp"
#include "filesystem/rules.hpp"

namespace fsduel::filesystem {
namespace {

constexpr std::array<std::string_view, 3> kTools{"mkfs.xfs", "xfs_repair", "xfs_db"};
constexpr std::array<std::string_view, 1> kLongsWithValue{"protofile"};
constexpr std::array<DeviceOption, 3> kDeviceOptions{
    {{"d", "name"}, {"l", "logdev"}, {"r", "rtdev"}}};
constexpr std::array<std::string_view, 2> kIdleOptions{"N", "V"};
constexpr std::array<std::string_view, 2> kDeviceMounts{"logdev", "rtdev"};
constexpr std::array<std::string_view, 1> kBroken{"valuable metadata changes in a log"};
constexpr std::array<std::string_view, 2> kBlind{"couldn't initialize XFS library",
                                                 "contains a mounted"};
constexpr std::array<std::string_view, 6> kIdleStarts{
    "Phase ",          "- ",
    "No modify flag",  "Cannot get host filesystem geometry",
    "Repair may fail", "the image and the host filesystem"};

constexpr Rules kRules{.name = "xfs",
                       .package = "xfsprogs",
                       .kernel_option = "CONFIG_XFS_FS",
                       .tools = kTools,
                       .syntax = {"c:b:d:i:l:L:m:n:KNp:qr:s:CfV", kLongsWithValue},
                       .device_options = kDeviceOptions,
                       .idle_options = kIdleOptions,
                       .device_mounts = kDeviceMounts,
                       .external_log = Support::yes,
                       .several_devices = Support::no,
                       .check = {kBroken, kBlind, {}, kIdleStarts}};

// One "key=value" of the geometry that mkfs.xfs and xfs_info print, with its section.
struct GeometryWord {
  std::string_view section;  // "meta-data", "data", "naming", "log", "realtime"
  std::string_view key;
  std::string_view value;
};

struct Geometry {
  std::vector<GeometryWord> words;
  std::string_view log;  // "internal log" or the log's device
};

// "log      =internal log           bsize=4096   blocks=16384, version=2"; a line without a name
// continues the section before. What follows the first "=" is a name only where a section starts.
Geometry parse_geometry(std::string_view text) {
  Geometry geometry;
  std::string_view section;
  for (const std::string_view line : split_lines(text)) {
    const auto named = parse_named_line(line, '=');
    if (!named || named->name.find(' ') != std::string_view::npos) continue;
    if (!named->name.empty()) section = named->name;
    if (named->name == "log") {
      geometry.log = trim(named->value.substr(0, named->value.find("bsize=")));
    }
    for (std::string_view word : split_words(named->value)) {
      if (word.back() == ',') word.remove_suffix(1);
      const auto pair = parse_named_line(word, '=');
      if (pair && !pair->name.empty()) {
        geometry.words.push_back({section, pair->name, pair->value});
      }
    }
  }
  return geometry;
}

std::string find_word(const Geometry& geometry, std::string_view section, std::string_view key) {
  const auto found = std::find_if(
      geometry.words.begin(), geometry.words.end(),
      [&](const GeometryWord& word) { return word.section == section && word.key == key; });
  return found == geometry.words.end() ? "" : std::string(found->value);
}

// "versionnum [0xb4a5+0x18a] = V5,NLINK,DIRV2,...": the format, then its features.
void add_version(std::string_view text, Facts& facts) {
  for (const std::string_view line : split_lines(text)) {
    if (!line.starts_with("versionnum")) continue;
    const auto named = parse_named_line(line, '=');
    if (!named || named->value.empty()) return;
    const std::size_t comma = named->value.find(',');
    facts.push_back({"format", std::string(named->value.substr(0, comma))});
    if (comma != std::string_view::npos) {
      facts.push_back({"features", std::string(named->value.substr(comma + 1))});
    }
    return;
  }
}

struct GeometryName {
  std::string_view section;
  std::string_view key;
  std::string_view fact_name;
};
constexpr std::array<GeometryName, 12> kNames{{{"data", "bsize", "block size"},
                                               {"meta-data", "isize", "inode size"},
                                               {"data", "blocks", "blocks"},
                                               {"meta-data", "agcount", "allocation groups"},
                                               {"meta-data", "sectsz", "sector size"},
                                               {"data", "sunit", "stripe unit blocks"},
                                               {"data", "swidth", "stripe width blocks"},
                                               {"naming", "bsize", "directory block size"},
                                               {"log", "version", "log version"},
                                               {"log", "lazy-count", "lazy count"},
                                               {"meta-data", "crc", "metadata checksums"},
                                               {"meta-data", "reflink", "reflink"}}};

class Xfs final : public RuledFilesystem {
 public:
  Bytes minimum_size(const Candidate& candidate) const override;
  Command mkfs(const Candidate& candidate, const FormatTarget& target,
               const FormatPins& pins) const override;
  MountRequest mount(const Candidate& candidate, const FormatTarget& target,
                     const std::string& mount_point) const override;
  std::optional<Command> check(const FormatTarget& target) const override;
  std::optional<Command> describe(const FormatTarget& target) const override;
  Facts parse_describe(std::string_view text) const override;
  std::string driver(const Machine& machine, const Candidate& candidate) const override;
  std::optional<std::string> kernel_objection(const Machine& machine,
                                              const Candidate& candidate) const override;
  Facts durability(const Facts& mount_options, const Facts& superblock) const override;

 protected:
  const Rules& rules() const override { return kRules; }

 private:
  bool is_v4(const Candidate& candidate) const {
    return find_suboption(given(candidate), "m", "crc") == "0";
  }
};

// mkfs.xfs 6.1 wants 300 MiB, an internal log of at least 64 MiB within one allocation group, and
// groups of 16 MiB [tried].
Bytes Xfs::minimum_size(const Candidate& candidate) const {
  constexpr std::uint64_t kDefaultGroups = 4;
  constexpr std::uint64_t kMostGroups = 1'000'000;
  constexpr Bytes kMostLog{2ULL << 30};
  const GivenArguments own = given(candidate);
  if (find_option(own, "unsupported") != nullptr) return kMiB * 16;
  const auto groups_text = find_suboption(own, "d", "agcount");
  const auto groups_given = groups_text ? parse_number(*groups_text) : std::nullopt;
  const std::uint64_t groups = std::min(groups_given.value_or(kDefaultGroups), kMostGroups);
  const auto log_text = find_suboption(own, "l", "size");
  const auto log_given = log_text ? parse_bytes(*log_text) : std::nullopt;
  const Bytes log = std::clamp(log_given.value_or(kMiB * 64), kMiB * 64, kMostLog);
  const Bytes group = candidate.log ? kMiB * 16 : log;
  return std::max(kMiB * 300, group * groups + kMiB);
}

Command Xfs::mkfs(const Candidate& candidate, const FormatTarget& target,
                  const FormatPins& pins) const {
  auto rest = candidate.mkfs_arguments;
  if (pins.seed && !find_suboption(given(candidate), "m", "uuid")) {
    rest = merge_suboptions(rest, kRules.syntax, "m", {"uuid=" + pinned_uuid(*pins.seed, "uuid")});
  }
  if (target.log) {
    rest = merge_suboptions(rest, kRules.syntax, "l", {"logdev=" + target.log->path});
  }
  return make_mkfs({"-f", "-K"}, rest, target);
}

MountRequest Xfs::mount(const Candidate& candidate, const FormatTarget& target,
                        const std::string& mount_point) const {
  std::vector<std::string> ours;
  if (target.log) ours.push_back("logdev=" + target.log->path);
  MountRequest request = make_mount(ours, candidate, target);
  request.target = mount_point;
  return request;
}

std::optional<Command> Xfs::check(const FormatTarget& target) const {
  Command command{{"xfs_repair", "-n"}};
  if (target.log) command.argv.insert(command.argv.end(), {"-l", target.log->path});
  command.argv.push_back(target.data.path);
  return command;
}

std::optional<Command> Xfs::describe(const FormatTarget& target) const {
  Command command{{"xfs_db", "-r"}};
  if (target.log) command.argv.insert(command.argv.end(), {"-l", target.log->path});
  command.argv.insert(command.argv.end(), {"-c", "version", "-c", "info", target.data.path});
  return command;
}

Facts Xfs::parse_describe(std::string_view text) const {
  Facts facts;
  add_version(text, facts);
  const Geometry geometry = parse_geometry(text);
  for (const GeometryName& name : kNames) {
    std::string value = find_word(geometry, name.section, name.key);
    if (!value.empty()) facts.push_back({std::string(name.fact_name), std::move(value)});
  }
  if (!geometry.log.empty()) {
    facts.push_back({"journal", geometry.log == "internal log" ? "internal" : "external"});
  }
  std::string size =
      render_product(find_word(geometry, "log", "blocks"), find_word(geometry, "log", "bsize"));
  if (!size.empty()) facts.push_back({"journal size", std::move(size)});
  return facts;
}

std::string Xfs::driver(const Machine&, const Candidate& candidate) const {
  return is_v4(candidate) ? "xfs V4" : "xfs V5";
}

std::optional<std::string> Xfs::kernel_objection(const Machine& machine,
                                                 const Candidate& candidate) const {
  if (!is_v4(candidate) || machine.xfs_v4 == Ability::yes) return std::nullopt;
  return fmt::format(
      "kernel {} does not mount the old format V4 of xfs (crc=0). Try: leave crc=0 out, or a "
      "kernel "
      "with CONFIG_XFS_SUPPORT_V4",
      machine.kernel_release);
}

// nobarrier ended with Linux 4.19; xfs never journals file data.
Facts Xfs::durability(const Facts& mount_options, const Facts&) const {
  const bool synchronous = find_fact(mount_options, "wsync").has_value();
  return {{"write barriers", find_fact(mount_options, "nobarrier") ? "off" : "on"},
          {"file data", "not journalled: written before the file size that names it"},
          {"commit interval", synchronous ? "each operation (wsync)" : "30 s"}};
}

}  // namespace

const Filesystem& xfs() {
  static const Xfs filesystem;
  return filesystem;
}

}  // namespace fsduel::filesystem
