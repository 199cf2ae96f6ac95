#include "cli/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace fsduel::cli {
namespace {

// A power cut changes the first; the second stands by itself.
constexpr std::array<std::string_view, 2> kLeftOut{"boot id", "kernel release"};
constexpr const char* kNone = "(none)";

class Differences {
 public:
  void compare(std::string name, const std::string& then, const std::string& now) {
    if (then != now) changes_.push_back({std::move(name), then, now});
  }
  void compare_facts(const std::string& prefix, const Facts& then, const Facts& now);
  void compare_tools(const Machine& then, const Machine& now);
  void compare_candidates(const Plan& then, const Plan& now);
  void compare_places(const Plan& then, const Plan& now);
  [[nodiscard]] std::vector<Change> take() { return std::move(changes_); }

 private:
  std::vector<Change> changes_;
};

std::string find_value(const Facts& facts, const std::string& name) {
  const auto at =
      std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return fact.name == name; });
  return at == facts.end() ? kNone : at->value;
}

void Differences::compare_facts(const std::string& prefix, const Facts& then, const Facts& now) {
  for (const auto& fact : then) {
    if (std::find(kLeftOut.begin(), kLeftOut.end(), fact.name) != kLeftOut.end()) continue;
    compare(prefix + fact.name, fact.value, find_value(now, fact.name));
  }
  for (const auto& fact : now) {
    if (find_value(then, fact.name) == kNone) compare(prefix + fact.name, kNone, fact.value);
  }
}

// A version that was not told (the tool was too slow to answer) is no other version.
void Differences::compare_tools(const Machine& then, const Machine& now) {
  for (const auto& tool : then.tools) {
    const auto* today = find_tool(now, tool.name);
    if (today == nullptr || tool.version.empty() || today->version.empty()) continue;
    compare("version of " + tool.name, tool.version, today->version);
  }
}

void Differences::compare_candidates(const Plan& then, const Plan& now) {
  const std::size_t count = std::min(then.candidates.size(), now.candidates.size());
  for (std::size_t i = 0; i < count; ++i) {
    const CandidatePlan& before = then.candidates[i];
    const CandidatePlan& after = now.candidates[i];
    compare(before.label + ", commands", join(before.commands, "; "), join(after.commands, "; "));
    compare(before.label + ", driver", before.driver, after.driver);
    compare_facts(before.label + ", ", before.facts, after.facts);
  }
}

void Differences::compare_places(const Plan& then, const Plan& now) {
  compare("work folder", then.work_directory, now.work_directory);
  compare("image size", render_bytes(then.image_size), render_bytes(now.image_size));
  compare("log image size", render_bytes(then.log_image_size), render_bytes(now.log_image_size));
  compare("written to", then.written_to, now.written_to);
}

}  // namespace

std::vector<Change> list_changes(const Duel& duel, const Today& today) {
  Differences differences;
  differences.compare("fsduel", duel.fsduel_version, today.fsduel_version);
  differences.compare("host", duel.machine.host, today.machine.host);
  differences.compare("kernel", duel.machine.kernel_release, today.machine.kernel_release);
  differences.compare_tools(duel.machine, today.machine);
  differences.compare_facts("", duel.machine.facts, today.machine.facts);
  differences.compare_candidates(duel.plan, today.plan);
  differences.compare_places(duel.plan, today.plan);
  return differences.take();
}

std::string render_change(const Change& change) {
  return fmt::format("{}: {} -> {}", change.name, change.then, change.now);
}

}  // namespace fsduel::cli
