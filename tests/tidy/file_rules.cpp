#include <algorithm>

#include "tidy/cmake_text.hpp"
#include "tidy/rules.hpp"

namespace fsduel::tidy {
namespace {

constexpr std::size_t kReadmeLines = 40;

// The nearest CMakeLists.txt above a file, but not the root's.
const SourceFile* responsible_lists(const Tree& tree, const SourceFile& file) {
  for (std::string folder = folder_of(file.path); !folder.empty(); folder = folder_of(folder)) {
    if (const auto* lists = find_file(tree, folder + "/CMakeLists.txt")) return lists;
  }
  return nullptr;
}

bool is_listed(const Tree& tree, const SourceFile& file) {
  const SourceFile* lists = responsible_lists(tree, file);
  if (lists == nullptr) return false;
  const std::string name = file.path.substr(folder_of(lists->path).size() + 1);
  const auto words = cmake_words(lists->text);
  return std::ranges::find(words, name) != words.end();
}

}  // namespace

std::vector<Finding> check_unlisted(const Tree& tree) {
  std::vector<Finding> findings;
  const auto layers = read_layers(tree);
  for (const SourceFile& file : tree) {
    const bool is_in_src = file.path.starts_with("src/");
    if (is_in_src && !layers.contains(module_of(file))) {
      findings.push_back({file.path, 0, "belongs to no module of the root's CMakeLists.txt"});
    } else if (is_cpp(file) && !is_listed(tree, file)) {
      findings.push_back({file.path, 0, "is not named in the CMakeLists.txt of its folder"});
    }
  }
  return findings;
}

std::vector<Finding> check_readmes(const Tree& tree) {
  std::vector<Finding> findings;
  for (const auto& [module, layer] : read_layers(tree)) {
    const std::string folder = "src/" + module;
    if (find_file(tree, folder + "/CMakeLists.txt") == nullptr) continue;
    const SourceFile* readme = find_file(tree, folder + "/README.md");
    if (readme == nullptr) {
      findings.push_back({folder, 0, "has no README.md"});
    } else if (lines_of(readme->text).size() > kReadmeLines) {
      findings.push_back({readme->path, 0, "is longer than 40 lines"});
    }
  }
  return findings;
}

}  // namespace fsduel::tidy
