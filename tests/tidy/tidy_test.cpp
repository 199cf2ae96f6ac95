// Goal: the project's own tree keeps its rules. That each rule can be broken is shown by
// rules_test.cpp.
#include <gtest/gtest.h>

#include "tidy/rules.hpp"

namespace fsduel::tidy {
namespace {

const Tree& project() {
  static const Tree tree = read_tree(FSDUEL_SOURCE_DIR);
  return tree;
}

void expect_none(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    text += "\n" + finding.path + ":" + std::to_string(finding.line) + ": " + finding.text;
  }
  EXPECT_TRUE(findings.empty()) << text;
}

TEST(Project, IsSeen) {
  EXPECT_NE(find_file(project(), "src/base/error.hpp"), nullptr);
  EXPECT_NE(find_file(project(), "tests/tidy/tidy_test.cpp"), nullptr);
}

TEST(Project, KeepsItsLayers) {
  expect_none(check_layers(project()));
}
TEST(Project, CallsTheKernelOnlyThroughItsDoors) {
  expect_none(check_kernel_calls(project()));
}
TEST(Project, HasPureModules) {
  expect_none(check_pure_modules(project()));
}
TEST(Project, KeepsHeavyLibrariesAtHome) {
  expect_none(check_library_homes(project()));
}
TEST(Project, KeepsItsSizes) {
  expect_none(check_sizes(project()));
}
TEST(Project, ListsEachFile) {
  expect_none(check_unlisted(project()));
}
TEST(Project, DescribesEachModule) {
  expect_none(check_readmes(project()));
}
TEST(Project, LeavesNothingForLater) {
  expect_none(check_wording(project()));
}

}  // namespace
}  // namespace fsduel::tidy
