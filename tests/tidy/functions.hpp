// Finds the functions of a C++ text by counting braces: enough for code that clang-format wrote,
// and far from a parser.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fsduel::tidy {

// A function at the level of a file, namespace or class, declared or defined.
struct Function {
  std::string name;  // "Fd::close"
  std::size_t first_line = 0;
  std::size_t last_line = 0;
  std::size_t parameters = 0;
  std::size_t nesting = 0;  // deepest if/for/while/switch/try within each other that have braces
};

// `code` has its comments and literals blanked (blank.hpp).
[[nodiscard]] std::vector<Function> find_functions(std::string_view code);

}  // namespace fsduel::tidy
