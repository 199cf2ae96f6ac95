#include "endurance/endurance_fixture.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/json.hpp"

namespace fsduel::endurance {
namespace {

namespace fs = std::filesystem;

constexpr const char* kJournals = "/var/lib/fsduel/journal";

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string output_name(pid_t pid, const char* stream) {
  return fmt::format("{}.{}", pid, stream);
}

// In the child, after fork: each stream to a file of its own.
void redirect(int descriptor, const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(126);
}

bool mentions(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

void add_processes(sys::System& system, const std::string& place, Words& traces) {
  for (const auto& name : system.list_directory("/proc")) {
    if (!parse_number(name) || name == std::to_string(getpid())) continue;
    const std::string command = read_file("/proc/" + name + "/cmdline");
    if (mentions(command, place)) traces.push_back("process " + name + ": " + escape_text(command));
  }
}

void add_journals(sys::System& system, const Words& pids, Words& traces) {
  if (!system.find_status(kJournals)) return;
  for (const auto& name : system.list_directory(kJournals)) {
    for (const auto& pid : pids) {
      if (mentions(name, "." + pid + ".")) traces.push_back("journal " + name);
    }
  }
}

}  // namespace

Bench::Bench() {
  std::string name = "/var/tmp/fsduel-endurance-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) throw_errno(errno, "make a folder", name);
  folder_ = name;
  database_ = path("duels.db");
}

Bench::~Bench() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

// ext2 and ext4 need the smallest images; FSDUEL_KILL_CANDIDATE=xfs shows another driver.
Words Bench::duel_words() const {
  const char* asked = std::getenv("FSDUEL_KILL_CANDIDATE");
  const std::string second = asked == nullptr ? "ext2" : asked;
  const std::string size = second == "ext2" ? "32m" : "320m";
  return {"compare", "ext4",   second, "--files",      "100", "--rounds",     "2", "--seed",
          "7",       "--work", work(), "--image-size", size,  "--time-limit", "1h"};
}

pid_t Bench::start(const Words& words) {
  Words all{FSDUEL_PROGRAM};
  all.insert(all.end(), words.begin(), words.end());
  all.insert(all.end(), {"--db", database_});
  std::vector<char*> pointers;
  for (auto& word : all) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  redirect(STDOUT_FILENO, path(output_name(getpid(), "out")));
  redirect(STDERR_FILENO, path(output_name(getpid(), "err")));
  execv(pointers[0], pointers.data());
  _exit(127);
}

Ended Bench::wait(pid_t pid) {
  int status = 0;
  EXPECT_EQ(waitpid(pid, &status, 0), pid);
  return {.pid = pid,
          .status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
          .output = read_file(path(output_name(pid, "out"))),
          .errors = read_file(path(output_name(pid, "err")))};
}

bool Bench::has_duel() {
  return mentions(run({"list", "--json"}).output, "\"uid\"");
}

Duel Bench::read_duel() {
  const Ended shown = run({"show", "last", "--json"});
  EXPECT_EQ(shown.status, 0) << shown.errors;
  return parse_duel_json(shown.output);
}

Words list_traces(sys::System& system, const Bench& bench, const Words& pids) {
  Words traces;
  for (const auto& loop : system.read_loops()) {
    if (mentions(loop.backing_file, bench.work())) {
      traces.push_back("loop device " + loop.name + " over " + loop.backing_file);
    }
  }
  for (const auto& mount : system.read_mounts()) {
    if (mentions(mount.target, bench.work())) traces.push_back("mount " + mount.target);
  }
  if (system.find_status(bench.work())) {
    for (const auto& name : system.list_directory(bench.work())) traces.push_back("file " + name);
  }
  add_processes(system, bench.work(), traces);
  add_journals(system, pids, traces);
  return traces;
}

Words describe_runs(const Duel& duel) {
  Words lines;
  for (const auto& record : duel.records) {
    std::string line = render_json(record.spec);
    line += fmt::format(" {}", run_status_name(record.status));
    for (const auto& phase : record.phases) {
      line += fmt::format(" {}={}", phase.name, phase.outcome.operations);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

void EnduranceTest::SetUp() {
  if (!system_.is_root()) GTEST_SKIP() << "needs root";
  for (const char* tool : {"mkfs.ext4", "mkfs.ext2"}) {
    if (!system_.find_program(tool)) GTEST_SKIP() << "needs " << tool;
  }
  if (!system_.find_status("/dev/loop-control")) GTEST_SKIP() << "needs loop devices";
}

}  // namespace fsduel::endurance
