#include "model/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/byte_text.hpp"
#include "model/json_enums.hpp"
#include "model/json_run_fields.hpp"

namespace fsduel {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
concept Enumeration = std::is_enum_v<T>;
template <typename T>
concept WholeNumber = std::integral<T> && !std::same_as<T, bool>;
// A type with visit_fields.
template <typename T>
concept Record = std::is_aggregate_v<T>;

constexpr std::string_view kUnavailable = "unavailable";

// Numbers that JSON has no form for.
std::string_view special_name(double value) {
  if (std::isnan(value)) return "nan";
  return value > 0 ? "inf" : "-inf";
}

Json write_node(const std::string& text) {
  return encode_bytes(text);
}
Json write_node(WholeNumber auto number) {
  return number;
}
Json write_node(double number) {
  return std::isfinite(number) ? Json(number) : Json(special_name(number));
}
Json write_node(Bytes bytes) {
  return bytes.value;
}
Json write_node(Nanoseconds time) {
  return time.count();
}
Json write_node(Enumeration auto value) {
  return enum_name(value);
}
Json write_node(const Measured& measured) {
  if (measured.value) return write_node(*measured.value);
  return Json{{kUnavailable, encode_bytes(measured.unavailable_reason)}};
}

template <typename T>
Json write_node(const std::optional<T>& value);
template <typename T>
Json write_node(const std::vector<T>& values);
template <typename A, typename B>
Json write_node(const std::pair<A, B>& pair);
template <typename T>
Json write_node(const std::map<std::string, T>& values);
template <Record T>
Json write_node(const T& value);

struct Writer {
  Json document = Json::object();
  template <typename T>
  void operator()(const char* name, const T& field) {
    document[name] = write_node(field);
  }
};

template <typename T>
Json write_node(const std::optional<T>& value) {
  return value ? write_node(*value) : Json(nullptr);
}

template <typename T>
Json write_node(const std::vector<T>& values) {
  Json array = Json::array();
  for (const auto& value : values) array.push_back(write_node(value));
  return array;
}

template <typename A, typename B>
Json write_node(const std::pair<A, B>& pair) {
  Json array = Json::array();
  array.push_back(write_node(pair.first));
  array.push_back(write_node(pair.second));
  return array;
}

template <typename T>
Json write_node(const std::map<std::string, T>& values) {
  Json object = Json::object();
  for (const auto& [key, value] : values) object[encode_bytes(key)] = write_node(value);
  return object;
}

template <Record T>
Json write_node(const T& value) {
  Writer writer;
  visit_fields(writer, value);
  return std::move(writer.document);
}

// A node of a document with the way to it from the root, for errors.
struct Node {
  const Json& json;
  std::string path;

  [[nodiscard]] Node member(const std::string& name) const {
    return {json.at(name), path.empty() ? name : path + "." + name};
  }
  [[nodiscard]] Node element(std::size_t index) const {
    return {json[index], fmt::format("{}[{}]", path, index)};
  }
};

[[noreturn]] void refuse(const std::string& path, std::string cause) {
  throw Error({.doing = "read",
               .object = path.empty() ? "the document" : "the field " + escape_text(path),
               .cause = std::move(cause),
               .next_step = {}});
}

void expect(const Node& node, bool is_right, std::string_view what) {
  if (!is_right) refuse(node.path, fmt::format("it is {}, not {}", node.json.type_name(), what));
}

void read_node(const Node& node, std::string& text) {
  expect(node, node.json.is_string(), "a text");
  text = decode_bytes(node.json.get_ref<const std::string&>());
}

template <WholeNumber T>
void read_node(const Node& node, T& number) {
  const Json& json = node.json;
  expect(node, json.is_number_integer(), "a whole number");
  const bool fits = json.is_number_unsigned() ? std::in_range<T>(json.get<std::uint64_t>())
                                              : std::in_range<T>(json.get<std::int64_t>());
  if (!fits) refuse(node.path, fmt::format("{} is out of range", json.dump()));
  number = json.get<T>();
}

void read_node(const Node& node, double& number) {
  if (node.json.is_string()) {
    const auto& name = node.json.get_ref<const std::string&>();
    for (const double special :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
          -std::numeric_limits<double>::infinity()}) {
      if (name != special_name(special)) continue;
      number = special;
      return;
    }
  }
  expect(node, node.json.is_number(), "a number");
  number = node.json.get<double>();
}

void read_node(const Node& node, Bytes& bytes) {
  read_node(node, bytes.value);
}

void read_node(const Node& node, Nanoseconds& time) {
  std::int64_t count = 0;
  read_node(node, count);
  time = Nanoseconds{count};
}

template <Enumeration T>
void read_node(const Node& node, T& value) {
  expect(node, node.json.is_string(), "a name");
  const auto& name = node.json.get_ref<const std::string&>();
  for (int i = 0; !enum_name(static_cast<T>(i)).empty(); ++i) {
    if (enum_name(static_cast<T>(i)) != name) continue;
    value = static_cast<T>(i);
    return;
  }
  refuse(node.path, fmt::format("'{}' is no known name", escape_text(name)));
}

void read_node(const Node& node, Measured& measured) {
  if (!node.json.is_object()) {
    read_node(node, measured.value.emplace());
    return;
  }
  if (node.json.size() != 1 || !node.json.contains(kUnavailable)) {
    refuse(node.path, "it is neither a number nor the reason why there is none");
  }
  read_node(node.member(std::string(kUnavailable)), measured.unavailable_reason);
}

template <typename T>
void read_node(const Node& node, std::optional<T>& value);
template <typename T>
void read_node(const Node& node, std::vector<T>& values);
template <typename A, typename B>
void read_node(const Node& node, std::pair<A, B>& pair);
template <typename T>
void read_node(const Node& node, std::map<std::string, T>& values);
template <Record T>
void read_node(const Node& node, T& value);

// Takes every field by name and counts them, so that a stranger among them is noticed.
struct Reader {
  const Node& node;
  std::vector<std::string_view> known = {};

  template <typename T>
  void operator()(const char* name, T& field) {
    if (!node.json.contains(name)) {
      refuse(node.path.empty() ? name : node.path + "." + name, "it is missing");
    }
    read_node(node.member(name), field);
    known.emplace_back(name);
  }

  void refuse_strangers() const {
    if (known.size() == node.json.size()) return;
    for (const auto& [name, value] : node.json.items()) {
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        refuse(node.path.empty() ? name : node.path + "." + name, "it is not known");
      }
    }
  }
};

template <typename T>
void read_node(const Node& node, std::optional<T>& value) {
  value.reset();
  if (!node.json.is_null()) read_node(node, value.emplace());
}

template <typename T>
void read_node(const Node& node, std::vector<T>& values) {
  expect(node, node.json.is_array(), "a list");
  values.clear();
  for (std::size_t i = 0; i < node.json.size(); ++i) {
    read_node(node.element(i), values.emplace_back());
  }
}

template <typename A, typename B>
void read_node(const Node& node, std::pair<A, B>& pair) {
  expect(node, node.json.is_array() && node.json.size() == 2, "a pair");
  read_node(node.element(0), pair.first);
  read_node(node.element(1), pair.second);
}

template <typename T>
void read_node(const Node& node, std::map<std::string, T>& values) {
  expect(node, node.json.is_object(), "an object");
  values.clear();
  for (const auto& [key, json] : node.json.items()) {
    read_node(node.member(key), values[decode_bytes(key)]);
  }
}

template <Record T>
void read_node(const Node& node, T& value) {
  expect(node, node.json.is_object(), "an object");
  Reader reader{node};
  visit_fields(reader, value);
  reader.refuse_strangers();
}

template <typename T>
T parse_document(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) refuse({}, "it is not valid JSON");
  T value;
  read_node({json, {}}, value);
  return value;
}

// Nothing but ASCII: DEL and the control characters beyond it are no harm in a document, but on a
// terminal they are.
std::string dump_ascii(const Json& json) {
  return json.dump(-1, ' ', true);
}

}  // namespace

std::string render_json(const Spec& spec) {
  return dump_ascii(write_node(spec));
}
std::string render_json(const Plan& plan) {
  return dump_ascii(write_node(plan));
}
std::string render_json(const Machine& machine) {
  return dump_ascii(write_node(machine));
}
std::string render_json(const RunSpec& spec) {
  return dump_ascii(write_node(spec));
}
std::string render_json(const RunRecord& record) {
  return dump_ascii(write_node(record));
}
std::string render_json(const Duel& duel) {
  return dump_ascii(write_node(duel));
}
std::string render_json(const std::vector<DuelSummary>& duels) {
  return dump_ascii(write_node(duels));
}

Spec parse_spec_json(std::string_view text) {
  return parse_document<Spec>(text);
}
Plan parse_plan_json(std::string_view text) {
  return parse_document<Plan>(text);
}
Machine parse_machine_json(std::string_view text) {
  return parse_document<Machine>(text);
}
RunSpec parse_run_spec_json(std::string_view text) {
  return parse_document<RunSpec>(text);
}
RunRecord parse_run_record_json(std::string_view text) {
  return parse_document<RunRecord>(text);
}
Duel parse_duel_json(std::string_view text) {
  return parse_document<Duel>(text);
}

std::string_view stop_reason_name(StopReason reason) {
  return enum_name(reason);
}
std::string_view run_status_name(RunStatus status) {
  return enum_name(status);
}

std::optional<StopReason> find_stop_reason(std::string_view name) {
  for (int i = 0; !enum_name(static_cast<StopReason>(i)).empty(); ++i) {
    if (enum_name(static_cast<StopReason>(i)) == name) return static_cast<StopReason>(i);
  }
  return std::nullopt;
}

}  // namespace fsduel
