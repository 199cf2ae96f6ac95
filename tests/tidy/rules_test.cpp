// Goal: each rule has been seen red. Method: the smallest tree that breaks it, beside one that does
// not.
#include "tidy/rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <utility>

namespace fsduel::tidy {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Files = std::vector<std::pair<std::string, std::string>>;

// A tree with the layers base < stats, sys < model < drive, whose module model may use sys, and its
// tests base as well.
Tree tree_with(const Files& files) {
  Tree tree;
  tree.push_back(make_source("CMakeLists.txt",
                             "set(FSDUEL_ALL_MODULES\n  base\n  stats sys\n  model\n  drive)\n"));
  tree.push_back(make_source("src/model/CMakeLists.txt",
                             "fsduel_module(model\n  SOURCES a.cpp  # why\n  DEPS sys\n"
                             "  TEST_DEPS base)\n"));
  for (const auto& [path, text] : files) tree.push_back(make_source(path, text));
  return tree;
}

// "path:line" of what a rule finds.
template <typename Rule>
std::vector<std::string> places(Rule rule, const Files& files) {
  std::vector<std::string> found;
  for (const Finding& finding : rule(tree_with(files))) {
    found.push_back(finding.path + ":" + std::to_string(finding.line));
  }
  return found;
}

std::string repeat(std::size_t times, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Layers, AllowDeclaredLowerModulesAndOneself) {
  EXPECT_THAT(places(check_layers, {{"src/model/a.cpp",
                                     "#include <sys>\n#include \"model/a.hpp\"\n"
                                     "#include \"sys/b.hpp\"\n"}}),
              IsEmpty());
}

TEST(Layers, RefuseUpwardAndSideways) {
  EXPECT_THAT(places(check_layers, {{"src/model/a.cpp", "\n#include \"drive/b.hpp\"\n"},
                                    {"src/stats/a.hpp", "#include \"sys/b.hpp\"\n"}}),
              ElementsAre("src/model/a.cpp:2", "src/stats/a.hpp:1"));
}

TEST(Layers, RefuseWhatIsNotDeclared) {
  EXPECT_THAT(places(check_layers, {{"src/model/a.cpp", "#include \"base/b.hpp\"\n"}}),
              ElementsAre("src/model/a.cpp:1"));
  EXPECT_THAT(places(check_layers, {{"src/model/a_test.cpp", "#include \"base/b.hpp\"\n"}}),
              IsEmpty());
}

TEST(Layers, RefuseWhatIsNoModule) {
  EXPECT_THAT(places(check_layers, {{"src/model/a.cpp", "#include \"b.hpp\"\n"},
                                    {"src/other/a.cpp", "#include \"base/b.hpp\"\n"}}),
              ElementsAre("src/model/a.cpp:1", "src/other/a.cpp:1"));
}

TEST(KernelCalls, StayBehindTheirDoors) {
  const std::string code = "#include <unistd.h>\nint f() { return ::open(a, 0) + ioctl(b, c); }\n";
  EXPECT_THAT(places(check_kernel_calls, {{"src/model/a.cpp", code}}),
              ElementsAre("src/model/a.cpp:1", "src/model/a.cpp:2", "src/model/a.cpp:2"));
  EXPECT_THAT(places(check_kernel_calls, {{"src/sys/a.cpp", code},
                                          {"src/base/fd.cpp", code},
                                          {"src/model/a_fixture.hpp", code},
                                          {"src/model/a_test.cpp", code}}),
              IsEmpty());
}

TEST(KernelCalls, AreNotMembersOrOtherScopes) {
  EXPECT_THAT(places(check_kernel_calls,
                     {{"src/model/a.cpp",
                       "void A::open();\nx.ioctl(1);\ny->syscall();\nmy_mmap(2);\n// ioctl(3)\n"
                       "s = \"::open(\";\n"}}),
              IsEmpty());
}

TEST(PureModules, SeeNoFileClockOrEnvironment) {
  const std::string code =
      "#include <chrono>\n#include <fstream>\nauto t = std::chrono::steady_clock::now();\n"
      "auto e = getenv(x);\n";
  EXPECT_THAT(places(check_pure_modules, {{"src/stats/a.cpp", code}}),
              ElementsAre("src/stats/a.cpp:2", "src/stats/a.cpp:3", "src/stats/a.cpp:4"));
  EXPECT_THAT(places(check_pure_modules, {{"src/sys/a.cpp", code}, {"src/stats/a_test.cpp", code}}),
              IsEmpty());
}

TEST(LibraryHomes, AreSourcesOfOneModule) {
  const std::string code = "#include <nlohmann/json.hpp>\n";
  EXPECT_THAT(places(check_library_homes, {{"src/model/a.cpp", code}}), IsEmpty());
  EXPECT_THAT(places(check_library_homes, {{"src/model/a.hpp", code}, {"src/sys/a.cpp", code}}),
              ElementsAre("src/model/a.hpp:1", "src/sys/a.cpp:1"));
}

TEST(Sizes, AreLimited) {
  EXPECT_THAT(places(check_sizes, {{"src/a.cpp", repeat(500, "int a;\n")}}), IsEmpty());
  EXPECT_THAT(places(check_sizes, {{"src/a.cpp", repeat(501, "int a;\n")}}),
              ElementsAre("src/a.cpp:0"));
  // Each of these is one column and two bytes.
  EXPECT_THAT(places(check_sizes, {{"src/a.cpp", "//" + repeat(98, "\u00e4") + "\n"}}), IsEmpty());
  EXPECT_THAT(places(check_sizes, {{"src/a.cpp", "\n//" + repeat(99, "\u00e4") + "\n"}}),
              ElementsAre("src/a.cpp:2"));
}

TEST(Sizes, OfFunctionsAreLimited) {
  const auto function = [](std::size_t lines) {
    return "int x;\nvoid f() {\n" + repeat(lines - 2, "  g();\n") + "}\n";
  };
  EXPECT_THAT(places(check_sizes, {{"src/a.cpp", function(70)}}), IsEmpty());
  EXPECT_THAT(places(check_sizes, {{"src/a.cpp", function(71)}}), ElementsAre("src/a.cpp:2"));
}

TEST(Sizes, OfParameterListsAreLimited) {
  EXPECT_THAT(places(check_sizes, {{"src/a.hpp", "void f(int a, int b, int c, int d);\n"}}),
              IsEmpty());
  EXPECT_THAT(places(check_sizes, {{"src/a.hpp", "void f(int a, int b, int c, int d, int e);\n"}}),
              ElementsAre("src/a.hpp:1"));
  EXPECT_THAT(places(check_sizes, {{"src/a.cpp", "INSTANTIATE(a, b, c, d, e);\n"}}), IsEmpty());
}

TEST(Sizes, OfNestingAreLimited) {
  const auto nested = [](std::size_t depth) {
    return "void f() {\n" + repeat(depth, "if (a) {\n") + repeat(depth, "}\n") + "}\n";
  };
  EXPECT_THAT(places(check_sizes, {{"src/a.cpp", nested(3)}}), IsEmpty());
  EXPECT_THAT(places(check_sizes, {{"src/a.cpp", nested(4)}}), ElementsAre("src/a.cpp:1"));
}

TEST(Unlisted, FilesAreFound) {
  EXPECT_THAT(places(check_unlisted, {{"src/model/a.cpp", ""}}), IsEmpty());
  EXPECT_THAT(
      places(check_unlisted,
             {{"src/model/b_test.cpp", ""}, {"src/other/README.md", ""}, {"tests/c/d.cpp", ""}}),
      ElementsAre("src/model/b_test.cpp:0", "src/other/README.md:0", "tests/c/d.cpp:0"));
}

TEST(Unlisted, FilesOfSubfoldersAreNamedByTheirPath) {
  const std::pair<std::string, std::string> lists{"tests/CMakeLists.txt", "x(c/d.cpp)"};
  EXPECT_THAT(places(check_unlisted, {lists, {"tests/c/d.cpp", ""}}), IsEmpty());
  EXPECT_THAT(places(check_unlisted, {lists, {"tests/d.cpp", ""}}), ElementsAre("tests/d.cpp:0"));
}

TEST(Readmes, AreThereAndShort) {
  EXPECT_THAT(places(check_readmes, {}), ElementsAre("src/model:0"));
  EXPECT_THAT(places(check_readmes, {{"src/model/README.md", repeat(40, "a\n")}}), IsEmpty());
  EXPECT_THAT(places(check_readmes, {{"src/model/README.md", repeat(41, "a\n")}}),
              ElementsAre("src/model/README.md:0"));
}

TEST(Wording, LeavesNothingForLater) {
  EXPECT_THAT(places(check_wording, {{"src/a.cpp",
                                      "f();  // TO"
                                      "DO: more\nint TODO;\n"}}),
              ElementsAre("src/a.cpp:1"));
}

TEST(Wording, FindsCodeInComments) {
  EXPECT_THAT(
      places(check_wording, {{"src/a.cpp", "// int a = f(b);\n// if (x) {\n// }\n// return a;\n"}}),
      ElementsAre("src/a.cpp:1", "src/a.cpp:2", "src/a.cpp:3", "src/a.cpp:4"));
  EXPECT_THAT(places(check_wording, {{"src/a.cpp", "// f(a, b);\n// a->f();\n"}}),
              ElementsAre("src/a.cpp:1", "src/a.cpp:2"));
  EXPECT_THAT(places(check_wording, {{"src/a.cpp",
                                      "// Calls f(b), as said;\n// see open(2);\n"
                                      "// it returns (at last);\n"}}),
              IsEmpty());
}

TEST(Wording, AsksForTheGuardOfHeaders) {
  EXPECT_THAT(places(check_wording, {{"src/a.hpp", "#pragma once\n"}}), IsEmpty());
  EXPECT_THAT(places(check_wording, {{"src/a.hpp", "int a;\n"}}), ElementsAre("src/a.hpp:0"));
}

}  // namespace
}  // namespace fsduel::tidy
