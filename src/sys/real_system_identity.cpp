// RealSystem: who and where we are.
#include <signal.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/text.hpp"
#include "sys/pidfd.hpp"
#include "sys/process_stat.hpp"
#include "sys/real_system.hpp"
#include "sys/system_calls.hpp"

namespace fsduel::sys {
namespace {

utsname read_names_of_machine() {
  utsname names = {};
  if (::uname(&names) != 0) fail({"ask for the name of", "this machine", {}}, errno);
  return names;
}

}  // namespace

std::optional<std::uint64_t> RealSystem::find_process_start(pid_t pid) {
  const auto text = read_text("/proc/" + std::to_string(pid) + "/stat");
  return text ? parse_process_start(*text) : std::nullopt;
}

bool RealSystem::kill_process(const ProcessIdentity& process) {
  const Attempt attempt{"kill process", std::to_string(process.pid), {}};
  // The descriptor holds on to this very process; the start time read after it belongs to it.
  const Fd handle(::pidfd_open(process.pid, 0));
  if (!handle.is_open() && (errno == ESRCH || errno == EINVAL)) return false;
  if (!handle.is_open()) fail(attempt, errno);
  if (find_process_start(process.pid) != process.start_time) return false;
  if (::pidfd_send_signal(handle.get(), SIGKILL, nullptr, 0) == 0) return true;
  if (errno == ESRCH) return false;
  fail(attempt, errno);
}

ProcessIdentity RealSystem::own_process() {
  const pid_t pid = ::getpid();
  const auto start = find_process_start(pid);
  if (!start) {
    throw Error({.doing = "read",
                 .object = "/proc/self/stat",
                 .cause = "it is not there",
                 .next_step = "mount -t proc proc /proc",
                 .errno_value = ENOENT,
                 .exit_code = ExitCode::machine_lacks});
  }
  return {pid, *start};
}

std::string RealSystem::boot_id() {
  const auto text = read_text("/proc/sys/kernel/random/boot_id");
  return text ? std::string(trim(*text)) : std::string();
}

bool RealSystem::is_root() {
  return ::geteuid() == 0;
}

std::string RealSystem::kernel_release() {
  return static_cast<const char*>(read_names_of_machine().release);
}

std::string RealSystem::host_name() {
  return static_cast<const char*>(read_names_of_machine().nodename);
}

unsigned RealSystem::online_cpus() {
  const long count = ::sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? static_cast<unsigned>(count) : 1U;
}

Bytes RealSystem::page_size() {
  return Bytes{static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))};
}

}  // namespace fsduel::sys
