// Loop devices: an image file seen as a block device.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/units.hpp"

namespace fsduel::sys {

enum class DirectIo { on, off };
enum class Access { read_write, read_only };

struct LoopOptions {
  DirectIo direct_io = DirectIo::on;  // requests go to the image past the page cache
  Bytes block_size{512};              // logical sector size of the device: 512 to page size
  Access access = Access::read_write;
};

// A loop device that exists, whoever made it (LOOP_GET_STATUS64 and sysfs).
struct LoopStatus {
  std::string name;          // "loop3"
  std::string backing_file;  // as the kernel shows it; " (deleted)" appended when unlinked
  dev_t backing_device = 0;  // st_dev of the backing file
  std::uint64_t backing_inode = 0;
};

// What keeps a loop device attached: the open descriptor, or its stand-in. The destructor detaches
// silently.
class LoopHandle {
 public:
  virtual ~LoopHandle() = default;
  // Detaches; throws Error when the kernel refuses or when somebody still uses the device.
  virtual void close() = 0;
};

// A loop device held by us. Autoclear is on: the kernel frees it when the last user (this holder,
// or a mount of it) is gone, so that a killed process leaves nothing. Move-only; one thread.
class LoopAttachment {
 public:
  LoopAttachment(std::string name, std::unique_ptr<LoopHandle> handle)
      : name_(std::move(name)), handle_(std::move(handle)) {}

  [[nodiscard]] std::string device() const { return "/dev/" + name_; }
  [[nodiscard]] const std::string& name() const { return name_; }  // "loop3"
  // Where its block layer settings are: "/sys/block/loop3".
  [[nodiscard]] std::string sysfs() const { return "/sys/block/" + name_; }
  [[nodiscard]] bool is_attached() const { return handle_ != nullptr; }

  // Detaches and reports; nothing when it was closed before. When it throws, the device is still
  // held and the destructor tries once more.
  void close() {
    if (handle_) handle_->close();
    handle_.reset();
  }
  // For decorators: takes what is held out of this holder.
  [[nodiscard]] std::unique_ptr<LoopHandle> release_handle() { return std::move(handle_); }

 private:
  std::string name_;
  std::unique_ptr<LoopHandle> handle_;
};

}  // namespace fsduel::sys
