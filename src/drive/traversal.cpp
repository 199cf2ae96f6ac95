#include "drive/traversal.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "drive/raw_calls.hpp"

namespace fsduel::drive {
namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr mode_t kPermissions = 07777;
constexpr mode_t kOwnerOnly = 0700;
constexpr std::uint64_t kLapsPerLook = 256;  // between looks at the stop flag

int errno_of(std::int64_t result) {
  return result < 0 ? errno : 0;
}

// For utimensat: the access time stays.
std::array<timespec, 2> modification_time(const struct stat& status) {
  return {timespec{0, UTIME_OMIT}, status.st_mtim};
}

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

template <typename Ticks>
Traversal<Ticks>::Traversal(const PhasePlan& plan, const WorkerTools& tools)
    : plan_(&plan),
      tools_(tools),
      timer_(tools.recorder, tools.clock.scale),
      buffer_(kTransferSize) {
  folders_.reserve(2 * kOpenFolders);
}

template <typename Ticks>
Traversal<Ticks>::~Traversal() {
  for (Folder& folder : folders_) close_folder(folder);
}

template <typename Ticks>
PhaseOutcome::End Traversal<Ticks>::run() {
  begin();
  while (!folders_.empty()) {
    if (should_stop()) return PhaseOutcome::End::stopped;
    step();
  }
  tools_.done.fetch_add(timer_.laps() - reported_, std::memory_order_relaxed);
  return tools_.stop.is_set() ? PhaseOutcome::End::stopped : PhaseOutcome::End::complete;
}

template <typename Ticks>
typename Traversal<Ticks>::Place Traversal<Ticks>::top() const {
  const char* const subject = plan_->subject.empty() ? "." : plan_->subject.c_str();
  return {tools_.root_fd, tools_.root_fd, subject, plan_->target.c_str()};
}

template <typename Ticks>
typename Traversal<Ticks>::Place Traversal<Ticks>::place_of_current(const Folder& folder) const {
  const char* const name = arena_.at(folder.current).name;
  return {folder.fd, folder.target_fd, name, name};
}

template <typename Ticks>
bool Traversal<Ticks>::should_stop() {
  const std::uint64_t fresh = timer_.laps() - reported_;
  if (fresh < kLapsPerLook) return false;
  tools_.done.fetch_add(fresh, std::memory_order_relaxed);
  reported_ += fresh;
  return tools_.stop.is_set();
}

template <typename Ticks>
void Traversal<Ticks>::begin() {
  timer_.start();
  struct stat attributes {};
  if (is_kind(PhaseKind::copy) && stat_lap(top(), attributes) != 0) return;
  enter(top(), attributes);
}

template <typename Ticks>
void Traversal<Ticks>::step() {
  Folder& folder = folders_.back();
  if (folder.next == folder.names.end) return leave();
  folder.current = folder.next;
  const ListingArena::Entry entry = arena_.at(folder.current);
  folder.next = entry.next;
  if (!ListingArena::is_dot(entry.name)) visit(place_of_current(folder), entry.type);
}

template <typename Ticks>
void Traversal<Ticks>::visit(const Place& place, std::uint8_t type) {
  struct stat attributes {};
  const bool looks = is_kind(PhaseKind::walk) || is_kind(PhaseKind::copy);
  if (looks && stat_lap(place, attributes) != 0) return;
  if (type == DT_DIR) return enter(place, attributes);
  if (is_kind(PhaseKind::remove)) {
    timer_.lap(OpKind::unlink, errno_of(::unlinkat(place.fd, place.name, 0)), place.name);
  } else if (is_kind(PhaseKind::read) && type == DT_REG) {
    read_file(place);
  } else if (is_kind(PhaseKind::copy) && type == DT_REG) {
    copy_file(place, attributes);
  } else if (is_kind(PhaseKind::copy) && type == DT_LNK) {
    copy_symlink(place, attributes);
  }
}

template <typename Ticks>
void Traversal<Ticks>::enter(const Place& place, const struct stat& attributes) {
  Folder folder;
  folder.attributes = attributes;
  if (is_kind(PhaseKind::copy)) {
    const int error = errno_of(::mkdirat(place.target_fd, place.target_name, kOwnerOnly));
    timer_.lap(OpKind::mkdir, error, place.target_name);
    if (error != 0) return;
    Place target = place;
    target.fd = place.target_fd;
    target.name = place.target_name;
    folder.target_fd = open_lap(OpKind::open_directory, target, kFolderFlags);
    if (folder.target_fd < 0) return;
  }
  folder.fd = open_lap(OpKind::open_directory, place, kFolderFlags);
  if (folder.fd < 0) return close_folder(folder);
  // `place.name` may be in the arena, which reading moves: the folder's own name is not used below.
  timer_.lap(OpKind::readdir, arena_.read(folder.fd, folder.names), nullptr);
  folder.next = folder.names.begin;
  folders_.push_back(folder);
  close_far_folder();
}

template <typename Ticks>
void Traversal<Ticks>::leave() {
  Folder folder = folders_.back();
  folders_.pop_back();
  arena_.drop(folder.names);
  const bool is_top = folders_.empty();
  if (!is_top && folders_.back().fd < 0 && !reopen_parent(folder, folders_.back())) {
    close_folder(folder);
    for (Folder& each : folders_) close_folder(each);
    folders_.clear();
    return;
  }
  close_lap(OpKind::close_directory, folder.fd, nullptr);
  if (folder.target_fd >= 0) close_lap(OpKind::close_directory, folder.target_fd, nullptr);
  finish_folder(is_top ? top() : place_of_current(folders_.back()), folder.attributes);
}

template <typename Ticks>
void Traversal<Ticks>::finish_folder(const Place& place, const struct stat& attributes) {
  if (is_kind(PhaseKind::remove)) {
    // The root of the load stays: it was there before the phases.
    if (folders_.empty() && plan_->subject.empty()) return;
    const int error = errno_of(::unlinkat(place.fd, place.name, AT_REMOVEDIR));
    timer_.lap(OpKind::rmdir, error, place.name);
  }
  if (!is_kind(PhaseKind::copy)) return;
  const auto times = modification_time(attributes);
  const int times_error =
      errno_of(::utimensat(place.target_fd, place.target_name, times.data(), AT_SYMLINK_NOFOLLOW));
  timer_.lap(OpKind::set_times_at, times_error, place.target_name);
  const mode_t mode = attributes.st_mode & kPermissions;
  const int mode_error = errno_of(::fchmodat(place.target_fd, place.target_name, mode, 0));
  timer_.lap(OpKind::set_mode_at, mode_error, place.target_name);
}

template <typename Ticks>
void Traversal<Ticks>::read_file(const Place& place) {
  const int fd = open_lap(OpKind::open_read, place, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return;
  ssize_t count = 0;
  do {
    count = raw::read(fd, buffer_.data(), buffer_.size());
    timer_.lap(OpKind::read, errno_of(count), place.name);
    if (count > 0) timer_.recorder().add_read(static_cast<std::uint64_t>(count));
  } while (count > 0);
  close_lap(OpKind::close, fd, place.name);
}

template <typename Ticks>
void Traversal<Ticks>::copy_file(const Place& place, const struct stat& attributes) {
  const int from = open_lap(OpKind::open_read, place, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (from < 0) return;
  const mode_t mode = attributes.st_mode & kPermissions;
  const int to =
      raw::openat(place.target_fd, place.target_name,
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode & kOwnerOnly);
  timer_.lap(OpKind::create, errno_of(to), place.target_name);
  if (to >= 0) {
    transfer(from, to, place.name);
    const auto times = modification_time(attributes);
    timer_.lap(OpKind::set_times, errno_of(::futimens(to, times.data())), place.target_name);
    timer_.lap(OpKind::set_mode, errno_of(::fchmod(to, mode)), place.target_name);
    close_lap(OpKind::close, to, place.target_name);
  }
  close_lap(OpKind::close, from, place.name);
}

// Until the end of the file or the first error, as cp does.
template <typename Ticks>
void Traversal<Ticks>::transfer(int from, int to, const char* name) {
  while (true) {
    const ssize_t count = raw::read(from, buffer_.data(), buffer_.size());
    timer_.lap(OpKind::read, errno_of(count), name);
    if (count <= 0) return;
    timer_.recorder().add_read(static_cast<std::uint64_t>(count));
    const int error = write_all(to, static_cast<std::size_t>(count));
    timer_.lap(OpKind::write, error, name);
    if (error != 0) return;
  }
}

template <typename Ticks>
int Traversal<Ticks>::write_all(int fd, std::size_t length) {
  std::size_t done = 0;
  while (done < length) {
    const ssize_t count = raw::write(fd, buffer_.data() + done, length - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? errno : EIO;
    done += static_cast<std::size_t>(count);
    timer_.recorder().add_written(static_cast<std::uint64_t>(count));
  }
  return 0;
}

template <typename Ticks>
void Traversal<Ticks>::copy_symlink(const Place& place, const struct stat& attributes) {
  const ssize_t length = ::readlinkat(place.fd, place.name, buffer_.data(), buffer_.size() - 1);
  int error = errno_of(length);
  if (error == 0) {
    buffer_[static_cast<std::size_t>(length)] = '\0';
    error = errno_of(::symlinkat(buffer_.data(), place.target_fd, place.target_name));
  }
  timer_.lap(OpKind::symlink, error, place.target_name);
  if (error != 0) return;
  const auto times = modification_time(attributes);
  error =
      errno_of(::utimensat(place.target_fd, place.target_name, times.data(), AT_SYMLINK_NOFOLLOW));
  timer_.lap(OpKind::set_times_at, error, place.target_name);
}

template <typename Ticks>
int Traversal<Ticks>::stat_lap(const Place& place, struct stat& status) {
  const int error = errno_of(::fstatat(place.fd, place.name, &status, AT_SYMLINK_NOFOLLOW));
  timer_.lap(OpKind::stat, error, place.name);
  return error;
}

template <typename Ticks>
int Traversal<Ticks>::open_lap(OpKind kind, const Place& place, int flags) {
  const int fd = raw::openat(place.fd, place.name, flags);
  timer_.lap(kind, errno_of(fd), place.name);
  return fd;
}

template <typename Ticks>
void Traversal<Ticks>::close_lap(OpKind kind, int fd, const char* name) {
  timer_.lap(kind, errno_of(raw::close(fd)), name);
}

// Keeping the number of open folders bounded is our need, not the workload's: it is not charged to
// an operation.
template <typename Ticks>
void Traversal<Ticks>::close_far_folder() {
  if (folders_.size() <= kOpenFolders) return;
  Folder& far = folders_[folders_.size() - 1 - kOpenFolders];
  ::fstat(far.fd, &far.identity);
  if (far.target_fd >= 0) ::fstat(far.target_fd, &far.target_identity);
  close_folder(far);
  timer_.start();
}

template <typename Ticks>
bool Traversal<Ticks>::reopen_parent(const Folder& child, Folder& parent) {
  const auto reopen = [&](int child_fd, const struct stat& identity) {
    const int fd = raw::openat(child_fd, "..", kFolderFlags);
    struct stat found {};
    if (fd >= 0 && ::fstat(fd, &found) == 0 && is_same(found, identity)) return fd;
    timer_.recorder().fail(OpKind::open_directory, fd < 0 ? errno : ESTALE, "..");
    if (fd >= 0) raw::close(fd);
    return -1;
  };
  parent.fd = reopen(child.fd, parent.identity);
  if (child.target_fd >= 0) parent.target_fd = reopen(child.target_fd, parent.target_identity);
  timer_.start();
  return parent.fd >= 0 && (child.target_fd < 0 || parent.target_fd >= 0);
}

template <typename Ticks>
void Traversal<Ticks>::close_folder(Folder& folder) {
  if (folder.fd >= 0) raw::close(folder.fd);
  if (folder.target_fd >= 0) raw::close(folder.target_fd);
  folder.fd = -1;
  folder.target_fd = -1;
}

template class Traversal<MonotonicTicks>;
template class Traversal<CounterTicks>;

}  // namespace fsduel::drive
