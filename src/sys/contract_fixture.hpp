// What the contract suites share. A world type gives: system(), folder() (an empty folder to work
// in) and, for mounts, type(), mkfs(device), image_size(), why_not() (why it cannot mount; empty
// when it can).
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/error.hpp"
#include "sys/system.hpp"

namespace fsduel::sys {

// The errno of the Error that the action throws; 0 when it throws none.
template <typename Action>
int errno_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_FALSE(error.parts().next_step.empty()) << error.what();
    return error.parts().errno_value;
  }
  return 0;
}

template <typename World>
class ContractTest : public ::testing::Test {
 protected:
  System& system() { return world_.system(); }
  std::string path(const std::string& name) { return world_.folder() + "/" + name; }
  World world_;
};

}  // namespace fsduel::sys
