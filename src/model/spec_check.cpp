#include "model/spec_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace fsduel {
namespace {

std::string quote(std::string_view text) {
  return "'" + escape_text(text) + "'";
}

// TOML writers like underscores, command lines dashes.
std::string with_dashes(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', '-');
  return out;
}

const WorkloadDescriptor* find_workload(const Vocabulary& vocabulary, std::string_view name) {
  const auto at = std::find_if(vocabulary.workloads.begin(), vocabulary.workloads.end(),
                               [&](const auto& workload) { return workload.name == name; });
  return at == vocabulary.workloads.end() ? nullptr : &*at;
}

// The option that `name` (with dashes) means to a workload: "tree.files", or the alias "files".
const OptionDescriptor* find_workload_option(const WorkloadDescriptor& workload,
                                             std::string_view name) {
  for (const auto& option : workload.options) {
    const bool by_name = with_dashes(workload.name + "." + option.name) == name;
    const bool by_alias = !option.alias.empty() && with_dashes(option.alias) == name;
    if (by_name || by_alias) return &option;
  }
  return nullptr;
}

class Chooser {
 public:
  Chooser(const RawSpec& raw, const Vocabulary& vocabulary) : raw_(raw), vocabulary_(vocabulary) {}

  ChosenOptions choose() {
    choose_workload();
    for (const auto& option : raw_.options) take(option);
    check(result_.global, spec_options());
    if (result_.workload != nullptr) check(result_.of_workload, result_.workload->options);
    return std::move(result_);
  }

 private:
  void choose_workload() {
    std::string name;
    Place place;
    for (const auto& option : raw_.options) {
      if (option.name != "workload") continue;
      name = option.value;
      place = option.place;
    }
    const bool given = !name.empty();
    if (!given) name = find_descriptor(spec_options(), "workload")->default_value;
    result_.workload = find_workload(vocabulary_, name);
    if (result_.workload != nullptr) return;
    std::vector<std::string> names;
    for (const auto& workload : vocabulary_.workloads) names.push_back(workload.name);
    const auto near = nearest_name(name, names);
    result_.diagnostics.push_back(
        {place, "unknown workload " + quote(name),
         near ? "did you mean " + quote(*near) + "?" : "known are " + join(names, ", ")});
  }

  void take(const RawOption& option) {
    const std::string name = with_dashes(option.name);
    if (const auto* global = find_descriptor(spec_options(), name)) {
      result_.global[global->name] = {option.value, option.place};
      return;
    }
    if (result_.workload != nullptr) {
      if (const auto* own = find_workload_option(*result_.workload, name)) {
        result_.of_workload[own->name] = {option.value, option.place};
        return;
      }
    }
    report_stranger(option, name);
  }

  // An option of another workload, or of nobody.
  void report_stranger(const RawOption& option, const std::string& name) {
    const Place& place = option.name_place == Place{} ? option.place : option.name_place;
    for (const auto& workload : vocabulary_.workloads) {
      if (find_workload_option(workload, name) == nullptr) continue;
      if (result_.workload == nullptr) return;  // it may well be right: the workload is what is not
      result_.diagnostics.push_back(
          {place,
           fmt::format("option {} belongs to the workload {}, but the workload is {}",
                       quote(option.name), workload.name, result_.workload->name),
           "choose the workload with 'workload', or leave the option away"});
      return;
    }
    const auto near = nearest_name(name, known_names());
    result_.diagnostics.push_back({place, "unknown option " + quote(option.name),
                                   near ? "did you mean " + quote(*near) + "?" : std::string{}});
  }

  [[nodiscard]] std::vector<std::string> known_names() const {
    std::vector<std::string> names;
    for (const auto& option : spec_options()) names.push_back(option.name);
    for (const auto& workload : vocabulary_.workloads) {
      if (result_.workload != nullptr && &workload != result_.workload) continue;
      for (const auto& option : workload.options) {
        names.push_back(workload.name + "." + option.name);
        if (!option.alias.empty()) names.push_back(option.alias);
      }
    }
    return names;
  }

  // Keeps the values that fit their descriptors and reports the others.
  void check(ChosenMap& chosen, const std::vector<OptionDescriptor>& descriptors) {
    for (auto at = chosen.begin(); at != chosen.end();) {
      auto fault = find_option_fault(*find_descriptor(descriptors, at->first), at->second.value);
      if (!fault) {
        ++at;
        continue;
      }
      result_.diagnostics.push_back({at->second.place,
                                     fmt::format("option '{}': {}", at->first, fault->message),
                                     std::move(fault->hint)});
      at = chosen.erase(at);
    }
  }

  const RawSpec& raw_;
  const Vocabulary& vocabulary_;
  ChosenOptions result_;
};

}  // namespace

ChosenOptions choose_options(const RawSpec& raw, const Vocabulary& vocabulary) {
  return Chooser(raw, vocabulary).choose();
}

const OptionDescriptor* find_descriptor(const std::vector<OptionDescriptor>& descriptors,
                                        std::string_view name) {
  const auto at = std::find_if(descriptors.begin(), descriptors.end(),
                               [&](const auto& option) { return option.name == name; });
  return at == descriptors.end() ? nullptr : &*at;
}

std::string suggest_option(const std::vector<OptionDescriptor>& descriptors,
                           std::string_view wrong) {
  std::vector<std::string> names;
  for (const auto& descriptor : descriptors) names.push_back(descriptor.name);
  if (names.empty()) return "it has none";
  const auto near = nearest_name(wrong, names);
  return near ? "did you mean " + quote(*near) + "?" : "it has " + join(names, ", ");
}

std::optional<OptionFault> find_ionice_fault(std::string_view value) {
  static const std::vector<std::string> kClasses{"idle", "none", "best-effort", "realtime"};
  const auto colon = value.find(':');
  const auto name = value.substr(0, colon);
  const auto at = std::find(kClasses.begin(), kClasses.end(), name);
  if (at == kClasses.end()) {
    const auto near = nearest_name(name, kClasses);
    return OptionFault{
        quote(name) + " is no I/O class",
        near ? "did you mean " + quote(*near) + "?" : "it is one of " + join(kClasses, ", ")};
  }
  if (colon == std::string_view::npos) return std::nullopt;
  if (name == "idle" || name == "none") {
    return OptionFault{fmt::format("the I/O class {} has no level", name),
                       fmt::format("write {}", name)};
  }
  const auto level = value.substr(colon + 1);
  if (level.size() == 1 && level[0] >= '0' && level[0] <= '7') return std::nullopt;
  return OptionFault{quote(level) + " is no level", "it is a number from 0 (first) to 7 (last)"};
}

bool is_block_device_text(std::string_view text) {
  if (!text.starts_with("/dev/")) return false;
  const auto parts = split(text.substr(1), '/');
  return std::none_of(parts.begin(), parts.end(), [](std::string_view part) {
    return part.empty() || part == "." || part == "..";
  });
}

}  // namespace fsduel
