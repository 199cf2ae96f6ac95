// What most filesystems have in common, so that a file of its own says only what is special.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "filesystem/arguments.hpp"
#include "filesystem/check_rules.hpp"
#include "filesystem/filesystem.hpp"

namespace fsduel::filesystem {

// An option of mkfs that names a device or file to be written. With a key only that suboption does.
struct DeviceOption {
  std::string_view option;  // "l"
  std::string_view key;     // "logdev"; empty: the whole value
};

enum class Support { no, yes };

// What can be said of a filesystem as data. The spans refer to constants of its own file.
struct Rules {
  std::string_view name;
  std::string_view package;
  std::string_view kernel_option;
  std::span<const std::string_view> tools;
  OptionSyntax syntax;
  std::span<const DeviceOption> device_options;
  std::span<const std::string_view> idle_options;   // mkfs makes nothing with these: "-n", "--help"
  std::span<const std::string_view> device_mounts;  // mount options that name a device
  Support external_log = Support::no;
  Support several_devices = Support::no;
  CheckRules check;
};

// A filesystem that answers from its Rules where they suffice.
class RuledFilesystem : public Filesystem {
 public:
  [[nodiscard]] std::string_view name() const override { return rules().name; }
  [[nodiscard]] std::string_view package() const override { return rules().package; }
  [[nodiscard]] std::string_view kernel_option() const override { return rules().kernel_option; }
  [[nodiscard]] std::vector<std::string> tools() const override;
  // Operands, devices named in options, options with which nothing is made, log= and device= where
  // they cannot be; then what check_special finds.
  [[nodiscard]] std::vector<Diagnostic> check_candidate(const Candidate& candidate) const override;
  // Nothing.
  [[nodiscard]] std::vector<Command> prepare(const Candidate& candidate, const FormatTarget& target,
                                             const FormatPins& pins) const override;
  [[nodiscard]] CheckVerdict judge_check(int exit_status, std::string_view output) const override;
  // Its name.
  [[nodiscard]] std::string driver(const Machine& machine,
                                   const Candidate& candidate) const override;
  // None.
  [[nodiscard]] std::optional<std::string> kernel_objection(
      const Machine& machine, const Candidate& candidate) const override;

 protected:
  [[nodiscard]] virtual const Rules& rules() const = 0;
  [[nodiscard]] virtual std::vector<Diagnostic> check_special(const Candidate& candidate) const;

  // A version 4 UUID that follows from the seed, the filesystem and the purpose.
  [[nodiscard]] std::string pinned_uuid(std::uint64_t seed, std::string_view purpose) const;
  [[nodiscard]] GivenArguments given(const Candidate& candidate) const;
  // "mkfs.NAME", `first`, `rest`, and the data device.
  [[nodiscard]] Command make_mkfs(std::vector<std::string> first,
                                  const std::vector<std::string>& rest,
                                  const FormatTarget& target) const;
  // The candidate's own mount options, after `ours`.
  [[nodiscard]] MountRequest make_mount(std::vector<std::string> ours, const Candidate& candidate,
                                        const FormatTarget& target) const;
};

// Whether the candidate says "discard" or "nodiscard" of any kind in its mount options.
[[nodiscard]] Support speaks_of_discard(const Candidate& candidate);

// "Name:  value" of a line; the value trimmed. nullopt for a line without the separator.
struct NamedLine {
  std::string_view name;
  std::string_view value;
};
[[nodiscard]] std::optional<NamedLine> parse_named_line(std::string_view line, char separator);

// Wanted names of a tool's "Name: value" lines and the names of the facts made of them.
struct FactName {
  std::string_view tool_name;
  std::string_view fact_name;
};
[[nodiscard]] Facts parse_named_facts(std::string_view text, char separator,
                                      std::span<const FactName> wanted);

// The product as people read it ("64 MiB"), "" when one is no number or it does not fit.
[[nodiscard]] std::string render_product(std::string_view count, std::string_view bytes_each);

[[nodiscard]] Diagnostic make_diagnostic(std::string message, std::string hint);

}  // namespace fsduel::filesystem
