// What is wrong with a command line or a file, all of it at once.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fsduel {

// Where a text stood: a file with line and column (both from 1), or an argument of the command line
// (line 0).
struct Place {
  std::string source;      // "duel.toml", "argument --rounds", "candidate 2"
  std::size_t line = 0;    // 0: no line
  std::size_t column = 0;  // 0: no column
  friend bool operator==(const Place&, const Place&) = default;
};

// One mistake. `message` says what is wrong, `hint` what would be right ("did you mean 'xfs'?"); it
// may be empty.
struct Diagnostic {
  Place place;
  std::string message;
  std::string hint;
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

// "duel.toml:3:9: message; hint"
[[nodiscard]] std::string render_diagnostic(const Diagnostic& diagnostic);

// A value, or every mistake that was found. `diagnostics` is empty exactly when there is a value.
template <typename T>
struct Parsed {
  std::optional<T> value;
  std::vector<Diagnostic> diagnostics;
  [[nodiscard]] bool ok() const { return value.has_value(); }
};

}  // namespace fsduel
