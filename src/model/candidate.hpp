// A candidate: what is compared, and the grammar in which people type it.
//
// clang-format off
//   candidate = [label "="] first {";" item}
//   first     = filesystem name
//             | "mkfs." name {argument}
//             | directory                        has a "/" or starts with "."
//   item      = "mount" {["-o"] option {"," option}}
//             | "set" name "=" value             "/" in it: below /sys/block/DEVICE/; ".": a sysctl
//             | "log=" disk | "device=" disk     disk = "image:" size | /dev/...
//             | "kernel=" version
//             | "md=" geometry
//             | name "=" value                   an option of the workload ("store=aufs")
// clang-format on
//
// Words are separated by blanks; '...' and "..." keep blanks, commas and semicolons inside a word;
// there is no other escape. A label is letters, digits and _ . + - only, at most kMaxLabel of them;
// an equals sign that comes after a blank, a semicolon or a slash is none of a label. `mount` may
// stand once, so may each other item but `device`. A directory takes sysctls, kernel and workload
// options only.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "model/diagnostic.hpp"
#include "model/option.hpp"

namespace fsduel {

enum class CandidateKind { filesystem, directory };

// A sysfs or sysctl value that a candidate wants changed for its runs and given back afterwards.
struct Setting {
  std::string name;  // "queue/scheduler" (below the block device's folder in /sys/block) or
                     // "vm.dirty_ratio"
  std::string value;
  friend bool operator==(const Setting&, const Setting&) = default;
};

// A block device besides the first: an image of a size, or a device that exists. Exactly one of the
// two is set.
struct ExtraDisk {
  std::optional<Bytes> image_size;
  std::string device;
  friend bool operator==(const ExtraDisk&, const ExtraDisk&) = default;
};

struct Candidate {
  std::string label;  // unique within a duel
  std::string text;   // as typed, without the label
  CandidateKind kind = CandidateKind::filesystem;
  std::string filesystem;                   // "xfs"; empty for a directory
  std::vector<std::string> mkfs_arguments;  // without the program and the devices
  std::vector<std::string> mount_options;   // one -o word each
  std::vector<Setting> settings;
  std::optional<ExtraDisk> log;       // external log (xfs logdev) or journal (ext)
  std::vector<ExtraDisk> devices;     // further data devices
  std::optional<std::string> kernel;  // guest kernel version
  std::optional<std::string> md;      // RAID geometry below the filesystem, guest only
  OptionValues workload_options;
  std::string directory;  // for kind directory
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

inline constexpr std::size_t kMaxLabel = 40;
inline constexpr std::size_t kMaxCandidateText = 4096;

// Letters, digits and _ . + - only, at least one, at most kMaxLabel.
[[nodiscard]] bool is_label(std::string_view text);

// Parses one candidate; `filesystems` are the names of the catalogue, for "did you mean". The label
// is empty when none was typed: assign_labels gives it. A mistake's column is that of `place` (1
// where it has none) plus its distance from the start of the text in characters; it has none when
// `place` has a line but no column.
[[nodiscard]] Parsed<Candidate> parse_candidate(std::string_view text, const Place& place,
                                                const std::vector<std::string>& filesystems);

// Gives every unlabelled candidate its filesystem's name (a directory: the last part of its path),
// "-2", "-3" appended where taken; reports labels given twice. `places` are those of the
// candidates; without them a mistake stands at "candidate N".
[[nodiscard]] std::vector<Diagnostic> assign_labels(std::vector<Candidate>& candidates,
                                                    std::span<const Place> places = {});

}  // namespace fsduel
