#include "tidy/functions.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "tidy/signature.hpp"
#include "tidy/source.hpp"

namespace fsduel::tidy {
namespace {

enum class Kind { type, function, control, other };

struct Scope {
  Kind kind = Kind::type;
  std::size_t parentheses = 0;  // open ones around this scope, in the scope that holds it
};

// Goes once over the text; `start_` is where the statement began that is being read.
class Scanner {
 public:
  explicit Scanner(std::string_view code) : code_(code) {}

  std::vector<Function> run() {
    for (at_ = 0; at_ < code_.size(); ++at_) step();
    return std::move(functions_);
  }

 private:
  void step() {
    switch (code_[at_]) {
      case '#':
        skip_directive();
        break;
      case '(':
        ++parentheses_;
        break;
      case ')':
        if (parentheses_ > 0) --parentheses_;
        break;
      case '{':
        open();
        break;
      case '}':
        close();
        break;
      case ';':
        if (parentheses_ == 0) end_statement();
        break;
      case ':':
        if (is_access_label(statement())) start_ = at_ + 1;
        break;
      default:
        break;
    }
  }

  // A directive ends with its line, or with the first one that has no backslash.
  void skip_directive() {
    while (at_ < code_.size() && (code_[at_] != '\n' || code_[at_ - 1] == '\\')) ++at_;
    if (scope() == Kind::type) start_ = at_ + 1;
  }

  void open() {
    const Kind kind = kind_of(statement());
    // `Foo() : a_{1}, b_(2) {`: what follows a member's braces is no new function.
    if (kind == Kind::function) add_signature();
    scopes_.push_back({.kind = kind, .parentheses = parentheses_});
    parentheses_ = 0;
    start_ = at_ + 1;
    if (kind == Kind::control && count(Kind::function) > 0) {
      functions_.back().nesting = std::max(functions_.back().nesting, count(Kind::control));
    }
  }

  void close() {
    if (scopes_.empty()) return;
    if (scopes_.back().kind == Kind::function) functions_.back().last_line = line_at(code_, at_);
    parentheses_ = scopes_.back().parentheses;
    scopes_.pop_back();
    start_ = at_ + 1;
  }

  void end_statement() {
    if (scope() == Kind::type) add_signature();
    start_ = at_ + 1;
  }

  void add_signature() {
    const std::string_view text = statement();
    const auto signature = parse_signature(text);
    if (!signature) return;
    const auto offset = static_cast<std::size_t>(text.data() - code_.data());
    functions_.push_back({.name = signature->name,
                          .first_line = line_at(code_, offset),
                          .last_line = line_at(code_, at_),
                          .parameters = signature->parameters,
                          .nesting = 0});
  }

  [[nodiscard]] Kind kind_of(std::string_view statement) const {
    if (scope() != Kind::type) return is_control(statement) ? Kind::control : Kind::other;
    const bool continues = statement.empty() || statement.starts_with(',');
    if (continues && !functions_.empty()) return Kind::function;
    if (parse_signature(statement)) return Kind::function;
    return is_type(statement) ? Kind::type : Kind::other;
  }

  [[nodiscard]] bool is_control(std::string_view statement) const {
    constexpr std::array<std::string_view, 8> kWords{"if",     "for", "while", "do",
                                                     "switch", "try", "else",  "catch"};
    return parentheses_ == 0 && std::ranges::find(kWords, first_word(statement)) != kWords.end();
  }

  [[nodiscard]] Kind scope() const { return scopes_.empty() ? Kind::type : scopes_.back().kind; }

  [[nodiscard]] std::size_t count(Kind kind) const {
    return static_cast<std::size_t>(std::ranges::count(scopes_, kind, &Scope::kind));
  }

  [[nodiscard]] std::string_view statement() const {
    return trim(code_.substr(start_, at_ - start_));
  }

  std::string_view code_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
  std::size_t parentheses_ = 0;
  std::vector<Scope> scopes_;
  std::vector<Function> functions_;
};

}  // namespace

std::vector<Function> find_functions(std::string_view code) {
  return Scanner(code).run();
}

}  // namespace fsduel::tidy
