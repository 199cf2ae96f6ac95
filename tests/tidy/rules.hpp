// The rules that a machine can hold: each is a function from a tree to what it found there.
#pragma once

#include <vector>

#include "tidy/source.hpp"

namespace fsduel::tidy {

// A module includes only modules of lower layers, and only those that its CMakeLists.txt declares
// (DEPS, for its tests TEST_DEPS too).
[[nodiscard]] std::vector<Finding> check_layers(const Tree& tree);

// System calls and their headers stand only in the modules that are doors to the kernel.
[[nodiscard]] std::vector<Finding> check_kernel_calls(const Tree& tree);

// Pure modules see no file, clock, environment or device of chance.
[[nodiscard]] std::vector<Finding> check_pure_modules(const Tree& tree);

// A heavy library is included by sources, not headers, of one module.
[[nodiscard]] std::vector<Finding> check_library_homes(const Tree& tree);

// Lines of 100 columns, files of 500 lines, functions of 70 lines, 4 parameters, nesting of 3.
[[nodiscard]] std::vector<Finding> check_sizes(const Tree& tree);

// Each source, header and test is named by the CMakeLists.txt that is responsible for it, and each
// file of src/ belongs to a module of the table.
[[nodiscard]] std::vector<Finding> check_unlisted(const Tree& tree);

// Each module has a README.md of at most 40 lines.
[[nodiscard]] std::vector<Finding> check_readmes(const Tree& tree);

// No work left for later, no code in comments, `#pragma once` in each header.
[[nodiscard]] std::vector<Finding> check_wording(const Tree& tree);

}  // namespace fsduel::tidy
