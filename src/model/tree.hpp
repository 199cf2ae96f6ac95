// A tree of files as a sequence of entries, whether generated, unpacked before or read while the
// clock runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/units.hpp"

namespace fsduel {

enum class EntryKind : std::uint8_t { directory, file, symlink, hard_link };

// A parent folder always comes before what is in it.
struct TreeEntry {
  EntryKind kind = EntryKind::file;
  std::string path;           // relative, no "." or ".." part, parts joined by "/"
  std::string target;         // symlink: its text; hard_link: path of an earlier entry
  std::uint32_t mode = 0644;  // permission bits only
  std::int64_t time_ns = 0;   // modification time since 1970
  Bytes size;                 // file: number of bytes
  friend bool operator==(const TreeEntry&, const TreeEntry&) = default;
};

// A reader of entries in order, once. Used by one thread.
class TreeSource {
 public:
  virtual ~TreeSource() = default;
  // The next entry, nullptr at the end; valid until the next call.
  virtual const TreeEntry* next() = 0;
  // The next piece of the present file's data, empty at its end; valid until the next call of
  // either. A source without real data returns nullopt: the pool's bytes serve.
  virtual std::optional<std::span<const std::byte>> next_data() = 0;
};

// Where a tree comes from; every call of make() starts again at the first entry. Safe to call by
// several threads.
class TreeSourceMaker {
 public:
  virtual ~TreeSourceMaker() = default;
  [[nodiscard]] virtual std::unique_ptr<TreeSource> make() const = 0;
};

}  // namespace fsduel
