#include "store/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"

namespace fsduel::store {
namespace {

class Merger {
 public:
  Merger(Store& into, Store& from) : into_(into), from_(from) {
    for (const auto& duel : into_.list()) known_.emplace(duel.uid, duel);
  }
  Merged run();

 private:
  void take(const DuelSummary& theirs);
  void add(const Duel& duel, const DuelSummary& theirs);
  void carry_on(const Duel& duel, const DuelSummary& theirs, const DuelSummary& ours);
  void append_from(const Duel& duel, std::uint64_t id, std::size_t first);
  void finish(const Duel& duel, std::uint64_t id, const DuelSummary& theirs);

  Store& into_;
  Store& from_;
  std::map<std::string, DuelSummary> known_;
  Merged merged_;
};

// The oldest first, so that numbers follow time.
Merged Merger::run() {
  auto duels = from_.list();
  std::reverse(duels.begin(), duels.end());
  for (const auto& duel : duels) take(duel);
  return std::move(merged_);
}

void Merger::take(const DuelSummary& theirs) {
  std::optional<Duel> duel;
  try {
    duel = from_.find_duel(theirs.id);
  } catch (const Error& error) {
    // One damaged duel must not keep the others out.
    merged_.left.push_back(fmt::format("duel {}: {}", theirs.id, error.what()));
  }
  if (!duel) return;
  const auto ours = known_.find(theirs.uid);
  if (ours == known_.end()) {
    add(std::move(*duel), theirs);
  } else {
    carry_on(*duel, theirs, ours->second);
  }
}

void Merger::add(const Duel& duel, const DuelSummary& theirs) {
  Duel begun = duel;
  begun.records.clear();
  const std::uint64_t id = into_.create(begun);
  append_from(duel, id, 0);
  finish(duel, id, theirs);
  ++merged_.added;
}

void Merger::carry_on(const Duel& duel, const DuelSummary& theirs, const DuelSummary& ours) {
  const auto mine = into_.find_duel(ours.id);
  const std::size_t shared = std::min(mine->records.size(), duel.records.size());
  const auto end = duel.records.begin() + static_cast<std::ptrdiff_t>(shared);
  if (!std::equal(duel.records.begin(), end, mine->records.begin())) {
    merged_.left.push_back(fmt::format(
        "duel {}: it is duel {} here, went on differently in both, and stays as it is here",
        theirs.id, ours.id));
    return;
  }
  const bool has_more_runs = duel.records.size() > shared;
  const bool has_its_end = !ours.stop && theirs.stop && mine->records.size() == shared;
  if (!has_more_runs && !has_its_end) {
    ++merged_.known;
    return;
  }
  append_from(duel, ours.id, shared);
  finish(duel, ours.id, theirs);
  ++merged_.continued;
}

void Merger::append_from(const Duel& duel, std::uint64_t id, std::size_t first) {
  for (std::size_t i = first; i < duel.records.size(); ++i) {
    into_.append(id, duel.records[i]);
    ++merged_.runs;
  }
}

void Merger::finish(const Duel& duel, std::uint64_t id, const DuelSummary& theirs) {
  if (theirs.stop) into_.finish(id, *theirs.stop, duel.elapsed);
}

}  // namespace

Merged merge(Store& into, Store& from) {
  return Merger(into, from).run();
}

}  // namespace fsduel::store
