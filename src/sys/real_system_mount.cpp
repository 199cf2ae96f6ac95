// RealSystem: mounts.
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <thread>

#include "base/error.hpp"
#include "base/text.hpp"
#include "sys/directory_walk.hpp"
#include "sys/mount_calls.hpp"
#include "sys/real_system.hpp"
#include "sys/system_calls.hpp"

namespace fsduel::sys {
namespace {

constexpr int kTriesToUnmount = 30;
constexpr std::chrono::milliseconds kPause{100};
constexpr std::size_t kHoldersShown = 5;

std::string read_link(const std::string& path) {
  std::array<char, PATH_MAX> target;
  const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
  return length <= 0 ? std::string() : std::string(target.data(), static_cast<std::size_t>(length));
}

bool is_inside(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

// What a process has there: an open file, its working folder or its root; empty when nothing.
// Processes come and go while we look, so what cannot be read is passed over.
std::string find_held(const std::string& process, const std::string& target) {
  for (const char* link : {"/cwd", "/root"}) {
    if (is_inside(read_link(process + link), target)) return std::string(link).substr(1);
  }
  std::vector<std::string> descriptors;
  try {
    descriptors = read_names(process + "/fd");
  } catch (const Error&) {
    return {};
  }
  for (const std::string& fd : descriptors) {
    const std::string file = read_link(process + "/fd/" + fd);
    if (is_inside(file, target)) return escape_text(file);
  }
  return {};
}

// "squid (pid 77, cwd)", at most a handful.
std::string describe_holders(System& system, const std::string& target) {
  std::vector<std::string> holders;
  for (const std::string& pid : read_names("/proc")) {
    if (!parse_number(pid) || holders.size() == kHoldersShown) continue;
    const std::string held = find_held("/proc/" + pid, target);
    if (held.empty()) continue;
    const std::string name = system.read_text("/proc/" + pid + "/comm").value_or("?");
    holders.push_back(escape_text(trim(name)) + " (pid " + pid + ", " + held + ")");
  }
  return join(holders, ", ");
}

[[noreturn]] void fail_busy(System& system, const std::string& target) {
  const std::string holders = describe_holders(system, target);
  const std::string cause = holders.empty() ? "no process with an open file there was found; "
                                              "something may be mounted below it"
                                            : "held by " + holders;
  throw Error({.doing = "unmount",
               .object = escape_text(target),
               .cause = errno_text(EBUSY) + ": " + cause,
               .next_step = "end what holds it, then fsduel sweep",
               .errno_value = EBUSY});
}

}  // namespace

void RealSystem::mount(const MountRequest& request) {
  if (mount_by_context(request) == MountOutcome::interface_absent) mount_classic(request);
}

void RealSystem::unmount(const std::string& target) {
  for (int tries = 0; tries < kTriesToUnmount; ++tries) {
    if (tries > 0) std::this_thread::sleep_for(kPause);
    if (::umount2(target.c_str(), UMOUNT_NOFOLLOW) == 0) return;
    if (errno == EINVAL) fail({"unmount", target, "check that it is mounted"}, EINVAL);
    if (errno != EBUSY && errno != EINTR) fail({"unmount", target, {}}, errno);
  }
  fail_busy(*this, target);
}

std::vector<MountEntry> RealSystem::read_mounts() {
  return parse_mountinfo(read_text("/proc/self/mountinfo").value_or(""));
}

void RealSystem::enter_private_mounts() {
  const Attempt attempt{"make private the mounts of", "this process", "run it as root"};
  if (::unshare(CLONE_NEWNS) != 0) fail(attempt, errno);
  if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) fail(attempt, errno);
}

}  // namespace fsduel::sys
