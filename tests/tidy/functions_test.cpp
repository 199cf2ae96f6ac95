#include "tidy/functions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel::tidy {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(std::string_view code) {
  std::vector<std::string> found;
  for (const Function& function : find_functions(code)) found.push_back(function.name);
  return found;
}

std::size_t parameters(std::string_view code) {
  const auto found = find_functions(code);
  return found.size() == 1 ? found.front().parameters : 99;
}

std::size_t nesting(std::string_view code) {
  return find_functions(code).at(0).nesting;
}

TEST(Functions, AreFoundInNamespacesAndClasses) {
  EXPECT_THAT(names("namespace a {\nint f();\nclass B final : public C {\n public:\n  void g() {}\n"
                    "  int x = 3;\n};\n}\nint B::h() const { return 1; }\n"),
              ElementsAre("f", "g", "B::h"));
}

TEST(Functions, AreNotFoundInVariables) {
  EXPECT_THAT(names("const int kA = f(1);\nstd::function<void(int)> g;\nint a[] = {1, 2};\n"
                    "using F = void (*)(int);\nenum class E { a, b };\nauto l = [](int x) {};\n"),
              IsEmpty());
}

TEST(Functions, HaveTheirFirstAndLastLine) {
  const auto found = find_functions("int a;\n\nint f(\n    int b) {\n  if (b) {\n  }\n}\nint c;\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].first_line, 3U);
  EXPECT_EQ(found[0].last_line, 7U);
}

TEST(Functions, KeepTheInitialisersOfAConstructor) {
  const auto found = find_functions("A::A(int b) : b_{b},\n  c_(1) {\n  f();\n}\nint g();\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].last_line, 4U);
  EXPECT_EQ(found[1].name, "g");
}

TEST(Functions, AreNotEndedByALambda) {
  const auto found = find_functions("void f() {\n  run([&] {\n    g();\n  });\n  h();\n}\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].last_line, 6U);
}

TEST(Functions, IgnoreDirectives) {
  EXPECT_THAT(names("#define X(a) \\\n  { a(\n#include <x>\nvoid f();\n"), ElementsAre("f"));
}

TEST(Parameters, AreCounted) {
  EXPECT_EQ(parameters("void f();"), 0U);
  EXPECT_EQ(parameters("void f(int a, std::map<int, int> b, int c = g(1, 2));"), 3U);
  EXPECT_EQ(parameters("template <typename T, typename U>\n[[nodiscard]] auto f(T t, U u) -> int;"),
            2U);
  EXPECT_EQ(parameters("bool operator()(int a, int b) const;"), 2U);
  EXPECT_EQ(parameters("bool operator<(A a, B b);"), 2U);
  EXPECT_EQ(parameters("A& operator=(A&& other) noexcept;"), 1U);
  EXPECT_EQ(parameters("explicit(true) A(int b);"), 1U);
}

TEST(Nesting, CountsControlInsideControl) {
  EXPECT_EQ(nesting("void f() {\n  g();\n}\n"), 0U);
  EXPECT_EQ(nesting("void f() {\n  if (a) {\n  } else if (b) {\n  }\n  while (c) {\n  }\n}\n"), 1U);
  EXPECT_EQ(nesting("void f() {\n  for (;;) {\n    if (a) {\n      try {\n      } catch (...) {\n"
                    "        switch (b) {\n        }\n      }\n    }\n  }\n}\n"),
            4U);
}

}  // namespace
}  // namespace fsduel::tidy
