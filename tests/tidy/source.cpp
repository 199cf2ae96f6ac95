#include "tidy/source.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <utility>

#include "tidy/blank.hpp"

namespace fsduel::tidy {
namespace {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool is_looked_at(const std::filesystem::path& path) {
  const auto extension = path.extension();
  return extension == ".cpp" || extension == ".hpp" || path.filename() == "CMakeLists.txt" ||
         path.filename() == "README.md";
}

}  // namespace

SourceFile make_source(std::string path, std::string text) {
  SourceFile file{.path = std::move(path), .text = std::move(text), .code = {}};
  if (is_cpp(file)) file.code = blank_comments_and_literals(file.text);
  return file;
}

Tree read_tree(const std::filesystem::path& root) {
  Tree tree;
  tree.push_back(make_source("CMakeLists.txt", read_text(root / "CMakeLists.txt")));
  for (const char* top : {"src", "tests", "fuzz", "bench"}) {
    if (!std::filesystem::exists(root / top)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / top)) {
      if (!entry.is_regular_file() || !is_looked_at(entry.path())) continue;
      tree.push_back(make_source(entry.path().lexically_relative(root).generic_string(),
                                 read_text(entry.path())));
    }
  }
  std::ranges::sort(tree, {}, &SourceFile::path);
  return tree;
}

const SourceFile* find_file(const Tree& tree, std::string_view path) {
  const auto found = std::ranges::find(tree, path, &SourceFile::path);
  return found == tree.end() ? nullptr : &*found;
}

bool is_cpp(const SourceFile& file) {
  return file.path.ends_with(".cpp") || is_header(file);
}

bool is_header(const SourceFile& file) {
  return file.path.ends_with(".hpp");
}

bool is_test(const SourceFile& file) {
  return file.path.ends_with("_test.cpp") || file.path.ends_with("_fixture.hpp") ||
         !file.path.starts_with("src/");
}

std::string module_of(const SourceFile& file) {
  if (!file.path.starts_with("src/")) return {};
  const std::size_t end = file.path.find('/', 4);
  return end == std::string::npos ? std::string{} : file.path.substr(4, end - 4);
}

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(path.substr(0, slash == std::string_view::npos ? 0 : slash));
}

std::vector<Include> includes_of(const SourceFile& file) {
  std::vector<Include> includes;
  const auto text = lines_of(file.text);
  const auto code = lines_of(file.code);
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!code[i].starts_with("#include")) continue;
    const std::size_t begin = text[i].find_first_of("\"<");
    if (begin == std::string_view::npos) continue;
    const std::size_t end = text[i].find_first_of("\">", begin + 1);
    if (end == std::string_view::npos) continue;
    includes.push_back({.name = std::string(text[i].substr(begin + 1, end - begin - 1)),
                        .line = i + 1,
                        .is_quoted = text[i][begin] == '"'});
  }
  return includes;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::size_t line_at(std::string_view text, std::size_t offset) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, offset), '\n'));
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

bool is_word_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::vector<std::size_t> find_word(std::string_view text, std::string_view word) {
  std::vector<std::size_t> offsets;
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool starts = at == 0 || !is_word_char(text[at - 1]);
    const bool ends = end == text.size() || !is_word_char(text[end]);
    if (starts && ends) offsets.push_back(at);
  }
  return offsets;
}

}  // namespace fsduel::tidy
