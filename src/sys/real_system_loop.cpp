// RealSystem: loop devices.
#include <fcntl.h>
#include <linux/loop.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/error.hpp"
#include "base/text.hpp"
#include "sys/directory_walk.hpp"
#include "sys/real_system.hpp"
#include "sys/system_calls.hpp"

namespace fsduel::sys {
namespace {

constexpr int kTriesForDevice = 20;  // others may take a device that was just added
constexpr int kTriesForFree = 40;    // udev opens devices for moments
constexpr std::chrono::milliseconds kPause{50};

Fd open_control(const Attempt& attempt) {
  const char* path = "/dev/loop-control";
  Fd control(::open(path, O_RDWR | O_CLOEXEC));
  if (control.is_open()) return control;
  throw Error({.doing = attempt.doing,
               .object = escape_text(attempt.object),
               .cause = std::string(path) + ": " + errno_text(errno),
               .next_step = "run it as root; modprobe loop",
               .errno_value = errno,
               .exit_code = ExitCode::machine_lacks});
}

// In containers nobody makes the node of a new device; major 7 is that of loop devices for ever.
Fd open_node(int number) {
  const std::string path = "/dev/loop" + std::to_string(number);
  Fd device(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (device.is_open() || errno != ENOENT) return device;
  if (::mknod(path.c_str(), S_IFBLK | 0600, makedev(7, static_cast<unsigned>(number))) != 0) {
    return device;
  }
  return Fd(::open(path.c_str(), O_RDWR | O_CLOEXEC));
}

// Decodes the 64-bit device number of loop_info64.
dev_t decode_device(std::uint64_t encoded) {
  const auto major = static_cast<unsigned>((encoded & 0xfff00) >> 8);
  const auto minor = static_cast<unsigned>((encoded & 0xff) | ((encoded >> 12) & 0xfff00));
  return makedev(major, minor);
}

bool is_loop_name(const std::string& name) {
  return name.starts_with("loop") && parse_number(std::string_view(name).substr(4)).has_value();
}

std::uint64_t loop_number(const std::string& name) {
  return parse_number(std::string_view(name).substr(4)).value_or(0);
}

// False while somebody uses it.
bool try_remove(int control, const std::string& name) {
  const auto number = static_cast<long>(loop_number(name));
  if (::ioctl(control, LOOP_CTL_REMOVE, number) < 0) return errno == ENODEV;
  // Only left where we had to make the node ourselves.
  const std::string node = "/dev/" + name;
  struct stat found = {};
  if (::lstat(node.c_str(), &found) == 0 && S_ISBLK(found.st_mode) &&
      found.st_rdev == makedev(7, static_cast<unsigned>(number))) {
    ::unlink(node.c_str());
  }
  return true;
}

bool remove_patiently(int control, const std::string& name) {
  for (int tries = 0; tries < kTriesForFree; ++tries) {
    if (try_remove(control, name)) return true;
    std::this_thread::sleep_for(kPause);
  }
  return false;
}

// Owns a device that was added for us, attached or not yet.
class RealLoopHandle final : public LoopHandle {
 public:
  RealLoopHandle(Fd control, int number)
      : control_(std::move(control)), name_("loop" + std::to_string(number)) {}

  ~RealLoopHandle() override {
    if (!control_.is_open()) return;
    static_cast<void>(device_.close());
    remove_patiently(control_.get(), name_);
  }

  void close() override {
    if (const int error = device_.close(); error != 0) fail({"detach", "/dev/" + name_, {}}, error);
    if (!remove_patiently(control_.get(), name_)) {
      fail({"detach", "/dev/" + name_, "unmount what is on it, end what has it open"}, EBUSY);
    }
    static_cast<void>(control_.close());
  }

  [[nodiscard]] bool open() {
    device_ = open_node(static_cast<int>(loop_number(name_)));
    return device_.is_open();
  }
  [[nodiscard]] int device() const { return device_.get(); }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  Fd control_;
  std::string name_;
  Fd device_;
};

loop_config make_config(const Fd& backing, const std::string& path, const LoopOptions& options) {
  loop_config config = {};
  config.fd = static_cast<unsigned>(backing.get());
  config.block_size = static_cast<unsigned>(options.block_size.value);
  config.info.lo_flags = LO_FLAGS_AUTOCLEAR;
  if (options.direct_io == DirectIo::on) config.info.lo_flags |= LO_FLAGS_DIRECT_IO;
  if (options.access == Access::read_only) config.info.lo_flags |= LO_FLAGS_READ_ONLY;
  // For losetup and other tools that show it; the kernel itself shows the true path in sysfs.
  const std::size_t length = std::min<std::size_t>(path.size(), LO_NAME_SIZE - 1);
  std::memcpy(config.info.lo_file_name, path.data(), length);
  return config;
}

// nullptr when somebody else was faster.
std::unique_ptr<RealLoopHandle> try_attach(const loop_config& config, const Attempt& attempt) {
  Fd control = open_control(attempt);
  const int number = ::ioctl(control.get(), LOOP_CTL_ADD, -1L);
  if (number < 0) fail(attempt, errno);
  auto handle = std::make_unique<RealLoopHandle>(std::move(control), number);
  if (!handle->open()) fail(attempt, errno);
  if (::ioctl(handle->device(), LOOP_CONFIGURE, &config) == 0) return handle;
  if (errno == EBUSY) return nullptr;
  if (errno == EINVAL) {
    fail({attempt.doing, attempt.object,
          "a block size that is a power of two from 512 to the page size; kernel 5.8 or later"},
         EINVAL);
  }
  fail(attempt, errno);
}

// The device must do what was asked: a kernel that quietly falls back to buffered I/O (backing
// filesystem without it) would measure the page cache twice.
void require_direct(const RealLoopHandle& handle, const Attempt& attempt) {
  loop_info64 info = {};
  if (::ioctl(handle.device(), LOOP_GET_STATUS64, &info) != 0) fail(attempt, errno);
  if ((info.lo_flags & LO_FLAGS_DIRECT_IO) != 0) return;
  fail({attempt.doing + " with direct I/O over", attempt.object,
        "a work folder on another filesystem, or a larger block size of the loop device"},
       EOPNOTSUPP);
}

std::optional<LoopStatus> find_loop_status(const std::string& name) {
  const Fd device(::open(("/dev/" + name).c_str(), O_RDONLY | O_CLOEXEC));
  if (!device.is_open()) return std::nullopt;
  loop_info64 info = {};
  if (::ioctl(device.get(), LOOP_GET_STATUS64, &info) != 0) return std::nullopt;
  return LoopStatus{.name = name,
                    .backing_file = {},
                    .backing_device = decode_device(info.lo_device),
                    .backing_inode = info.lo_inode};
}

std::string strip_newline(std::string text) {
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

LoopAttachment RealSystem::attach_loop(const std::string& path, const LoopOptions& options) {
  const Attempt attempt{"attach a loop device to", path, {}};
  const bool read_only = options.access == Access::read_only;
  const Fd backing = open_file(path, read_only ? O_RDONLY : O_RDWR, attempt);
  const loop_config config = make_config(backing, path, options);
  std::unique_ptr<RealLoopHandle> handle;
  for (int tries = 0; tries < kTriesForDevice && !handle; ++tries) {
    handle = try_attach(config, attempt);
  }
  if (!handle) fail(attempt, EBUSY);
  if (options.direct_io == DirectIo::on) require_direct(*handle, attempt);
  const std::string discard = "/sys/block/" + handle->name() + "/queue/discard_max_bytes";
  write_text(discard, "0");
  if (trim(read_text(discard).value_or("")) != "0") {
    fail({"switch discard off at", discard, "mkfs options that do not discard"}, EOPNOTSUPP);
  }
  std::string name = handle->name();
  return LoopAttachment(std::move(name), std::move(handle));
}

std::vector<LoopStatus> RealSystem::read_loops() {
  std::vector<LoopStatus> loops;
  for (const std::string& name : list_directory("/sys/block")) {
    if (!is_loop_name(name)) continue;
    const auto backing = read_text("/sys/block/" + name + "/loop/backing_file");
    if (!backing) continue;
    // Without the right to open the device its backing file is known by name only.
    LoopStatus status = find_loop_status(name).value_or(LoopStatus());
    status.name = name;
    status.backing_file = strip_newline(*backing);
    loops.push_back(std::move(status));
  }
  std::sort(loops.begin(), loops.end(), [](const LoopStatus& a, const LoopStatus& b) {
    return loop_number(a.name) < loop_number(b.name);
  });
  return loops;
}

bool RealSystem::detach_loop(const LoopStatus& loop) {
  const Attempt attempt{"detach", "/dev/" + loop.name, {}};
  if (!is_loop_name(loop.name)) return false;
  const Fd device(::open(attempt.object.c_str(), O_RDONLY | O_CLOEXEC));
  if (!device.is_open() && (errno == ENOENT || errno == ENXIO || errno == ENODEV)) return false;
  if (!device.is_open()) fail(attempt, errno);
  loop_info64 info = {};
  if (::ioctl(device.get(), LOOP_GET_STATUS64, &info) != 0) return false;
  const bool same =
      decode_device(info.lo_device) == loop.backing_device && info.lo_inode == loop.backing_inode;
  if (!same) return false;
  if (::ioctl(device.get(), LOOP_CLR_FD, 0) != 0 && errno != ENXIO) fail(attempt, errno);
  return true;
}

bool RealSystem::remove_loop(const std::string& name) {
  if (!is_loop_name(name) || !find_status("/sys/block/" + name)) return false;
  return remove_patiently(open_control({"remove", "/dev/" + name, {}}).get(), name);
}

}  // namespace fsduel::sys
