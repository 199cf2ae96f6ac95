// The worlds in which the contract is checked.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "sys/fake_system.hpp"
#include "sys/real_system.hpp"

namespace fsduel::sys {

class FakeWorld {
 public:
  FakeWorld() { system_.make_directory("/work", 0755); }
  System& system() { return system_; }
  std::string folder() const { return "/work"; }
  std::string type() const { return "ext4"; }
  std::string why_not() const { return {}; }
  Bytes image_size() const { return kMiB * 64; }
  Command mkfs(const std::string& device) const { return {{"mkfs.ext4", "-q", device}}; }
  dev_t seen_device(const MountEntry& entry) const { return entry.device; }
  void make_sparse_file(const std::string& path) {
    const StopFlag stop;
    system_.write_image({path, kMiB}, stop, {});
    system_.punch_holes(path);
  }

 private:
  FakeSystem system_;
};

// A new folder under TMPDIR (or /var/tmp: /tmp may be memory), gone at the end.
class RealWorld {
 public:
  RealWorld() {
    const char* place = std::getenv("TMPDIR");
    folder_ = system_.resolve_path(
        system_.make_temporary_directory(place != nullptr ? place : "/var/tmp", "fsduel-test-"));
  }
  ~RealWorld() { system_.remove_tree(folder_); }
  RealWorld(const RealWorld&) = delete;
  RealWorld& operator=(const RealWorld&) = delete;

  System& system() { return system_; }
  std::string folder() const { return folder_; }
  void make_sparse_file(const std::string& path) {
    system_.make_file(path);
    if (::truncate(path.c_str(), 1024 * 1024) != 0) std::abort();
  }

 protected:
  RealSystem system_;
  std::string folder_;
};

}  // namespace fsduel::sys
