// The answer to a duel as plain values: everything that any report prints, so that no report
// computes. Candidates are indices into Judgement::candidates; metrics are names of
// fsduel::metrics(). Texts hold labels and tools' words as they came: whoever prints them escapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/metric.hpp"
#include "model/plan.hpp"
#include "stats/word.hpp"

namespace fsduel::verdict {

using stats::Lean;
using stats::Word;

// An estimate between its bounds.
struct Bounds {
  double lower = 0;
  double estimate = 0;
  double upper = 0;
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

// How two rows of values could be compared (METHOD 2.7).
enum class ComparisonKind {
  ratio,        // both above zero: value_ratio
  both_zero,    // zero on both sides in every round: equal, without a ratio
  difference,   // a zero on one side: difference in the metric's unit, no ratio
  no_spread,    // a noisy measure that repeated to the last digit: a point, never a word
  unavailable,  // `why`
};

// One candidate against the baseline in one metric: what the numbers alone say.
struct Comparison {
  ComparisonKind kind = ComparisonKind::unavailable;
  std::size_t rounds = 0;            // pairs behind it
  double level = 0;                  // confidence of the bounds
  std::optional<Bounds> ratio;       // value of the candidate / value of the baseline
  std::optional<Bounds> difference;  // candidate - baseline, mean over the rounds
  double sd_log = 0;                 // sd of the log ratios of single rounds
  stats::Judgement said;             // by the bounds alone; above 1 is better for the candidate
  std::string why;                   // kind unavailable: the reason
  friend bool operator==(const Comparison&, const Comparison&) = default;
};

// The baseline against itself under a second label (METHOD D2).
enum class TwinState { unknown, quiet, differs };
struct TwinCheck {
  TwinState state = TwinState::unknown;
  Comparison comparison;
  std::optional<double> resolution;  // half-width as a fraction: 0.02 = differences of 2 % and more
                                     // can be told from noise; 0 for exact counts
  friend bool operator==(const TwinCheck&, const TwinCheck&) = default;
};

// Hodges-Lehmann beside the t interval.
struct SecondOpinion {
  Bounds ratio;                          // value of the candidate / value of the baseline
  double confidence = 0;                 // exact, at least 95 %
  std::optional<stats::Judgement> said;  // at the look's level, where it takes part (from 9 rounds)
  friend bool operator==(const SecondOpinion&, const SecondOpinion&) = default;
};

// Why a word is "not enough data" or weaker than its interval, the strongest cause first.
enum class Doubt {
  none,
  unavailable,       // nothing was measured
  few_rounds,        // below six usable rounds
  invalid_runs,      // more than a fifth of the runs was void
  session,           // the whole session is unreliable
  twin,              // the baseline differs from itself in this metric
  no_spread,         // a noisy measure without noise
  second_opinion,    // Hodges-Lehmann says less
  below_resolution,  // smaller than the baseline differs from itself by chance
  wide,              // the interval holds too much
};

// One candidate against the baseline in one headline metric.
struct HeadlineVerdict {
  std::size_t candidate = 0;
  Word word = Word::not_enough_data;  // after all guards
  Lean lean = Lean::none;
  Comparison comparison;  // simultaneous over all pairs with three and more candidates
  std::optional<SecondOpinion> second_opinion;
  Doubt doubt = Doubt::none;
  std::string reason;  // for people: why the word is not stronger, what would settle it; may be
                       // empty when it is decided
  std::optional<std::size_t> rounds_needed;  // a number of rounds that would probably do
  friend bool operator==(const HeadlineVerdict&, const HeadlineVerdict&) = default;
};

// How the pairs of a headline metric were compared.
enum class FieldMethod {
  pair,        // two candidates: paired t
  tukey,       // studentized range over complete rounds
  bonferroni,  // paired t of every pair, level divided by the number of pairs
};

// Places a candidate may hold, 1 is the first; 0..0 when it could not be placed.
struct Places {
  std::size_t best = 0;
  std::size_t worst = 0;
  friend bool operator==(const Places&, const Places&) = default;
};

struct HeadlineMetric {
  std::string metric;
  FieldMethod method = FieldMethod::pair;
  TwinCheck twin;
  std::vector<HeadlineVerdict> verdicts;  // one per candidate but the baseline, in their order
  std::vector<Places> places;             // per candidate; empty when no ranking is justified
  std::vector<std::size_t> best_set;      // all that the leader does not clearly beat
  friend bool operator==(const HeadlineMetric&, const HeadlineMetric&) = default;
};

// One candidate's values of one metric in one phase.
struct Summary {
  std::size_t rounds = 0;
  double median = 0;
  double spread = 0;  // scaled median absolute deviation, in the metric's unit
  double minimum = 0;
  double maximum = 0;
  friend bool operator==(const Summary&, const Summary&) = default;
};

// What a detail may claim. hint: the interval excludes "equal" but does not stand Holm's
// correction over the phases. same: the interval lies within the margin. twin_differs: the
// baseline's twin differs in this very phase and metric.
enum class Mark {
  none,
  better_by_margin,
  better,
  hint_better,
  same,
  hint_worse,
  worse,
  worse_by_margin,
  twin_differs
};

struct DetailCell {
  std::optional<Summary> summary;
  std::string unavailable_reason;  // when there is no summary
  Comparison comparison;           // against the baseline; kind unavailable for the baseline itself
  Mark mark = Mark::none;
  friend bool operator==(const DetailCell&, const DetailCell&) = default;
};

struct DetailRow {
  std::string phase;              // a phase's name or kWholeRun
  std::vector<DetailCell> cells;  // per candidate
  friend bool operator==(const DetailRow&, const DetailRow&) = default;
};

// All phases of one metric. Rows where no candidate has a value are left out.
struct DetailTable {
  std::string metric;
  std::vector<DetailRow> rows;
  friend bool operator==(const DetailTable&, const DetailTable&) = default;
};

// A metric that a candidate has nowhere, or not in some phases.
struct Unavailable {
  std::string metric;
  std::vector<std::string> phases;      // empty: in no phase at all
  std::vector<std::size_t> candidates;  // those concerned
  std::string why;
  friend bool operator==(const Unavailable&, const Unavailable&) = default;
};

// Runs that failed or were void for the same cause.
struct RunProblem {
  enum class Kind { failed, interrupted, void_all, void_time } kind = Kind::failed;
  std::size_t candidate = 0;
  std::string step;   // of a failure: "mkfs"
  std::string cause;  // the tool's own words, or the cause of the invalidity
  std::vector<RunKey> runs;
  friend bool operator==(const RunProblem&, const RunProblem&) = default;
};

// Operations that the filesystem answered with an error, over all runs.
struct OperationErrors {
  std::size_t candidate = 0;
  std::string phase;
  std::string what;  // "create ENOSPC"
  std::uint64_t count = 0;
  std::string first;  // the first one with its name
  friend bool operator==(const OperationErrors&, const OperationErrors&) = default;
};

// A fact that is not the same for all candidates.
struct DifferingFact {
  std::string name;
  std::vector<std::optional<std::string>> values;  // per candidate; nullopt: it has no such fact
  friend bool operator==(const DifferingFact&, const DifferingFact&) = default;
};

// Under which conditions the answer holds.
struct Scope {
  std::string workload;  // with the options that shape it
  std::string state;     // "new filesystem for each run"
  std::string host;      // name, CPUs, memory
  std::string kernel;
  std::string venue;                  // "native"
  std::string disk;                   // "loop image of 1 GiB in /var/tmp on ext4"
  std::vector<std::string> not_said;  // sentences: what the answer does not cover
  std::vector<std::string> changes;   // sentences: what became another thing during the duel
  friend bool operator==(const Scope&, const Scope&) = default;
};

struct RoundsAccount {
  std::size_t cap = 0;       // the most that was asked for
  std::size_t complete = 0;  // every run of the round was made
  std::size_t analysed = 0;  // the rounds behind every figure (docs/decisions/0004)
  bool may_decide = false;   // whether `analysed` is a declared moment to look
  std::string note;          // when analysed differs from complete, or nothing may be decided
  StopReason stop = StopReason::interrupted;
  friend bool operator==(const RoundsAccount&, const RoundsAccount&) = default;
};

struct RunsAccount {
  std::size_t made = 0;
  std::size_t failed = 0;
  std::size_t void_all = 0;   // no value counts
  std::size_t void_time = 0;  // times do not count, the rest does
  std::size_t interrupted = 0;
  friend bool operator==(const RunsAccount&, const RunsAccount&) = default;
};

enum class Session { reliable, unreliable, unknown };

struct Judgement {
  std::vector<std::string> candidates;  // labels
  std::size_t baseline = 0;
  double margin = 0.05;
  double level = 0;  // of single intervals: that of a look
  RoundsAccount rounds;
  RunsAccount runs;
  std::vector<std::size_t> never_ran;  // candidates without a run that ended well
  Session session = Session::unknown;
  std::vector<HeadlineMetric> headline;
  std::vector<DetailTable> details;
  std::vector<Unavailable> unavailable;
  std::vector<RunProblem> problems;
  std::vector<OperationErrors> errors;
  std::vector<DifferingFact> differences;
  std::string durability_note;  // empty: no difference is known
  Scope scope;
  std::string next_step;  // what to try next
  friend bool operator==(const Judgement&, const Judgement&) = default;
};

}  // namespace fsduel::verdict
