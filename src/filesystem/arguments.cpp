#include "filesystem/arguments.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace fsduel::filesystem {
namespace {

class Reader {
 public:
  Reader(const std::vector<std::string>& arguments, const OptionSyntax& syntax)
      : arguments_(arguments), syntax_(syntax) {}

  GivenArguments read() {
    for (; index_ < arguments_.size(); ++index_) {
      const std::string& argument = arguments_[index_];
      if (only_operands_ || argument.size() < 2 || argument[0] != '-') {
        given_.operands.push_back(argument);
      } else if (argument == "--") {
        only_operands_ = true;
      } else if (argument[1] == '-') {
        read_long();
      } else {
        read_cluster();
      }
    }
    return std::move(given_);
  }

 private:
  void read_long() {
    const std::string& argument = arguments_[index_];
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(2, equals == std::string::npos ? equals : equals - 2);
    const auto& known = syntax_.longs_with_value;
    if (equals != std::string::npos) {
      given_.options.push_back({name, argument.substr(equals + 1), index_, equals + 1});
    } else if (std::find(known.begin(), known.end(), name) != known.end()) {
      take_next(name);
    } else {
      given_.options.push_back({name, "", index_, argument.size()});
    }
  }

  // "-qE nodiscard": letters until one that takes a value, in the rest of the argument or the next.
  void read_cluster() {
    const std::string& argument = arguments_[index_];
    for (std::size_t i = 1; i < argument.size(); ++i) {
      const std::string name(1, argument[i]);
      if (!takes_value(argument[i])) {
        given_.options.push_back({name, "", index_, argument.size()});
      } else if (i + 1 < argument.size()) {
        given_.options.push_back({name, argument.substr(i + 1), index_, i + 1});
        return;
      } else {
        take_next(name);
        return;
      }
    }
  }

  bool takes_value(char letter) const {
    const std::size_t at = letter == ':' ? std::string_view::npos : syntax_.shorts.find(letter);
    return at != std::string_view::npos && at + 1 < syntax_.shorts.size() &&
           syntax_.shorts[at + 1] == ':';
  }

  void take_next(const std::string& name) {
    if (index_ + 1 >= arguments_.size()) {
      given_.unfinished = arguments_[index_];
      return;
    }
    ++index_;
    given_.options.push_back({name, arguments_[index_], index_, 0});
  }

  const std::vector<std::string>& arguments_;
  const OptionSyntax& syntax_;
  std::size_t index_ = 0;
  bool only_operands_ = false;
  GivenArguments given_;
};

}  // namespace

GivenArguments parse_arguments(const std::vector<std::string>& arguments,
                               const OptionSyntax& syntax) {
  return Reader(arguments, syntax).read();
}

const GivenOption* find_option(const GivenArguments& given,
                               std::span<const std::string_view> names) {
  const auto found =
      std::find_if(given.options.rbegin(), given.options.rend(), [&](const GivenOption& option) {
        return std::find(names.begin(), names.end(), option.name) != names.end();
      });
  return found == given.options.rend() ? nullptr : &*found;
}

const GivenOption* find_option(const GivenArguments& given, std::string_view name) {
  return find_option(given, std::array{name});
}

std::optional<std::string> find_suboption(std::string_view list, std::string_view key) {
  std::optional<std::string> found;
  for (const std::string_view word : split(list, ',')) {
    const std::size_t equals = word.find('=');
    if (word.substr(0, equals) != key) continue;
    found = equals == std::string_view::npos ? "" : std::string(word.substr(equals + 1));
  }
  return found;
}

std::optional<std::string> find_suboption(const GivenArguments& given, std::string_view name,
                                          std::string_view key) {
  std::optional<std::string> found;
  for (const GivenOption& option : given.options) {
    if (option.name != name) continue;
    if (auto value = find_suboption(option.value, key)) found = std::move(value);
  }
  return found;
}

std::vector<std::string> merge_suboptions(std::vector<std::string> arguments,
                                          const OptionSyntax& syntax, std::string_view name,
                                          const std::vector<std::string>& ours) {
  if (ours.empty()) return arguments;
  const GivenArguments given = parse_arguments(arguments, syntax);
  std::string text = join(ours, ",");
  if (const GivenOption* own = find_option(given, name)) {
    if (!own->value.empty()) text += ',';
    arguments[own->argument].insert(own->offset, text);
  } else {
    const std::array fresh{"-" + std::string(name), std::move(text)};
    arguments.insert(arguments.begin(), fresh.begin(), fresh.end());
  }
  return arguments;
}

}  // namespace fsduel::filesystem
