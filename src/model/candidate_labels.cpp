#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "model/candidate.hpp"
#include "model/candidate_words.hpp"

namespace fsduel {
namespace {

// What an unlabelled candidate is called before numbers are appended.
std::string plain_label(const Candidate& candidate) {
  if (candidate.kind == CandidateKind::filesystem) return candidate.filesystem;
  std::string_view path = candidate.directory;
  while (path.ends_with('/')) path.remove_suffix(1);
  std::string label(path.substr(path.rfind('/') + 1).substr(0, kMaxLabel - 4));
  for (char& c : label) c = is_name_letter(c) ? c : '-';
  const bool says_nothing = label.find_first_not_of(".-") == std::string::npos;
  return says_nothing ? "directory" : label;
}

}  // namespace

bool is_label(std::string_view text) {
  return !text.empty() && text.size() <= kMaxLabel &&
         std::all_of(text.begin(), text.end(), is_name_letter);
}

std::vector<Diagnostic> assign_labels(std::vector<Candidate>& candidates,
                                      std::span<const Place> places) {
  std::vector<Diagnostic> diagnostics;
  std::set<std::string> taken;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto& label = candidates[i].label;
    if (label.empty() || taken.insert(label).second) continue;
    diagnostics.push_back(
        {i < places.size() ? places[i] : Place{.source = fmt::format("candidate {}", i + 1)},
         fmt::format("the label '{}' is given twice", escape_text(label)),
         "give each candidate its own"});
  }
  for (auto& candidate : candidates) {
    if (!candidate.label.empty()) continue;
    const std::string plain = plain_label(candidate);
    candidate.label = plain;
    for (int number = 2; !taken.insert(candidate.label).second; ++number) {
      candidate.label = fmt::format("{}-{}", plain, number);
    }
  }
  return diagnostics;
}

}  // namespace fsduel
