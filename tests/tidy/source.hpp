// A source tree in memory, as the rules look at it: they are pure, so that each of them can be seen
// red on a few lines of text.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fsduel::tidy {

struct SourceFile {
  std::string path;  // from the root of the project: "src/stats/paired.cpp"
  std::string text;
  std::string code;  // the text with comments and the insides of literals blanked; same lines
};

using Tree = std::vector<SourceFile>;

// What a rule found; line 0 speaks of the whole file.
struct Finding {
  std::string path;
  std::size_t line = 0;
  std::string text;
};

// One #include of a file.
struct Include {
  std::string name;  // "sys/mount.h"
  std::size_t line = 0;
  bool is_quoted = false;
};

[[nodiscard]] SourceFile make_source(std::string path, std::string text);
// C++ sources, CMakeLists.txt and README.md below src, tests, fuzz and bench, and the root's
// CMakeLists.txt.
[[nodiscard]] Tree read_tree(const std::filesystem::path& root);
[[nodiscard]] const SourceFile* find_file(const Tree& tree, std::string_view path);

[[nodiscard]] bool is_cpp(const SourceFile& file);
[[nodiscard]] bool is_header(const SourceFile& file);
// A test or a test's fixture beside the code, or a file below tests/, fuzz/ or bench/.
[[nodiscard]] bool is_test(const SourceFile& file);
// "stats" for src/stats/...; empty outside src.
[[nodiscard]] std::string module_of(const SourceFile& file);
// The text before the last slash; empty where there is none.
[[nodiscard]] std::string folder_of(std::string_view path);

[[nodiscard]] std::vector<Include> includes_of(const SourceFile& file);
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);
[[nodiscard]] std::size_t line_at(std::string_view text, std::size_t offset);
[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] bool is_word_char(char c);
// Offsets at which `word` stands as a whole word.
[[nodiscard]] std::vector<std::size_t> find_word(std::string_view text, std::string_view word);

}  // namespace fsduel::tidy
