#include "drive/op_runner.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "drive/raw_calls.hpp"

namespace fsduel::drive {
namespace {

constexpr std::size_t kBufferSize = std::size_t{128} * 1024;
constexpr std::size_t kNamesBufferSize = std::size_t{32} * 1024;  // as the C library's readdir
constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

int errno_of(int result) {
  return result < 0 ? errno : 0;
}

// For utimensat: the access time stays.
std::array<timespec, 2> modification_time(std::int64_t time_ns) {
  std::int64_t seconds = time_ns / kNanosecondsPerSecond;
  std::int64_t rest = time_ns % kNanosecondsPerSecond;
  if (rest < 0) {
    rest += kNanosecondsPerSecond;
    --seconds;
  }
  return {timespec{0, UTIME_OMIT}, timespec{static_cast<time_t>(seconds), static_cast<long>(rest)}};
}

}  // namespace

OpRunner::OpRunner(int root_fd, const DataPool& pool, Recorder& recorder)
    : cursor_(pool), recorder_(&recorder), buffer_(kBufferSize) {
  folders_.put(kRootDirectory, root_fd);
}

int OpRunner::carry_out(const Op& op) {
  switch (op.kind) {
    case OpKind::open_directory:
      return open_folder(op);
    case OpKind::close_directory:
      return errno_of(raw::close(folders_.take(op.dir)));
    case OpKind::create:
      return open_file(op, O_WRONLY | O_CREAT | O_EXCL);
    case OpKind::open_read:
      return open_file(op, O_RDONLY);
    case OpKind::open_write:
      return open_file(op, O_WRONLY);
    case OpKind::close:
      return errno_of(raw::close(files_.take(op.file)));
    case OpKind::read:
      return read(op);
    case OpKind::write:
      return write(op);
    case OpKind::stat: {
      struct stat status;  // the kernel fills it; clearing it before would cost as much as the rest
      return errno_of(::fstatat(folders_.get(op.dir), op.name, &status, AT_SYMLINK_NOFOLLOW));
    }
    case OpKind::readdir:
      return read_names(op);
    case OpKind::mkdir:
    case OpKind::rmdir:
    case OpKind::unlink:
    case OpKind::rename:
    case OpKind::link:
    case OpKind::symlink:
      return change_names(op);
    case OpKind::set_mode:
    case OpKind::set_times:
    case OpKind::set_times_at:
    case OpKind::set_mode_at:
      return change_attributes(op);
    case OpKind::fsync:
    case OpKind::fdatasync:
    case OpKind::truncate:
    case OpKind::allocate:
    case OpKind::punch:
    case OpKind::syncfs:
      return settle_data(op);
  }
  return EINVAL;
}

int OpRunner::open_folder(const Op& op) {
  const int fd = raw::openat(folders_.get(op.dir), op.name, kFolderFlags);
  const int error = errno_of(fd);
  // A failed open leaves the slot empty: what follows fails with EBADF and touches nothing else.
  folders_.put(op.dir2, fd);
  return error;
}

int OpRunner::open_file(const Op& op, int flags) {
  const int fd =
      raw::openat(folders_.get(op.dir), op.name, flags | O_NOFOLLOW | O_CLOEXEC, op.mode);
  const int error = errno_of(fd);
  files_.put(op.file, fd);
  return error;
}

int OpRunner::read(const Op& op) {
  const int fd = files_.get(op.file);
  std::uint64_t done = 0;
  while (done < op.length) {
    const auto length =
        static_cast<std::size_t>(std::min<std::uint64_t>(op.length - done, kBufferSize));
    const ssize_t count = raw::pread(fd, buffer_.data(), length, op.offset + done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    recorder_->add_read(static_cast<std::uint64_t>(count));
    if (static_cast<std::size_t>(count) < length) return 0;
    done += static_cast<std::uint64_t>(count);
  }
  return 0;
}

int OpRunner::write(const Op& op) {
  const int fd = files_.get(op.file);
  std::uint64_t done = 0;
  do {
    const auto left = static_cast<std::size_t>(op.length - done);
    const PoolCursor::Piece piece =
        op.data == nullptr ? cursor_.next(left) : PoolCursor::Piece{op.data + done, left};
    for (std::size_t in_piece = 0; in_piece < piece.length;) {
      const ssize_t count =
          raw::pwrite(fd, piece.data + in_piece, piece.length - in_piece, op.offset + done);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return count < 0 ? errno : EIO;
      recorder_->add_written(static_cast<std::uint64_t>(count));
      in_piece += static_cast<std::size_t>(count);
      done += static_cast<std::uint64_t>(count);
    }
  } while (done < op.length);
  return 0;
}

int OpRunner::read_names(const Op& op) {
  const int fd = raw::openat(folders_.get(op.dir), op.name, kFolderFlags);
  if (fd < 0) return errno;
  ssize_t count = 0;
  do {
    count = ::getdents64(fd, buffer_.data(), kNamesBufferSize);
  } while (count > 0);
  const int error = errno_of(static_cast<int>(count));
  const int close_error = errno_of(raw::close(fd));
  return error != 0 ? error : close_error;
}

int OpRunner::change_names(const Op& op) {
  const int folder = folders_.get(op.dir);
  switch (op.kind) {
    case OpKind::mkdir:
      return errno_of(::mkdirat(folder, op.name, op.mode));
    case OpKind::rmdir:
      return errno_of(::unlinkat(folder, op.name, AT_REMOVEDIR));
    case OpKind::unlink:
      return errno_of(::unlinkat(folder, op.name, 0));
    case OpKind::rename:
      return errno_of(::renameat(folder, op.name, folders_.get(op.dir2), op.name2));
    case OpKind::link:
      return errno_of(::linkat(folder, op.name, folders_.get(op.dir2), op.name2, 0));
    default:
      return errno_of(::symlinkat(op.name2, folder, op.name));
  }
}

int OpRunner::change_attributes(const Op& op) {
  switch (op.kind) {
    case OpKind::set_mode:
      return errno_of(::fchmod(files_.get(op.file), op.mode));
    case OpKind::set_times:
      return errno_of(::futimens(files_.get(op.file), modification_time(op.time_ns).data()));
    case OpKind::set_times_at:
      return errno_of(::utimensat(folders_.get(op.dir), op.name,
                                  modification_time(op.time_ns).data(), AT_SYMLINK_NOFOLLOW));
    default:
      return errno_of(::fchmodat(folders_.get(op.dir), op.name, op.mode, 0));
  }
}

int OpRunner::settle_data(const Op& op) {
  const int fd = files_.get(op.file);
  switch (op.kind) {
    case OpKind::fsync:
      return errno_of(raw::fsync(fd));
    case OpKind::fdatasync:
      return errno_of(raw::fdatasync(fd));
    case OpKind::truncate:
      return errno_of(::ftruncate(fd, static_cast<off_t>(op.length)));
    case OpKind::allocate:
      return errno_of(raw::fallocate(fd, 0, op.offset, op.length));
    case OpKind::punch:
      return errno_of(
          raw::fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, op.offset, op.length));
    default:
      return errno_of(::syncfs(folders_.get(kRootDirectory)));
  }
}

}  // namespace fsduel::drive
