// An operation on a filesystem, compact, and the stream that produces them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/units.hpp"

namespace fsduel {

// Slots are small tables of a worker: an operation that opens puts the descriptor into a slot,
// later ones name the slot.
using DirectorySlot = std::uint16_t;
using FileSlot = std::uint16_t;
// Slot 0 of the directories is always the root folder of the load.
inline constexpr DirectorySlot kRootDirectory = 0;
inline constexpr std::size_t kMaxDirectorySlots = 256;
inline constexpr std::size_t kMaxFileSlots = 64;

enum class OpKind : std::uint8_t {
  open_directory,   // name in dir -> slot dir2 (O_DIRECTORY)
  close_directory,  // slot dir
  create,           // name in dir, mode -> file slot; O_CREAT | O_EXCL | O_WRONLY
  open_read,        // name in dir -> file slot
  open_write,       // name in dir -> file slot, existing
  close,            // file slot
  read,             // file slot, length at offset; a short read ends the file and is no error
  write,            // file slot, length at offset
  stat,             // name in dir (no following)
  mkdir,            // name in dir, mode
  rmdir,            // name in dir
  unlink,           // name in dir
  rename,           // name in dir -> name2 in dir2
  link,             // name in dir -> name2 in dir2
  symlink,          // name in dir pointing to the text name2
  set_mode,         // file slot, mode
  set_times,        // file slot, modification time
  set_times_at,     // name in dir, modification time (no following)
  set_mode_at,      // name in dir, mode
  fsync,            // file slot
  fdatasync,        // file slot
  truncate,         // file slot to length
  allocate,         // file slot, fallocate offset, length
  punch,            // file slot, hole at offset, length
  syncfs,           // the whole filesystem
  readdir           // name in dir: all entries read
};
inline constexpr std::size_t kOpKinds = static_cast<std::size_t>(OpKind::readdir) + 1;
[[nodiscard]] std::string_view render_op_kind(OpKind kind);

// Names and data are the stream's, valid until its next fill(). Which fields count is said at each
// OpKind.
struct Op {
  OpKind kind = OpKind::stat;
  FileSlot file = 0;
  DirectorySlot dir = kRootDirectory;
  DirectorySlot dir2 = kRootDirectory;
  std::uint32_t mode = 0;
  const char* name = nullptr;
  const char* name2 = nullptr;
  const std::byte* data =
      nullptr;  // write: the bytes; nullptr: `length` bytes of the prepared pool
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::int64_t time_ns = 0;  // modification time since 1970, for set_times
};

// What a stream that reacts may look at: nothing else of the machine.
struct Feedback {
  Nanoseconds now{0};            // since the phase began
  std::uint32_t in_flight = 0;   // operations issued and not finished
  std::span<const int> results;  // errno of each operation of the last batch, 0 = done
};

// A seeded stream of operations for one worker in one phase. Pure: no file, no clock. Used by one
// thread.
class OpStream {
 public:
  virtual ~OpStream() = default;
  // Writes the next operations into `batch` and returns how many; 0 = the phase is over for this
  // worker.
  virtual std::size_t fill(std::span<Op> batch, const Feedback& feedback) = 0;
  // Whether `feedback` shapes what comes (then two candidates may see different operations, which
  // the report says).
  [[nodiscard]] virtual bool reacts_to_feedback() const { return false; }
};

}  // namespace fsduel
