// What the tests of endurance share: the program as a process, a place of its own, and a look at
// what it has left on the machine.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "model/plan.hpp"
#include "sys/real_system.hpp"

namespace fsduel::endurance {

using Words = std::vector<std::string>;

// How a program ended, and what it said.
struct Ended {
  pid_t pid = 0;
  int status = 0;  // exit status; minus the signal's number when a signal ended it
  std::string output;
  std::string errors;
};

// A folder for images and database, removed at the end. The program's output is kept there.
class Bench {
 public:
  Bench();
  ~Bench();
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }
  [[nodiscard]] std::string work() const { return path("work"); }
  // A tiny duel, always the same one.
  [[nodiscard]] Words duel_words() const;

  // Starts the program with the words and this place's database; wait() ends it.
  pid_t start(const Words& words);
  Ended wait(pid_t pid);
  Ended run(const Words& words) { return wait(start(words)); }
  void set_database(const std::string& file) { database_ = file; }

  [[nodiscard]] bool has_duel();
  // The newest duel of the database.
  [[nodiscard]] Duel read_duel();

 private:
  std::string folder_;
  std::string database_;
};

// What the programs have left: loop devices and mounts over the place, folders and images in it,
// processes that name it, journals. Empty when the machine is clean.
[[nodiscard]] Words list_traces(sys::System& system, const Bench& bench, const Words& pids);

// Everything that must be the same in two duels of the same words: the runs in their order with
// their seeds, and how much each phase did.
[[nodiscard]] Words describe_runs(const Duel& duel);

// Skips the test where it cannot work. Mounts that the test makes are its own.
class EnduranceTest : public testing::Test {
 protected:
  void SetUp() override;
  sys::RealSystem system_;
};

}  // namespace fsduel::endurance
