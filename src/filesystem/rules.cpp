#include "filesystem/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/random.hpp"
#include "base/text.hpp"

namespace fsduel::filesystem {
namespace {

std::string spell(std::string_view option) {
  return (option.size() == 1 ? "-" : "--") + std::string(option);
}

void check_operands(const Rules& rules, const GivenArguments& given,
                    std::vector<Diagnostic>& diagnostics) {
  for (const std::string& operand : given.operands) {
    diagnostics.push_back(make_diagnostic(
        fmt::format("mkfs.{} is given '{}', which is no option", rules.name, escape_text(operand)),
        "fsduel names the devices itself: leave them out, and use device= and log= for further "
        "ones"));
  }
  if (given.unfinished) {
    diagnostics.push_back(make_diagnostic(
        fmt::format("mkfs.{} {} lacks its value", rules.name, escape_text(*given.unfinished)), ""));
  }
}

void check_device_options(const Rules& rules, const GivenArguments& given,
                          std::vector<Diagnostic>& diagnostics) {
  for (const DeviceOption& device : rules.device_options) {
    const bool named = device.key.empty()
                           ? find_option(given, device.option) != nullptr
                           : find_suboption(given, device.option, device.key).has_value();
    if (!named) continue;
    const std::string what = device.key.empty() ? "" : fmt::format(" {}=", device.key);
    diagnostics.push_back(
        make_diagnostic(fmt::format("mkfs.{} {}{} names a device or file to write to", rules.name,
                                    spell(device.option), what),
                        "fsduel writes only to devices that it was given: use log= or device="));
  }
}

void check_mount_options(const Rules& rules, const Candidate& candidate,
                         std::vector<Diagnostic>& diagnostics) {
  for (const std::string& option : candidate.mount_options) {
    const std::string_view key = std::string_view(option).substr(0, option.find('='));
    const auto& refused = rules.device_mounts;
    if (std::find(refused.begin(), refused.end(), key) == refused.end()) continue;
    diagnostics.push_back(make_diagnostic(fmt::format("mount option {}= names a device", key),
                                          "use log= or device=: fsduel adds the option itself"));
  }
}

void check_idle_options(const Rules& rules, const GivenArguments& given,
                        std::vector<Diagnostic>& diagnostics) {
  for (const std::string_view idle : rules.idle_options) {
    if (find_option(given, idle) == nullptr) continue;
    diagnostics.push_back(make_diagnostic(
        fmt::format("mkfs.{} {} does not make a new filesystem", rules.name, spell(idle)),
        "leave it out: every run starts with a fresh one"));
  }
}

void check_disks(const Rules& rules, const Candidate& candidate,
                 std::vector<Diagnostic>& diagnostics) {
  if (candidate.log && rules.external_log == Support::no) {
    diagnostics.push_back(
        make_diagnostic(fmt::format("{} has no external log or journal", rules.name),
                        "leave log= out; xfs, ext3, ext4, jfs and reiserfs have one"));
  }
  if (!candidate.devices.empty() && rules.several_devices == Support::no) {
    diagnostics.push_back(make_diagnostic(fmt::format("{} lives on one device", rules.name),
                                          "leave device= out; btrfs and f2fs take several"));
  }
}

}  // namespace

std::vector<std::string> RuledFilesystem::tools() const {
  return {rules().tools.begin(), rules().tools.end()};
}

std::vector<Diagnostic> RuledFilesystem::check_candidate(const Candidate& candidate) const {
  std::vector<Diagnostic> diagnostics;
  const GivenArguments arguments = given(candidate);
  check_operands(rules(), arguments, diagnostics);
  check_device_options(rules(), arguments, diagnostics);
  check_idle_options(rules(), arguments, diagnostics);
  check_mount_options(rules(), candidate, diagnostics);
  check_disks(rules(), candidate, diagnostics);
  const auto special = check_special(candidate);
  diagnostics.insert(diagnostics.end(), special.begin(), special.end());
  return diagnostics;
}

std::vector<Command> RuledFilesystem::prepare(const Candidate&, const FormatTarget&,
                                              const FormatPins&) const {
  return {};
}

CheckVerdict RuledFilesystem::judge_check(int exit_status, std::string_view output) const {
  return judge(rules().check, exit_status, output);
}

std::string RuledFilesystem::driver(const Machine&, const Candidate&) const {
  return std::string(name());
}

std::optional<std::string> RuledFilesystem::kernel_objection(const Machine&,
                                                             const Candidate&) const {
  return std::nullopt;
}

std::vector<Diagnostic> RuledFilesystem::check_special(const Candidate&) const {
  return {};
}

GivenArguments RuledFilesystem::given(const Candidate& candidate) const {
  return parse_arguments(candidate.mkfs_arguments, rules().syntax);
}

Command RuledFilesystem::make_mkfs(std::vector<std::string> first,
                                   const std::vector<std::string>& rest,
                                   const FormatTarget& target) const {
  Command command{{fmt::format("mkfs.{}", name())}};
  command.argv.insert(command.argv.end(), first.begin(), first.end());
  command.argv.insert(command.argv.end(), rest.begin(), rest.end());
  command.argv.push_back(target.data.path);
  return command;
}

MountRequest RuledFilesystem::make_mount(std::vector<std::string> ours, const Candidate& candidate,
                                         const FormatTarget& target) const {
  MountRequest request{std::string(name()), target.data.path, "", std::move(ours)};
  request.options.insert(request.options.end(), candidate.mount_options.begin(),
                         candidate.mount_options.end());
  return request;
}

std::string RuledFilesystem::pinned_uuid(std::uint64_t seed, std::string_view purpose) const {
  const std::string full_purpose = fmt::format("{} {}", name(), purpose);
  const std::uint64_t high = derive(seed, full_purpose, 0);
  const std::uint64_t low = derive(seed, full_purpose, 1);
  // RFC 4122: version 4 in the third group, variant 10 in the fourth.
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}", high >> 32, (high >> 16) & 0xffff,
                     high & 0xfff, 0x8000 | ((low >> 48) & 0x3fff), low & 0xffff'ffff'ffff);
}

Support speaks_of_discard(const Candidate& candidate) {
  const auto& options = candidate.mount_options;
  const bool any = std::any_of(options.begin(), options.end(), [](std::string_view option) {
    const std::string_view key = option.substr(0, option.find('='));
    return key == "discard" || key == "nodiscard";
  });
  return any ? Support::yes : Support::no;
}

std::optional<NamedLine> parse_named_line(std::string_view line, char separator) {
  const std::size_t at = line.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  return NamedLine{trim(line.substr(0, at)), trim(line.substr(at + 1))};
}

Facts parse_named_facts(std::string_view text, char separator, std::span<const FactName> wanted) {
  Facts facts;
  for (const std::string_view line : split_lines(text)) {
    const auto named = parse_named_line(line, separator);
    if (!named || named->value.empty()) continue;
    for (const FactName& name : wanted) {
      if (name.tool_name != named->name) continue;
      facts.push_back({std::string(name.fact_name), std::string(named->value)});
    }
  }
  return facts;
}

std::string render_product(std::string_view count, std::string_view bytes_each) {
  const auto a = parse_number(count);
  const auto b = parse_number(bytes_each);
  if (!a || !b || (*b != 0 && *a > std::numeric_limits<std::uint64_t>::max() / *b)) return "";
  return render_bytes({*a * *b});
}

Diagnostic make_diagnostic(std::string message, std::string hint) {
  return {{}, std::move(message), std::move(hint)};
}

}  // namespace fsduel::filesystem
