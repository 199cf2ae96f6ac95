#include <algorithm>
#include <array>
#include <span>

#include "tidy/rules.hpp"

namespace fsduel::tidy {
namespace {

using Words = std::span<const std::string_view>;

// Doors to the kernel, and why: set-up and /proc; the measured path; FUSE and sockets of disks;
// sockets of robots; SQLite. Two files of base hold what everybody would need otherwise.
constexpr std::array<std::string_view, 7> kDoors{"src/sys/",       "src/drive/", "src/venue/",
                                                 "src/traffic/",   "src/store/", "src/base/fd.",
                                                 "src/base/clock."};

constexpr std::array<std::string_view, 15> kKernelHeaders{
    "sys/",     "linux/", "net/",  "netinet/", "arpa/",     "fcntl.h",  "unistd.h", "sched.h",
    "dirent.h", "poll.h", "fts.h", "mntent.h", "pthread.h", "signal.h", "csignal"};

// Bare names would also be those of our own functions; the headers above keep those calls out.
constexpr std::array<std::string_view, 22> kKernelCalls{
    "::open",  "::openat", "::read", "::write",  "::pread",  "::pwrite", "::close", "::ioctl",
    "::mount", "::umount", "::stat", "::unlink", "::rename", "::fork",   "::kill",  "::socket",
    "ioctl",   "umount2",  "execvp", "waitpid",  "syscall",  "mmap"};

constexpr std::array<std::string_view, 8> kPureModules{
    "stats", "model", "filesystem", "workload", "importer", "disk", "verdict", "report"};

constexpr std::array<std::string_view, 6> kImpureHeaders{"fstream", "filesystem", "iostream",
                                                         "thread",  "ctime",      "cstdio"};

constexpr std::array<std::string_view, 9> kImpureNames{
    "system_clock", "steady_clock", "high_resolution_clock", "random_device", "getenv",
    "setenv",       "fopen",        "std::system",           "setlocale"};

bool starts_with_any(std::string_view text, Words prefixes) {
  return std::ranges::any_of(prefixes, [&](auto prefix) { return text.starts_with(prefix); });
}

void find_headers(const SourceFile& file, Words headers, std::vector<Finding>& findings) {
  for (const Include& include : includes_of(file)) {
    if (include.is_quoted || !starts_with_any(include.name, headers)) continue;
    findings.push_back({file.path, include.line, "<" + include.name + "> is not for this module"});
  }
}

// `name` where it is called and nothing but itself: no member, no other scope's function.
bool is_call(std::string_view code, std::size_t at, std::string_view name) {
  const std::size_t end = at + name.size();
  if (end >= code.size() || code[end] != '(') return false;
  if (at == 0) return true;
  const char before = code[at - 1];
  return before != '.' && before != '>' && before != ':' && !is_word_char(before);
}

void find_calls(const SourceFile& file, std::vector<Finding>& findings) {
  for (const std::string_view name : kKernelCalls) {
    for (std::size_t at = file.code.find(name); at != std::string::npos;
         at = file.code.find(name, at + 1)) {
      if (!is_call(file.code, at, name)) continue;
      findings.push_back({file.path, line_at(file.code, at),
                          std::string(name) + "() is a call of the kernel: go through sys"});
    }
  }
}

}  // namespace

std::vector<Finding> check_kernel_calls(const Tree& tree) {
  std::vector<Finding> findings;
  for (const SourceFile& file : tree) {
    if (!is_cpp(file) || is_test(file) || starts_with_any(file.path, kDoors)) continue;
    find_headers(file, kKernelHeaders, findings);
    find_calls(file, findings);
  }
  return findings;
}

std::vector<Finding> check_pure_modules(const Tree& tree) {
  std::vector<Finding> findings;
  for (const SourceFile& file : tree) {
    const bool is_pure = std::ranges::find(kPureModules, module_of(file)) != kPureModules.end();
    if (!is_cpp(file) || is_test(file) || !is_pure) continue;
    find_headers(file, kImpureHeaders, findings);
    for (const std::string_view name : kImpureNames) {
      for (const std::size_t at : find_word(file.code, name)) {
        findings.push_back({file.path, line_at(file.code, at),
                            std::string(name) + " has no place in a pure module"});
      }
    }
  }
  return findings;
}

}  // namespace fsduel::tidy
