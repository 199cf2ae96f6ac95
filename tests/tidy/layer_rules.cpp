#include <algorithm>
#include <array>
#include <map>

#include "tidy/cmake_text.hpp"
#include "tidy/rules.hpp"

namespace fsduel::tidy {
namespace {

using Layers = std::map<std::string, std::size_t>;

// Modules that a file may include besides its own.
std::vector<std::string> declared_modules(const Tree& tree, const SourceFile& file) {
  const SourceFile* lists = find_file(tree, "src/" + module_of(file) + "/CMakeLists.txt");
  if (lists == nullptr) return {};
  auto declaration = module_declaration(lists->text);
  std::vector<std::string> modules = declaration["DEPS"];
  if (is_test(file)) {
    modules.insert(modules.end(), declaration["TEST_DEPS"].begin(), declaration["TEST_DEPS"].end());
  }
  return modules;
}

// Why a file of module `from` may not include one of module `to`; empty where it may.
std::string objection(const Layers& layers, const std::string& from, const std::string& to) {
  const auto to_layer = layers.find(to);
  if (to_layer == layers.end()) return "includes \"" + to + "/...\", which is no module";
  const auto from_layer = layers.find(from);
  if (from_layer == layers.end()) return "lies in src/" + from + ", which is no module";
  if (to_layer->second < from_layer->second) return {};
  return from + " (layer " + std::to_string(from_layer->second) + ") includes " + to + " (layer " +
         std::to_string(to_layer->second) + "); only lower layers are allowed";
}

void check_file(const Tree& tree, const SourceFile& file, std::vector<Finding>& findings) {
  const Layers layers = read_layers(tree);
  const std::string from = module_of(file);
  const auto declared = declared_modules(tree, file);
  for (const Include& include : includes_of(file)) {
    const std::string to = include.name.substr(0, include.name.find('/'));
    if (!include.is_quoted || to == from) continue;
    if (to == "support" && is_test(file)) continue;
    std::string text = objection(layers, from, to);
    if (text.empty() && std::ranges::find(declared, to) == declared.end()) {
      text = from + " includes " + to + " without declaring it in its CMakeLists.txt";
    }
    if (!text.empty()) findings.push_back({file.path, include.line, text});
  }
}

}  // namespace

std::vector<Finding> check_layers(const Tree& tree) {
  std::vector<Finding> findings;
  for (const SourceFile& file : tree) {
    if (is_cpp(file) && !module_of(file).empty()) check_file(tree, file, findings);
  }
  return findings;
}

std::vector<Finding> check_library_homes(const Tree& tree) {
  struct Home {
    std::string_view prefix;
    std::string_view module;
  };
  constexpr std::array<Home, 10> kHomes{{{"CLI/", "cli"},
                                         {"toml++/", "model"},
                                         {"nlohmann/", "model"},
                                         {"sqlite3.h", "store"},
                                         {"archive", "sys"},
                                         {"blkid/", "sys"},
                                         {"libmount/", "sys"},
                                         {"boost/math/", "stats"},
                                         {"liburing", "drive"},
                                         {"fuse", "venue"}}};
  std::vector<Finding> findings;
  for (const SourceFile& file : tree) {
    if (!is_cpp(file) || is_test(file)) continue;
    for (const Include& include : includes_of(file)) {
      const auto home = std::ranges::find_if(
          kHomes, [&](const Home& h) { return include.name.starts_with(h.prefix); });
      if (include.is_quoted || home == kHomes.end()) continue;
      if (module_of(file) == home->module && !is_header(file)) continue;
      findings.push_back(
          {file.path, include.line,
           "<" + include.name + "> belongs into sources of " + std::string(home->module)});
    }
  }
  return findings;
}

}  // namespace fsduel::tidy
