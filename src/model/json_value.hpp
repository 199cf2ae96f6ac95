// A JSON document as a tree, for whoever writes one that is not read back (reports, lists). How it
// becomes text is hidden, as everywhere, in this module.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace fsduel {

class JsonValue {
 public:
  using Array = std::vector<JsonValue>;
  using Object = std::vector<std::pair<std::string, JsonValue>>;  // in the order to be written

  JsonValue() = default;  // null
  JsonValue(std::same_as<bool> auto truth) : value_(truth) {}
  JsonValue(std::floating_point auto number) : value_(static_cast<double>(number)) {}
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  JsonValue(T number) {
    if constexpr (std::is_signed_v<T>) {
      value_ = static_cast<std::int64_t>(number);
    } else {
      value_ = static_cast<std::uint64_t>(number);
    }
  }
  JsonValue(std::string text) : value_(std::move(text)) {}
  JsonValue(std::string_view text) : value_(std::string(text)) {}
  JsonValue(const char* text) : value_(std::string(text)) {}
  JsonValue(Array items) : value_(std::move(items)) {}
  JsonValue(Object members) : value_(std::move(members)) {}

  using Variant = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double,
                               std::string, Array, Object>;
  [[nodiscard]] const Variant& value() const { return value_; }

 private:
  Variant value_ = nullptr;
};

// One document, indented by two, a newline at its end. Numbers read back to the same double; those
// that JSON does not have (infinity, NaN) become null. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string render_json_value(const JsonValue& value);

}  // namespace fsduel
