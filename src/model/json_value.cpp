#include "model/json_value.hpp"

#include <nlohmann/json.hpp>

namespace fsduel {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const JsonValue& value);

struct Converter {
  Json operator()(const JsonValue::Array& items) const {
    Json json = Json::array();
    for (const auto& item : items) json.push_back(to_json(item));
    return json;
  }
  Json operator()(const JsonValue::Object& members) const {
    Json json = Json::object();
    for (const auto& [name, member] : members) json[name] = to_json(member);
    return json;
  }
  Json operator()(const auto& plain) const { return Json(plain); }
};

Json to_json(const JsonValue& value) {
  return std::visit(Converter{}, value.value());
}

}  // namespace

std::string render_json_value(const JsonValue& value) {
  return to_json(value).dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace fsduel
