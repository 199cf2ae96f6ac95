#include "verdict/reason.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "stats/distributions.hpp"
#include "stats/looks.hpp"
#include "stats/sample_size.hpp"
#include "verdict/compare.hpp"
#include "verdict/phrase.hpp"

namespace fsduel::verdict {
namespace {

// The sd of a pair whose single interval would be as wide as this one. With two candidates it is
// the sd of the log ratios; simultaneous intervals are wider, and so is the need.
double equivalent_sd(const Comparison& comparison) {
  const auto n = static_cast<double>(comparison.rounds);
  const double half = std::log(comparison.ratio->upper / comparison.ratio->lower) / 2;
  return half * std::sqrt(n) / stats::critical_t(comparison.level, n - 1);
}

std::size_t round_up_to_look(std::size_t rounds) {
  if (rounds > kMostRounds) return kMostRounds + 1;
  const auto look = std::ranges::lower_bound(stats::kLooks, rounds);
  return look == stats::kLooks.end() ? kMostRounds + 1 : *look;
}

// The look at which the half-width would be about `goal`, a fraction; nullopt when it is already or
// nothing can be said.
std::optional<std::size_t> look_for(const Comparison& comparison, double goal) {
  if (comparison.kind != ComparisonKind::ratio || comparison.rounds < 3) return std::nullopt;
  const double sd = equivalent_sd(comparison);
  if (!std::isfinite(sd) || !(goal > 0)) return std::nullopt;
  const auto needed = stats::rounds_needed({sd, 1 + goal, comparison.level});
  const std::size_t look = round_up_to_look(needed.value_or(kMostRounds + 1));
  return look > comparison.rounds ? std::optional(look) : std::nullopt;
}

std::string rounds_text(const HeadlineVerdict& verdict, double margin) {
  const double width = half_width(verdict.comparison).value_or(1);
  if (width <= kFineEnough) {
    return fmt::format("the ratio is known to within {}, but lies across the margin of {}",
                       render_percent(width), render_percent(margin));
  }
  if (!verdict.rounds_needed) return "cannot tell yet: the rounds differ too much";
  if (*verdict.rounds_needed > kMostRounds) {
    return fmt::format(
        "cannot tell: more than {} rounds would be needed; lengthen the workload or quiet the "
        "machine",
        kMostRounds);
  }
  return fmt::format("cannot tell yet: about {} rounds would", *verdict.rounds_needed);
}

std::string few_rounds_text(const HeadlineVerdict& verdict, const Circumstances& circumstances) {
  if (!circumstances.analysis.note.empty() && !circumstances.analysis.may_decide) {
    return "cannot tell yet: " + circumstances.analysis.note;
  }
  return fmt::format("cannot tell: {} rounds are the least that can decide; only {} {} usable",
                     kFewestRounds, verdict.comparison.rounds,
                     verdict.comparison.rounds == 1 ? "was" : "were");
}

std::string twin_text(const Circumstances& circumstances) {
  const Comparison& twin = circumstances.twin.comparison;
  const auto& plan = circumstances.table.duel().plan;
  const std::string& baseline = plan.spec.candidates[plan.baseline].label;
  const std::string effect =
      twin.ratio ? fmt::format(" (by {})", render_percent(std::abs(twin.ratio->estimate - 1)))
                 : std::string();
  return fmt::format(
      "cannot tell: {} differs from itself in this measure{}, beyond chance; the machine was not "
      "steady",
      baseline, effect);
}

std::string invalid_text(const HeadlineVerdict& verdict, const Circumstances& circumstances) {
  const Validity validity = validity_for(*find_metric(circumstances.metric));
  const auto& table = circumstances.table;
  const auto baseline = static_cast<std::size_t>(table.duel().plan.baseline);
  const auto rounds = circumstances.analysis.rounds;
  const auto mine = table.attempts({verdict.candidate, Twin::no}, validity, rounds);
  const auto its = table.attempts({baseline, Twin::no}, validity, rounds);
  return fmt::format(
      "cannot tell: {} of {} runs of this pair failed or were void, more than a fifth",
      mine.lost + its.lost, mine.made + its.made);
}

std::string resolution_text(const HeadlineVerdict& verdict, const Circumstances& circumstances) {
  const bool more_would_do = verdict.rounds_needed && *verdict.rounds_needed <= kMostRounds;
  const std::string help = more_would_do
                               ? fmt::format("about {} rounds would", *verdict.rounds_needed)
                               : std::string("a quieter machine would");
  return fmt::format(
      "cannot tell yet, {}: the difference is smaller than this session's resolution of {}", help,
      render_percent(circumstances.twin.resolution.value_or(0)));
}

std::string reason_of(const HeadlineVerdict& verdict, const Circumstances& circumstances) {
  const double margin = circumstances.table.duel().plan.spec.margin;
  switch (verdict.doubt) {
    case Doubt::none:
      return {};
    case Doubt::unavailable:
      return "not available (" + verdict.comparison.why + ")";
    case Doubt::few_rounds:
      return few_rounds_text(verdict, circumstances);
    case Doubt::invalid_runs:
      return invalid_text(verdict, circumstances);
    case Doubt::session:
      return "cannot tell: the baseline differs from itself in this session, beyond chance; none "
             "of its words can be trusted";
    case Doubt::twin:
      return twin_text(circumstances);
    case Doubt::no_spread:
      return "cannot tell: the values repeat to the last digit, which this measure cannot do by "
             "itself";
    case Doubt::second_opinion:
      return verdict.word == Word::not_enough_data
                 ? "cannot tell: the rank-based second opinion (Hodges-Lehmann) says otherwise"
                 : "the rank-based second opinion (Hodges-Lehmann) says less, so the weaker word "
                   "stands";
    case Doubt::below_resolution:
      return resolution_text(verdict, circumstances);
    case Doubt::wide:
      return rounds_text(verdict, margin);
  }
  return {};
}

}  // namespace

std::optional<std::size_t> rounds_that_would_do(const Comparison& comparison, double margin) {
  for (const double goal : {margin, kFineEnough}) {
    const auto look = look_for(comparison, goal);
    if (look) return look;
  }
  return std::nullopt;
}

void explain(HeadlineVerdict& verdict, const Circumstances& circumstances) {
  const double margin = circumstances.table.duel().plan.spec.margin;
  const bool more_would_help = verdict.doubt == Doubt::wide || verdict.doubt == Doubt::few_rounds;
  if (more_would_help) verdict.rounds_needed = rounds_that_would_do(verdict.comparison, margin);
  if (verdict.doubt == Doubt::few_rounds && verdict.comparison.rounds < kFewestRounds) {
    verdict.rounds_needed = std::max(verdict.rounds_needed.value_or(0), kFewestRounds);
  }
  if (verdict.doubt == Doubt::below_resolution) {
    const double effect = std::abs(std::log(verdict.comparison.ratio->estimate));
    verdict.rounds_needed = look_for(circumstances.twin.comparison, std::expm1(effect));
  }
  verdict.reason = reason_of(verdict, circumstances);
}

}  // namespace fsduel::verdict
