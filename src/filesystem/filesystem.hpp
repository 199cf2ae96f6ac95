// What fsduel knows about each filesystem: which commands make, mount, check and describe it, and
// how to read what its own tools say. Pure: commands are values, somebody else runs them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/command.hpp"
#include "base/units.hpp"
#include "model/candidate.hpp"
#include "model/diagnostic.hpp"
#include "model/machine.hpp"
#include "model/metric.hpp"
#include "model/run.hpp"
#include "model/spec.hpp"

namespace fsduel::filesystem {

// The block devices that a candidate is made on. Sizes may be 0 where they are not known yet.
struct FormatTarget {
  Disk data;
  std::optional<Disk> log;    // external log or journal, exactly when the candidate has log=
  std::vector<Disk> further;  // one per device= of the candidate, in its order
};

// What is fixed although mkfs would draw it at random. With a seed the UUIDs and the hash seed of
// the directories follow from it, as far as the tool can be told; without one mkfs draws (METHOD
// D4).
struct FormatPins {
  std::optional<std::uint64_t> seed;
};

// not_clean: the tool found something wrong, or a log that was not written back. unknown: it could
// not look, or there is no such tool.
enum class CheckState { clean, not_clean, unknown };
struct CheckVerdict {
  CheckState state = CheckState::unknown;
  std::string words;  // one line, escaped: the tool's own words, or why nothing can be told; empty
                      // when clean
  friend bool operator==(const CheckVerdict&, const CheckVerdict&) = default;
};

// One filesystem. Instances are constant, live as long as the program and may be used by several
// threads. No function throws for text that others wrote.
class Filesystem {
 public:
  virtual ~Filesystem() = default;

  // Its name in the grammar of candidates, also the type that is mounted: "xfs".
  [[nodiscard]] virtual std::string_view name() const = 0;
  // The Debian package of its tools: "xfsprogs".
  [[nodiscard]] virtual std::string_view package() const = 0;
  // Every program of the package that the commands below name: "mkfs.xfs", "xfs_repair", "xfs_db".
  [[nodiscard]] virtual std::vector<std::string> tools() const = 0;
  // A size of the data disk (of each, where there are several) that its mkfs accepts with what the
  // candidate asks for; the smallest one, or a little more.
  [[nodiscard]] virtual Bytes minimum_size(const Candidate& candidate) const = 0;
  // The kernel's configuration option that brings it: "CONFIG_XFS_FS".
  [[nodiscard]] virtual std::string_view kernel_option() const = 0;
  // What is impossible or self-contradictory in the candidate for this filesystem, all at once.
  // Options of mkfs and mount that fsduel does not use itself are the tools' business. Places are
  // left empty: the caller knows them.
  [[nodiscard]] virtual std::vector<Diagnostic> check_candidate(
      const Candidate& candidate) const = 0;

  // Commands to run before mkfs, in order: the journal device of ext3 and ext4, old signatures
  // where the UUID of btrfs is pinned (wipefs, of util-linux).
  [[nodiscard]] virtual std::vector<Command> prepare(const Candidate& candidate,
                                                     const FormatTarget& target,
                                                     const FormatPins& pins) const = 0;
  // Never asks, never discards (METHOD D6) and leaves no work for later (D7), unless the
  // candidate's own arguments say so: those always win.
  [[nodiscard]] virtual Command mkfs(const Candidate& candidate, const FormatTarget& target,
                                     const FormatPins& pins) const = 0;
  // With the options of external logs and further devices; no discard while mounted, unless asked.
  [[nodiscard]] virtual MountRequest mount(const Candidate& candidate, const FormatTarget& target,
                                           const std::string& mount_point) const = 0;
  // A read-only check of the unmounted filesystem; none where no such tool exists (nilfs2).
  [[nodiscard]] virtual std::optional<Command> check(const FormatTarget& target) const = 0;
  // `exit_status` is that of the program, -1 when a signal ended it; `output` both of its streams.
  [[nodiscard]] virtual CheckVerdict judge_check(int exit_status,
                                                 std::string_view output) const = 0;
  // Prints the superblock of the unmounted filesystem.
  [[nodiscard]] virtual std::optional<Command> describe(const FormatTarget& target) const = 0;
  // The facts of that text that shape a result, under names shared by all filesystems where they
  // mean the same: "block size", "features", "journal size" ... Empty for text that is not such.
  [[nodiscard]] virtual Facts parse_describe(std::string_view text) const = 0;

  // Which code serves it on this kernel: "ext3 (served by the ext4 driver)", "xfs V5", "btrfs".
  [[nodiscard]] virtual std::string driver(const Machine& machine,
                                           const Candidate& candidate) const = 0;
  // Why this kernel, although it has the filesystem, will not mount what the candidate asks for (V4
  // of xfs); one sentence with what would do.
  [[nodiscard]] virtual std::optional<std::string> kernel_objection(
      const Machine& machine, const Candidate& candidate) const = 0;
  // What a power cut may take: "write barriers", "file data", "commit interval". From the effective
  // options (parse_mount_options of the line in /proc/mounts) and the facts of parse_describe.
  [[nodiscard]] virtual Facts durability(const Facts& mount_options,
                                         const Facts& superblock) const = 0;
};

// All filesystems, in the order in which people think of them.
[[nodiscard]] std::span<const Filesystem* const> catalogue();
[[nodiscard]] const Filesystem* find_filesystem(std::string_view name);
[[nodiscard]] std::vector<std::string> filesystem_names();

// "rw,relatime,data=writeback" as facts: ("rw", ""), ("relatime", ""), ("data", "writeback").
[[nodiscard]] Facts parse_mount_options(std::string_view options);

}  // namespace fsduel::filesystem
