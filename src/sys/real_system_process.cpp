// RealSystem: other programs.
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"
#include "base/text.hpp"
#include "sys/child_process.hpp"
#include "sys/real_system.hpp"
#include "sys/system_calls.hpp"

namespace fsduel::sys {
namespace {

using Deadline = std::chrono::steady_clock::time_point;

struct Pipe {
  Fd read_end;
  Fd write_end;
};

Pipe make_pipe(const Attempt& attempt) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail(attempt, errno);
  return {Fd(ends[0]), Fd(ends[1])};
}

// A file in memory: it never blocks and raises no signal when the program does not read it.
Fd make_input(const std::string& text, const Attempt& attempt) {
  if (text.empty()) return open_file("/dev/null", O_RDONLY, attempt);
  Fd input(::memfd_create("fsduel-input", MFD_CLOEXEC));
  if (!input.is_open()) fail(attempt, errno);
  write_all(input.get(), text, attempt);
  if (::lseek(input.get(), 0, SEEK_SET) != 0) fail(attempt, errno);
  return input;
}

std::vector<std::string> make_environment() {
  std::vector<std::string> environment;
  for (char** entry = ::environ; *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    const bool speaks_of_language = variable.starts_with("LC_") || variable.starts_with("LANG");
    if (!speaks_of_language) environment.emplace_back(variable);
  }
  environment.emplace_back("LC_ALL=C");
  return environment;
}

std::vector<char*> to_pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Reads a pipe that does not block, as far as it goes, keeping no more than the limit.
class Collector {
 public:
  Collector(Fd pipe, std::string& kept, Bytes& dropped)
      : pipe_(std::move(pipe)), kept_(kept), dropped_(dropped) {
    ::fcntl(pipe_.get(), F_SETFL, O_NONBLOCK);
  }

  // -1 at its end: poll(2) then leaves it out.
  [[nodiscard]] int descriptor() const { return pipe_.get(); }

  void drain(Bytes limit) {
    std::array<char, 65536> chunk;
    while (pipe_.is_open()) {
      const ssize_t got = ::read(pipe_.get(), chunk.data(), chunk.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0) {
        static_cast<void>(pipe_.close());
        return;
      }
      keep({chunk.data(), static_cast<std::size_t>(got)}, limit);
    }
  }

 private:
  void keep(std::string_view text, Bytes limit) {
    const std::size_t room = static_cast<std::size_t>(limit.value) - kept_.size();
    const std::size_t part = std::min(room, text.size());
    kept_.append(text.substr(0, part));
    dropped_.value += text.size() - part;
  }

  Fd pipe_;
  std::string& kept_;
  Bytes& dropped_;
};

// Short enough that a stop flag is seen soon.
int poll_timeout(Deadline deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 100));
}

// Until the program has ended, the time is up or the flag is set.
ProcessEnd watch(const Child& child, std::array<Collector, 2>& pipes, const RunLimits& limits) {
  const Deadline deadline = std::chrono::steady_clock::now() + limits.timeout;
  while (true) {
    std::array<pollfd, 3> watched{pollfd{child.handle(), POLLIN, 0},
                                  pollfd{pipes[0].descriptor(), POLLIN, 0},
                                  pollfd{pipes[1].descriptor(), POLLIN, 0}};
    ::poll(watched.data(), watched.size(), poll_timeout(deadline));
    for (Collector& pipe : pipes) pipe.drain(limits.output);
    if ((watched[0].revents & POLLIN) != 0) return ProcessEnd::exited;
    if (limits.stop != nullptr && limits.stop->is_set()) return ProcessEnd::stopped;
    if (std::chrono::steady_clock::now() >= deadline) return ProcessEnd::timed_out;
  }
}

bool is_executable_file(const std::string& path) {
  struct stat found = {};
  return ::stat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

ProcessResult RealSystem::run(const Command& command, const RunLimits& limits) {
  const std::string name = command.argv.empty() ? std::string() : command.argv.front();
  const Attempt attempt{"run", name, {}};
  const auto path = find_program(name);
  if (!path) {
    throw Error({.doing = "run",
                 .object = escape_text(name),
                 .cause = "there is no such program on PATH, in /usr/local/sbin, /usr/sbin, /sbin",
                 .next_step = "install the package that has it",
                 .errno_value = ENOENT,
                 .exit_code = ExitCode::machine_lacks});
  }
  ProcessResult result;
  const Fd input = make_input(limits.input, attempt);
  Pipe output = make_pipe(attempt);
  Pipe errors = make_pipe(attempt);
  Pipe start = make_pipe(attempt);
  std::vector<std::string> arguments = command.argv;
  std::vector<std::string> environment = make_environment();
  const std::vector<char*> argv = to_pointers(arguments);
  const std::vector<char*> variables = to_pointers(environment);
  const ChildSetup setup{
      path->c_str(),         argv.data(),
      variables.data(),      {input.get(), output.write_end.get(), errors.write_end.get()},
      start.write_end.get(), ::getpid()};
  const pid_t pid = ::fork();
  if (pid == 0) become_program(setup);
  if (pid < 0) fail(attempt, errno);
  Child child(pid, attempt);
  for (Pipe* pipe : {&output, &errors, &start}) static_cast<void>(pipe->write_end.close());
  if (const int error = read_start_error(start.read_end.get()); error != 0) fail(attempt, error);
  std::array<Collector, 2> pipes{
      Collector(std::move(output.read_end), result.output, result.dropped),
      Collector(std::move(errors.read_end), result.errors, result.dropped)};
  result.end = watch(child, pipes, limits);
  if (result.end != ProcessEnd::exited) child.kill_group();
  child.finish(result);
  for (Collector& pipe : pipes) pipe.drain(limits.output);
  return result;
}

std::optional<std::string> RealSystem::find_program(const std::string& name) {
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string::npos) {
    return is_executable_file(name) ? std::optional(name) : std::nullopt;
  }
  const char* path = std::getenv("PATH");
  const std::string folders =
      std::string(path != nullptr ? path : "/usr/bin:/bin") + ":/usr/local/sbin:/usr/sbin:/sbin";
  for (std::string_view folder : split(folders, ':')) {
    // An empty entry means the current folder, which is no place to find tools that run as root.
    if (!folder.starts_with('/')) continue;
    std::string candidate = std::string(folder) + "/" + name;
    if (is_executable_file(candidate)) return candidate;
  }
  return std::nullopt;
}

}  // namespace fsduel::sys
