// toml++ 3.3 asserts, or tells the optimiser, what bad input breaks: "[=" alone. Without that its
// parser reports such input as any other.
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_EXCEPTIONS 0
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "base/text.hpp"
#include "model/byte_text.hpp"
#include "model/spec.hpp"

namespace fsduel {
namespace {

std::string quote(std::string_view text) {
  return "'" + escape_text(text) + "'";
}

// Values of options as they would be typed on a command line.
std::optional<std::string> typed_value(const toml::node& node) {
  if (const auto* text = node.as_string()) return decode_bytes(text->get());
  if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
  if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  return std::nullopt;
}

class TomlReader {
 public:
  TomlReader(std::string_view text, std::string_view source)
      : lines_(split(text, '\n')), source_(source) {}

  Parsed<RawSpec> read(const toml::table& root) {
    for (const auto& [key, node] : root) take_entry(key, node);
    // The parser hands entries out by name; people read from top to bottom.
    std::stable_sort(raw_.options.begin(), raw_.options.end(), [](const auto& a, const auto& b) {
      return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
    });
    if (!diagnostics_.empty()) return {std::nullopt, std::move(diagnostics_)};
    return {std::move(raw_), {}};
  }

 private:
  [[nodiscard]] Place place_of(const toml::source_position& at) const {
    return {source_, at.line, at.column};
  }
  [[nodiscard]] Place place_of(const toml::node& node) const {
    return place_of(node.source().begin);
  }

  void report(const Place& place, std::string message, std::string hint = {}) {
    diagnostics_.push_back({place, std::move(message), std::move(hint)});
  }

  void take_entry(const toml::key& key, const toml::node& node) {
    if (key.str() == "candidates") {
      take_candidates(node);
    } else if (const auto* table = node.as_table()) {
      for (const auto& [name, value] : *table) {
        take_option(std::string(key.str()) + "." + std::string(name.str()), name, value);
      }
    } else {
      take_option(std::string(key.str()), key, node);
    }
  }

  void take_option(std::string name, const toml::key& key, const toml::node& node) {
    auto value = typed_value(node);
    if (!value) {
      report(place_of(node),
             fmt::format("option {} wants one text, number or truth value", quote(name)));
      return;
    }
    raw_.options.push_back(
        {std::move(name), std::move(*value), place_of(node), place_of(key.source().begin)});
  }

  void take_candidates(const toml::node& node) {
    const auto* array = node.as_array();
    if (array == nullptr) {
      report(place_of(node), "'candidates' wants an array",
             R"(for example candidates = ["ext4", "xfs"])");
      return;
    }
    for (const auto& element : *array) {
      if (const auto* table = element.as_table()) {
        take_candidate_table(*table);
      } else if (element.is_string()) {
        raw_.candidates.push_back({*typed_value(element), text_place(element), std::nullopt});
      } else {
        report(place_of(element), "a candidate is a text or a table with label and text");
      }
    }
  }

  void take_candidate_table(const toml::table& table) {
    static const std::vector<std::string> kKeys{"label", "text"};
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      if (std::find(kKeys.begin(), kKeys.end(), name) == kKeys.end()) {
        const auto near = nearest_name(name, kKeys);
        report(place_of(key.source().begin), "unknown key of a candidate: " + quote(name),
               near ? "did you mean " + quote(*near) + "?" : "it has label and text");
      } else if (!node.is_string()) {
        report(place_of(node), fmt::format("the {} of a candidate is a text", name));
      }
    }
    const auto* text = table.get_as<std::string>("text");
    if (text == nullptr) {
      if (!table.contains("text")) report(place_of(table), "this candidate has no text");
      return;
    }
    RawCandidate candidate{decode_bytes(text->get()), text_place(*text), std::nullopt};
    if (const auto* label = table.get_as<std::string>("label")) {
      candidate.label = decode_bytes(label->get());
    }
    raw_.candidates.push_back(std::move(candidate));
  }

  // Where a text's first character stands, so that columns inside it are exact; without a column
  // where the file spells it otherwise than it reads (escapes, several lines).
  [[nodiscard]] Place text_place(const toml::node& node) const {
    Place place = place_of(node);
    const std::string value = node.as_string()->get();
    const auto spelled = find_spelled(place);
    const bool verbatim = spelled.size() > value.size() + 1 &&
                          spelled.substr(1).starts_with(value) &&
                          spelled[value.size() + 1] == spelled[0];
    place.column = verbatim ? place.column + 1 : 0;
    return place;
  }

  // The rest of the line from a place on; columns count characters.
  [[nodiscard]] std::string_view find_spelled(const Place& place) const {
    if (place.line == 0 || place.line > lines_.size()) return {};
    std::string_view line = lines_[place.line - 1];
    for (std::size_t skipped = 1; skipped < place.column && !line.empty(); ++skipped) {
      do line.remove_prefix(1);
      while (!line.empty() && (static_cast<unsigned char>(line[0]) & 0xc0) == 0x80);
    }
    return line;
  }

  std::vector<std::string_view> lines_;
  std::string source_;
  RawSpec raw_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace

Parsed<RawSpec> parse_spec_toml(std::string_view text, std::string_view source) {
  const auto parsed = toml::parse(text, source);
  if (parsed.failed()) {
    const auto& error = parsed.error();
    const auto at = error.source().begin;
    return {std::nullopt,
            {{{std::string(source), at.line, at.column},
              "this is no TOML: " + escape_text(error.description()),
              {}}}};
  }
  return TomlReader(text, source).read(parsed.table());
}

}  // namespace fsduel
