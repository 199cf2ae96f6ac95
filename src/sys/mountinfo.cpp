#include "sys/mountinfo.hpp"

#include <sys/sysmacros.h>

#include <algorithm>
#include <optional>

#include "base/text.hpp"

namespace fsduel::sys {
namespace {

bool is_octal(char c) {
  return c >= '0' && c <= '7';
}

std::optional<dev_t> parse_device(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() != 2) return std::nullopt;
  const auto major = parse_number(parts[0]);
  const auto minor = parse_number(parts[1]);
  if (!major || !minor || *major > 0xfffff || *minor > 0xfffff) return std::nullopt;
  return makedev(static_cast<unsigned>(*major), static_cast<unsigned>(*minor));
}

std::optional<int> parse_id(std::string_view text) {
  const auto number = parse_number(text);
  if (!number || *number > 0x7fffffff) return std::nullopt;
  return static_cast<int>(*number);
}

std::vector<std::string> parse_options(std::string_view text) {
  std::vector<std::string> options;
  for (std::string_view option : split(text, ',')) {
    if (!option.empty()) options.push_back(decode_octal_escapes(option));
  }
  return options;
}

// "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw": six fields, then optional ones
// up to a "-", then three. The source may be empty, which leaves two spaces in a row.
std::optional<MountEntry> parse_line(std::string_view line) {
  const auto fields = split(line, ' ');
  if (fields.size() < 9) return std::nullopt;
  const auto dash = std::find(fields.begin() + 6, fields.end(), "-");
  if (fields.end() - dash < 4) return std::nullopt;
  const auto id = parse_id(fields[0]);
  const auto parent = parse_id(fields[1]);
  const auto device = parse_device(fields[2]);
  if (!id || !parent || !device) return std::nullopt;
  return MountEntry{.id = *id,
                    .parent_id = *parent,
                    .device = *device,
                    .root = decode_octal_escapes(fields[3]),
                    .target = decode_octal_escapes(fields[4]),
                    .type = decode_octal_escapes(dash[1]),
                    .source = decode_octal_escapes(dash[2]),
                    .options = parse_options(fields[5]),
                    .super_options = parse_options(dash[3])};
}

}  // namespace

std::string decode_octal_escapes(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 3 < text.size() && text[i + 1] <= '3' &&
                        is_octal(text[i + 1]) && is_octal(text[i + 2]) && is_octal(text[i + 3]);
    if (!escape) {
      decoded += text[i];
      continue;
    }
    decoded +=
        static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
    i += 3;
  }
  return decoded;
}

std::vector<MountEntry> parse_mountinfo(std::string_view text) {
  std::vector<MountEntry> mounts;
  for (std::string_view line : split_lines(text)) {
    if (auto entry = parse_line(line)) mounts.push_back(std::move(*entry));
  }
  return mounts;
}

const MountEntry* find_mount(const std::vector<MountEntry>& mounts, std::string_view target) {
  const auto found = std::find_if(mounts.rbegin(), mounts.rend(),
                                  [&](const MountEntry& entry) { return entry.target == target; });
  return found == mounts.rend() ? nullptr : &*found;
}

}  // namespace fsduel::sys
