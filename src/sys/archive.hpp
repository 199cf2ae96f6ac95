// Tarballs of any compression, read in one pass. Members that could do harm never come out as they
// are.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/units.hpp"

namespace fsduel::sys {

enum class MemberKind { directory, file, symlink, hardlink };

// One member, safe to make below any empty folder: `path` and the target of a hard link are
// relative, without ".", ".." and empty parts; no part of `path` is an
// earlier link of this archive.
struct Member {
  std::string path;
  MemberKind kind = MemberKind::file;
  mode_t mode = 0;          // permission bits; setuid, setgid and sticky taken off
  Nanoseconds modified{0};  // since 1970
  Bytes size;               // of the content of a file, else 0
  std::string link_target;  // symlink: its text, never leading out of the archive's top folder
};

// Why a member was not passed on, or how it was changed.
struct MemberNote {
  std::string path;  // as the archive has it, raw
  enum class What { refused, changed } what = What::refused;
  std::string reason;
};

// Called for a member, then for a file's content in order until `size` bytes came. The chunk is
// valid during the call only.
struct ArchiveSink {
  std::function<void(const Member&)> begin;
  std::function<void(std::span<const std::byte>)> content;
};

// Reads all of it. Throws Error when it is no archive, is damaged, or ends too early; what was
// passed on until then is with the sink. Returns the notes in order.
[[nodiscard]] std::vector<MemberNote> read_tarball(const std::string& path,
                                                   const ArchiveSink& sink);

// The path's parts joined without ".", "//" and a leading "/"; nullopt when nothing is left or when
// it holds "..".
[[nodiscard]] std::optional<std::string> find_safe_path(const std::string& path);

// Whether a symlink at `path` (safe, as above) with this text leads to a place inside the top
// folder, whatever other such links are there: ".." is good at its beginning only.
[[nodiscard]] bool is_safe_link(const std::string& path, const std::string& target);

}  // namespace fsduel::sys
