// ext2, ext3 and ext4: one family, one set of tools (e2fsprogs; options checked against mke2fs(8)
// and mke2fs.conf of 1.47).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "filesystem/entries.hpp"
#include "filesystem/rules.hpp"

namespace fsduel::filesystem {
namespace {

constexpr std::array<DeviceOption, 2> kDeviceOptions{{{"J", "device"}, {"z", ""}}};
constexpr std::array<std::string_view, 3> kIdleOptions{"n", "S", "V"};
constexpr std::array<std::string_view, 2> kDeviceMounts{"journal_path", "journal_dev"};
constexpr std::array<std::string_view, 3> kBroken{"skipping journal recovery", "Superblock invalid",
                                                  "still has errors"};
constexpr std::array<std::string_view, 1> kBlind{"is mounted"};
constexpr std::array<std::string_view, 4> kIdleStarts{"e2fsck ", "Pass ", "ext2fs_open2",
                                                      "Fix? no"};
constexpr std::array<std::string_view, 3> kTools2{"mkfs.ext2", "e2fsck", "dumpe2fs"};
constexpr std::array<std::string_view, 4> kTools3{"mkfs.ext3", "mke2fs", "e2fsck", "dumpe2fs"};
constexpr std::array<std::string_view, 4> kTools4{"mkfs.ext4", "mke2fs", "e2fsck", "dumpe2fs"};

constexpr Rules make_rules(std::string_view name, std::string_view kernel_option,
                           std::span<const std::string_view> tools) {
  return {.name = name,
          .package = "e2fsprogs",
          .kernel_option = kernel_option,
          .tools = tools,
          .syntax = {"b:ce:g:i:jl:m:no:qr:s:t:d:vC:DE:FG:I:J:KL:M:N:O:R:ST:U:Vz:", {}},
          .device_options = kDeviceOptions,
          .idle_options = kIdleOptions,
          .device_mounts = kDeviceMounts,
          .external_log = name == "ext2" ? Support::no : Support::yes,
          .several_devices = Support::no,
          .check = {kBroken, kBlind, {}, kIdleStarts}};
}

constexpr Bytes kSmallFilesystem{512ULL << 20};  // below it mke2fs.conf asks for blocks of 1 KiB

// The journal device must have the block size of the filesystem, so both are told it.
std::string choose_block_size(const GivenArguments& given, const FormatTarget& target) {
  if (const GivenOption* own = find_option(given, "b")) return own->value;
  const bool is_small = target.data.size.value != 0 && target.data.size < kSmallFilesystem;
  return is_small ? "1024" : "4096";
}

constexpr std::array<FactName, 13> kNames{{{"Filesystem features", "features"},
                                           {"Block size", "block size"},
                                           {"Inode size", "inode size"},
                                           {"Inode count", "inodes"},
                                           {"Block count", "blocks"},
                                           {"Reserved block count", "reserved blocks"},
                                           {"Blocks per group", "blocks per group"},
                                           {"Flex block group size", "flex group size"},
                                           {"Default mount options", "default mount options"},
                                           {"Default directory hash", "directory hash"},
                                           {"Directory Hash Seed", "hash seed"},
                                           {"Journal features", "journal features"},
                                           {"Filesystem UUID", "uuid"}}};

bool has_word(std::string_view words, std::string_view word) {
  const auto all = split_words(words);
  return std::find(all.begin(), all.end(), word) != all.end();
}

// What ^has_journal, an inode or a device of its own says of the journal.
void add_journal(std::string_view text, Facts& facts) {
  const auto features = find_fact(facts, "features");
  if (!features) return;
  constexpr std::array<FactName, 2> kJournal{
      {{"Journal UUID", "external"}, {"Total journal size", "size"}}};
  const Facts found = parse_named_facts(text, ':', kJournal);
  const bool external = find_fact(found, "external").has_value();
  const bool none = !has_word(*features, "has_journal");
  facts.push_back({"journal", none ? "none" : external ? "external" : "internal"});
  if (const auto size = find_fact(found, "size")) {
    const auto bytes = parse_bytes(*size);
    facts.push_back({"journal size", bytes ? render_bytes(*bytes) : *size});
  }
}

std::string data_mode(const Facts& mount_options, const Facts& superblock) {
  if (const auto mode = find_fact(mount_options, "data")) return *mode;
  const std::string defaults = find_fact(superblock, "default mount options").value_or("");
  if (has_word(defaults, "journal_data")) return "journal";
  return has_word(defaults, "journal_data_writeback") ? "writeback" : "ordered";
}

std::string explain_data_mode(const std::string& mode) {
  if (mode == "journal") return "data=journal: written to the journal first";
  if (mode == "writeback") return "data=writeback: files may hold old blocks after a power cut";
  if (mode == "ordered") return "data=ordered: written before the metadata that names it";
  return "data=" + mode;
}

class Ext final : public RuledFilesystem {
 public:
  explicit Ext(const Rules& rules) : rules_(rules) {}

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
  std::string driver(const Machine& machine, const Candidate& candidate) const override;
  Facts durability(const Facts& mount_options, const Facts& superblock) const override;

 protected:
  const Rules& rules() const override { return rules_; }
  std::vector<Diagnostic> check_special(const Candidate& candidate) const override;

 private:
  std::vector<std::string> extended_options(const GivenArguments& given,
                                            const FormatPins& pins) const;
  Rules rules_;
};

// Below 2048 blocks there is no journal; mke2fs wants twice the journal's size [tried].
Bytes Ext::minimum_size(const Candidate& candidate) const {
  constexpr Bytes kLeast{8ULL << 20};
  const auto journal = find_suboption(given(candidate), "J", "size");
  const auto mebibytes = journal ? parse_number(*journal) : std::nullopt;
  constexpr std::uint64_t kMost = 1ULL << 30;
  return mebibytes ? kLeast + kMiB * (2 * std::min(*mebibytes, kMost)) : kLeast;
}

std::vector<Diagnostic> Ext::check_special(const Candidate& candidate) const {
  std::vector<Diagnostic> diagnostics;
  const GivenArguments arguments = given(candidate);
  const GivenOption* type = find_option(arguments, "t");
  if (type != nullptr && type->value != name()) {
    diagnostics.push_back(make_diagnostic(
        fmt::format("mkfs.{} -t {} makes another filesystem", name(), escape_text(type->value)),
        "name that filesystem instead"));
  }
  if (!candidate.log) return diagnostics;
  for (const std::string_view key : {"size", "location"}) {
    if (!find_suboption(arguments, "J", key)) continue;
    diagnostics.push_back(make_diagnostic(
        fmt::format("-J {}= cannot go with an external journal", key), "its size is that of log="));
  }
  if (find_suboption(arguments, "O", "^has_journal")) {
    diagnostics.push_back(
        make_diagnostic("-O ^has_journal cannot go with an external journal", "leave one out"));
  }
  return diagnostics;
}

std::vector<Command> Ext::prepare(const Candidate& candidate, const FormatTarget& target,
                                  const FormatPins& pins) const {
  if (!target.log) return {};
  Command command{{"mke2fs", "-F", "-q", "-O", "journal_dev", "-b",
                   choose_block_size(given(candidate), target), "-E", "nodiscard"}};
  if (pins.seed) {
    command.argv.insert(command.argv.end(), {"-U", pinned_uuid(*pins.seed, "journal uuid")});
  }
  command.argv.push_back(target.log->path);
  return {command};
}

// mke2fs obeys the last -E only, so ours are put into the candidate's own.
std::vector<std::string> Ext::extended_options(const GivenArguments& given,
                                               const FormatPins& pins) const {
  const GivenOption* own = find_option(given, "E");
  const std::string_view list = own == nullptr ? std::string_view{} : own->value;
  const auto is_free = [&](std::string_view key) { return !find_suboption(list, key); };
  std::vector<std::string> ours;
  if (is_free("discard") && is_free("nodiscard")) ours.emplace_back("nodiscard");
  if (is_free("lazy_itable_init")) ours.emplace_back("lazy_itable_init=0");
  if (is_free("lazy_journal_init")) ours.emplace_back("lazy_journal_init=0");
  if (pins.seed && is_free("hash_seed")) {
    ours.push_back("hash_seed=" + pinned_uuid(*pins.seed, "hash seed"));
  }
  return ours;
}

Command Ext::mkfs(const Candidate& candidate, const FormatTarget& target,
                  const FormatPins& pins) const {
  const GivenArguments own = given(candidate);
  std::vector<std::string> first{"-F", "-q"};
  if (pins.seed && find_option(own, "U") == nullptr) {
    first.insert(first.end(), {"-U", pinned_uuid(*pins.seed, "uuid")});
  }
  if (target.log && find_option(own, "b") == nullptr) {
    first.insert(first.end(), {"-b", choose_block_size(own, target)});
  }
  auto rest = candidate.mkfs_arguments;
  if (target.log) {
    rest = merge_suboptions(rest, rules_.syntax, "J", {"device=" + target.log->path});
  }
  rest = merge_suboptions(rest, rules_.syntax, "E", extended_options(own, pins));
  return make_mkfs(first, rest, target);
}

// The kernel would find the journal by the device number kept in the superblock, which another
// machine or a later loop device may not have.
MountRequest Ext::mount(const Candidate& candidate, const FormatTarget& target,
                        const std::string& mount_point) const {
  std::vector<std::string> ours;
  if (target.log) ours.push_back("journal_path=" + target.log->path);
  MountRequest request = make_mount(ours, candidate, target);
  request.target = mount_point;
  return request;
}

std::optional<Command> Ext::check(const FormatTarget& target) const {
  Command command{{"e2fsck", "-f", "-n"}};
  if (target.log) command.argv.insert(command.argv.end(), {"-j", target.log->path});
  command.argv.push_back(target.data.path);
  return command;
}

std::optional<Command> Ext::describe(const FormatTarget& target) const {
  return Command{{"dumpe2fs", "-h", target.data.path}};
}

Facts Ext::parse_describe(std::string_view text) const {
  Facts facts = parse_named_facts(text, ':', kNames);
  add_journal(text, facts);
  return facts;
}

std::string Ext::driver(const Machine& machine, const Candidate&) const {
  const auto& served = machine.ext_drivers;
  const bool by_ext4 = std::find(served.begin(), served.end(), name()) != served.end();
  return by_ext4 ? fmt::format("{} (served by the ext4 driver)", name()) : std::string(name());
}

Facts Ext::durability(const Facts& mount_options, const Facts& superblock) const {
  const bool no_journal =
      name() == "ext2" || find_fact(superblock, "journal").value_or("") == "none";
  const bool no_barrier = find_fact(mount_options, "nobarrier") ||
                          find_fact(mount_options, "barrier").value_or("1") == "0";
  Facts facts{{"write barriers", no_barrier ? "off" : "on"}};
  if (no_journal) {
    facts.push_back({"file data", "no journal: a power cut needs a full check"});
    return facts;
  }
  facts.push_back({"file data", explain_data_mode(data_mode(mount_options, superblock))});
  facts.push_back({"commit interval", find_fact(mount_options, "commit").value_or("5") + " s"});
  return facts;
}

}  // namespace

const Filesystem& ext2() {
  static const Ext filesystem(make_rules("ext2", "CONFIG_EXT4_USE_FOR_EXT2", kTools2));
  return filesystem;
}

const Filesystem& ext3() {
  static const Ext filesystem(make_rules("ext3", "CONFIG_EXT4_FS", kTools3));
  return filesystem;
}

const Filesystem& ext4() {
  static const Ext filesystem(make_rules("ext4", "CONFIG_EXT4_FS", kTools4));
  return filesystem;
}

}  // namespace fsduel::filesystem
