// A started program: what happens between fork(2) and exec(3), and how it is ended. Not for use
// outside of sys.
#pragma once

#include <sys/types.h>

#include <array>

#include "base/fd.hpp"
#include "sys/process.hpp"
#include "sys/system_calls.hpp"

namespace fsduel::sys {

// All that the child needs, made before the fork: after it only async-signal-safe calls are
// allowed, because another thread may have held the allocator's lock.
struct ChildSetup {
  const char* path;
  char* const* argv;
  char* const* environment;
  std::array<int, 3> standard;  // become 0, 1, 2
  int error_report;
  pid_t parent;
};

// Called in the child: a group of its own, death with the parent, plain signals, then the program.
// On failure the errno is written to `error_report`.
[[noreturn]] void become_program(const ChildSetup& setup);

// The errno with which the child could not become the program; 0 when it could.
[[nodiscard]] int read_start_error(int fd);

// A running program. The destructor kills its group and reaps it, when an exception comes before
// finish(). One thread.
class Child {
 public:
  Child(pid_t pid, Attempt attempt);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // A pidfd: readable when the program has ended.
  [[nodiscard]] int handle() const { return handle_.get(); }
  // Before the reaping, so that the group's number cannot belong to somebody else.
  void kill_group() const;
  // Waits for its end, kills what it left running in its group, and notes status and CPU times.
  void finish(ProcessResult& result);

 private:
  struct Reaped;
  void kill_leftovers() const;
  Reaped reap();

  pid_t pid_;
  Attempt attempt_;
  Fd handle_;
};

}  // namespace fsduel::sys
