// RealSystem: image files, really written.
#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "sys/real_system.hpp"
#include "sys/system_calls.hpp"

namespace fsduel::sys {
namespace {

constexpr std::size_t kChunk = 1024 * 1024;
constexpr std::size_t kAlignment = 4096;  // enough for direct I/O on every disk of today

struct FreeMemory {
  void operator()(char* memory) const { std::free(memory); }
};

// Noise, not zeros: storage that finds zeros or compresses would not allocate it.
std::unique_ptr<char, FreeMemory> make_chunk() {
  std::unique_ptr<char, FreeMemory> chunk(
      static_cast<char*>(std::aligned_alloc(kAlignment, kChunk)));
  if (!chunk) fail({"get memory for", "an image's buffer", {}}, ENOMEM);
  Random random(1);
  for (std::size_t i = 0; i < kChunk; i += sizeof(std::uint64_t)) {
    const std::uint64_t word = random.next();
    std::memcpy(chunk.get() + i, &word, sizeof(word));
  }
  return chunk;
}

class ImageWriter {
 public:
  explicit ImageWriter(const ImageRequest& request)
      : attempt_{"write image", request.path, {}}, size_(request.size.value) {
    fd_ = open_file(request.path, O_WRONLY | O_CREAT | O_NOFOLLOW, attempt_);
    struct stat found = {};
    if (::fstat(fd_.get(), &found) != 0) fail(attempt_, errno);
    if (!S_ISREG(found.st_mode)) {
      throw Error({.doing = attempt_.doing,
                   .object = escape_text(request.path),
                   .cause = "it is not a regular file",
                   .next_step = "another name for the image",
                   .errno_value = EINVAL});
    }
  }

  void write(const StopFlag& stop, const WriteProgress& progress) {
    reserve();
    set_direct(true);
    const auto chunk = make_chunk();
    for (std::uint64_t done = 0; done < size_;) {
      throw_if_stopped(stop, "write", "an image");
      done += write_at(done, {chunk.get(), kChunk});
      if (progress) progress(Bytes{done});
    }
    if (::fsync(fd_.get()) != 0) fail(attempt_, errno);
    if (const int error = fd_.close(); error != 0) fail(attempt_, error);
    sync_parent(attempt_.object);
  }

 private:
  // Exact size and space for it at once: a full disk is told before a long write, and the blocks
  // lie together.
  void reserve() {
    if (retry_interrupted([&] { return ::ftruncate(fd_.get(), length(size_)); }) != 0) {
      fail(attempt_, errno);
    }
    const int result =
        retry_interrupted([&] { return ::fallocate(fd_.get(), 0, 0, length(size_)); });
    if (result != 0 && errno != EOPNOTSUPP && errno != ENOSYS) fail(attempt_, errno);
  }

  // Best effort: some filesystems know no direct I/O; fsync makes the data durable either way.
  bool set_direct(bool direct) {
    const int flags = ::fcntl(fd_.get(), F_GETFL);
    return ::fcntl(fd_.get(), F_SETFL, direct ? flags | O_DIRECT : flags & ~O_DIRECT) == 0;
  }

  std::uint64_t write_at(std::uint64_t offset, std::span<const char> chunk) {
    const std::uint64_t left = size_ - offset;
    const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(left, chunk.size()));
    if (part % kAlignment != 0 || offset % kAlignment != 0) set_direct(false);
    ssize_t written = pwrite(offset, chunk.first(part));
    if (written < 0 && errno == EINVAL && set_direct(false)) {
      written = pwrite(offset, chunk.first(part));
    }
    if (written <= 0) fail(attempt_, written == 0 ? EIO : errno);
    return static_cast<std::uint64_t>(written);
  }

  ssize_t pwrite(std::uint64_t offset, std::span<const char> part) {
    return retry_interrupted(
        [&] { return ::pwrite(fd_.get(), part.data(), part.size(), length(offset)); });
  }

  static off_t length(std::uint64_t bytes) { return static_cast<off_t>(bytes); }

  Attempt attempt_;
  std::uint64_t size_;
  Fd fd_;
};

constexpr unsigned kExtentsPerCall = 256;

constexpr std::uint32_t kNotYetThere =
    FIEMAP_EXTENT_UNWRITTEN | FIEMAP_EXTENT_DELALLOC | FIEMAP_EXTENT_UNKNOWN;

// Moves `covered` over the extents as long as they join and are written; false at the first that is
// not so.
bool advance_over(std::span<const fiemap_extent> extents, std::uint64_t& covered) {
  for (const fiemap_extent& extent : extents) {
    if (extent.fe_logical > covered || (extent.fe_flags & kNotYetThere) != 0) return false;
    covered = std::max<std::uint64_t>(covered, extent.fe_logical + extent.fe_length);
  }
  return true;
}

// nullopt where the filesystem has no map of extents.
std::optional<bool> find_map_complete(int fd, std::uint64_t size, const Attempt& attempt) {
  // The kernel's struct ends in an array without a size; words keep the buffer aligned for it.
  std::vector<std::uint64_t> buffer((sizeof(fiemap) + kExtentsPerCall * sizeof(fiemap_extent)) /
                                    sizeof(std::uint64_t));
  auto* map = reinterpret_cast<fiemap*>(buffer.data());
  std::uint64_t covered = 0;
  while (covered < size) {
    std::fill(buffer.begin(), buffer.end(), 0);
    map->fm_start = covered;
    map->fm_length = size - covered;
    map->fm_flags = FIEMAP_FLAG_SYNC;
    map->fm_extent_count = kExtentsPerCall;
    if (retry_interrupted([&] { return ::ioctl(fd, FS_IOC_FIEMAP, map); }) != 0) {
      if (errno == EOPNOTSUPP || errno == ENOTTY) return std::nullopt;
      fail(attempt, errno);
    }
    const auto* extents =
        reinterpret_cast<const fiemap_extent*>(buffer.data() + sizeof(fiemap) / sizeof(buffer[0]));
    const std::span<const fiemap_extent> found(extents, map->fm_mapped_extents);
    if (found.empty() || !advance_over(found, covered)) return false;
  }
  return true;
}

}  // namespace

void RealSystem::write_image(const ImageRequest& request, const StopFlag& stop,
                             const WriteProgress& progress) {
  // Opened before the guard below: what is not a regular file is not ours to remove.
  ImageWriter writer(request);
  try {
    writer.write(stop, progress);
  } catch (const std::exception&) {
    ::unlink(request.path.c_str());
    throw;
  }
}

bool RealSystem::is_fully_allocated(const std::string& path) {
  const Attempt attempt{"read the allocation of", path, {}};
  const Fd fd = open_file(path, O_RDONLY, attempt);
  struct stat found = {};
  if (::fstat(fd.get(), &found) != 0) fail(attempt, errno);
  const auto size = static_cast<std::uint64_t>(found.st_size);
  const auto complete = find_map_complete(fd.get(), size, attempt);
  return complete.value_or(static_cast<std::uint64_t>(found.st_blocks) * 512 >= size);
}

}  // namespace fsduel::sys
