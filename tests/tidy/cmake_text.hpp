// What the build says about modules, read out of CMakeLists.txt.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tidy/source.hpp"

namespace fsduel::tidy {

// Words of a CMake text, without comments and quotes; parentheses are words of their own.
[[nodiscard]] std::vector<std::string> cmake_words(std::string_view text);

// Values by keyword of the call fsduel_module(NAME ...) in a text; empty where there is none.
[[nodiscard]] std::map<std::string, std::vector<std::string>> module_declaration(
    std::string_view text);

// The layer of each module: the table FSDUEL_ALL_MODULES of the root's CMakeLists.txt, where one
// line is one layer.
[[nodiscard]] std::map<std::string, std::size_t> read_layers(const Tree& tree);

}  // namespace fsduel::tidy
