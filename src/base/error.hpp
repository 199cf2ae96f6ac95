// What cannot go on: the one exception of the project, and the exit codes of the program.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace fsduel {

// Exit codes of the program, the only list of them.
enum class ExitCode : int {
  ok = 0,
  some_runs_failed = 1,
  usage = 2,          // command line or spec; nothing was touched
  machine_lacks = 3,  // a tool, a right or a kernel feature is missing
  interrupted = 130,  // ended by SIGINT or SIGTERM, cleaned up
};

// What an Error says, kept in parts so that callers can add context and tests can look at them.
struct ErrorParts {
  std::string doing;      // verb phrase: "attach loop device"
  std::string object;     // what it was done to: "/dev/loop3"
  std::string cause;      // why: "Device or resource busy"
  std::string next_step;  // what the reader can do: "end the program that holds it"; may be empty
  int errno_value = 0;    // 0 when no system call was behind it
  ExitCode exit_code = ExitCode::some_runs_failed;
};

// Thrown for what cannot go on (mkfs refused, disk gone). Expected "no" answers are values, not
// Errors. what() reads "cannot <doing> <object>: <cause>. Try: <next_step>".
class Error : public std::runtime_error {
 public:
  explicit Error(ErrorParts parts);
  [[nodiscard]] const ErrorParts& parts() const { return parts_; }
  // The same error, seen from further up: "cannot <doing> <object>: " before the text, the rest
  // kept.
  [[nodiscard]] Error within(std::string doing, std::string object) const;

 private:
  ErrorParts parts_;
};

[[nodiscard]] std::string render_error(const ErrorParts& parts);

// Throws the Error of a failed system call; `errno_value` is the saved errno.
[[noreturn]] void throw_errno(int errno_value, std::string doing, std::string object,
                              std::string next_step = {});

// The kernel's words for an errno value, thread-safe ("No space left on device").
[[nodiscard]] std::string errno_text(int errno_value);

// The short name of an errno value ("ENOSPC"), as counts by errno are shown; "errno 999" when
// unknown.
[[nodiscard]] std::string errno_name(int errno_value);

}  // namespace fsduel
