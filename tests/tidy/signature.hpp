// Reads the head of a function out of a statement.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fsduel::tidy {

struct Signature {
  std::string name;
  std::size_t parameters = 0;
};

// `statement` is what stands between two of ; { } outside of any function. nullopt where it
// declares something else.
[[nodiscard]] std::optional<Signature> parse_signature(std::string_view statement);
// A namespace, class, struct, union, enum or extern "C" that opens a brace.
[[nodiscard]] bool is_type(std::string_view statement);
// "public:" and its like.
[[nodiscard]] bool is_access_label(std::string_view statement);
// The word that a text starts with, empty where it starts with something else.
[[nodiscard]] std::string_view first_word(std::string_view text);

}  // namespace fsduel::tidy
