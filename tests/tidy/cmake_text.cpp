#include "tidy/cmake_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace fsduel::tidy {
namespace {

constexpr std::array<std::string_view, 8> kKeywords{"HEADERS",   "SOURCES",    "TESTS",
                                                    "DEPS",      "LIBRARIES",  "PRIVATE_LIBRARIES",
                                                    "TEST_DEPS", "TEST_LABELS"};

void add_words(std::string_view line, std::vector<std::string>& words) {
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(word);
    word.clear();
  };
  for (const char c : line.substr(0, line.find('#'))) {
    if (c == '(' || c == ')') {
      end_word();
      words.emplace_back(1, c);
    } else if (c == ' ' || c == '\t' || c == '"') {
      end_word();
    } else {
      word += c;
    }
  }
  end_word();
}

}  // namespace

std::vector<std::string> cmake_words(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view line : lines_of(text)) add_words(line, words);
  return words;
}

std::map<std::string, std::vector<std::string>> module_declaration(std::string_view text) {
  std::map<std::string, std::vector<std::string>> values;
  const auto words = cmake_words(text);
  std::string keyword;
  for (auto word = std::ranges::find(words, "fsduel_module"); word != words.end(); ++word) {
    if (*word == ")") break;
    if (std::ranges::find(kKeywords, *word) != kKeywords.end()) {
      keyword = *word;
    } else if (!keyword.empty()) {
      values[keyword].push_back(*word);
    }
  }
  return values;
}

std::map<std::string, std::size_t> read_layers(const Tree& tree) {
  std::map<std::string, std::size_t> layers;
  const SourceFile* root = find_file(tree, "CMakeLists.txt");
  if (root == nullptr) return layers;
  constexpr std::string_view kStart = "set(FSDUEL_ALL_MODULES\n";
  const std::size_t start = root->text.find(kStart);
  if (start == std::string::npos) return layers;
  const std::size_t begin = start + kStart.size();
  const auto table =
      std::string_view(root->text).substr(begin, root->text.find(')', begin) - begin);
  const auto lines = lines_of(table);
  for (std::size_t layer = 0; layer < lines.size(); ++layer) {
    for (const std::string& module : cmake_words(lines[layer])) layers[module] = layer;
  }
  return layers;
}

}  // namespace fsduel::tidy
