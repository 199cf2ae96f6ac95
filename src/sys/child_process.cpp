#include "sys/child_process.hpp"

#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <utility>

#include "sys/pidfd.hpp"

namespace fsduel::sys {
namespace {

Nanoseconds to_duration(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

[[noreturn]] void report_and_exit(const ChildSetup& setup) {
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(setup.error_report, &error, sizeof(error));
  ::_exit(127);
}

}  // namespace

void become_program(const ChildSetup& setup) {
  ::setpgid(0, 0);
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) report_and_exit(setup);
  // The parent may have died before the line above.
  if (::getppid() != setup.parent) ::_exit(127);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  for (int fd = 0; fd < 3; ++fd) {
    if (::dup2(setup.standard[static_cast<std::size_t>(fd)], fd) < 0) report_and_exit(setup);
  }
  // Descriptors of other libraries that are not marked must not keep our devices busy.
  ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  ::execve(setup.path, setup.argv, setup.environment);
  report_and_exit(setup);
}

int read_start_error(int fd) {
  int error = 0;
  const ssize_t got = retry_interrupted([&] { return ::read(fd, &error, sizeof(error)); });
  return got == static_cast<ssize_t>(sizeof(error)) ? error : 0;
}

struct Child::Reaped {
  int status = 0;
  rusage usage = {};
};

Child::Child(pid_t pid, Attempt attempt) : pid_(pid), attempt_(std::move(attempt)) {
  // Also here, so that the group exists whichever of the two runs first.
  ::setpgid(pid, pid);
  handle_ = Fd(::pidfd_open(pid, 0));
  if (handle_.is_open()) return;
  const int error = errno;
  kill_group();
  reap();
  fail(attempt_, error);
}

Child::~Child() {
  if (pid_ <= 0) return;
  kill_group();
  reap();
}

void Child::kill_group() const {
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
}

void Child::finish(ProcessResult& result) {
  kill_leftovers();
  const Reaped reaped = reap();
  result.user_cpu = to_duration(reaped.usage.ru_utime);
  result.system_cpu = to_duration(reaped.usage.ru_stime);
  if (result.end != ProcessEnd::exited) return;
  const bool is_signalled = WIFSIGNALED(reaped.status);
  if (is_signalled) result.end = ProcessEnd::signalled;
  result.status = is_signalled ? WTERMSIG(reaped.status) : WEXITSTATUS(reaped.status);
}

void Child::kill_leftovers() const {
  siginfo_t ended = {};
  retry_interrupted(
      [&] { return ::waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOWAIT); });
  ::kill(-pid_, SIGKILL);
}

Child::Reaped Child::reap() {
  Reaped reaped;
  retry_interrupted([&] { return ::wait4(pid_, &reaped.status, 0, &reaped.usage); });
  pid_ = 0;
  return reaped;
}

}  // namespace fsduel::sys
