#include "verdict/details.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "stats/looks.hpp"
#include "stats/multiple.hpp"
#include "stats/robust.hpp"
#include "verdict/compare.hpp"
#include "verdict/twin.hpp"

namespace fsduel::verdict {
namespace {

std::optional<Summary> summarise(const Row& row) {
  std::vector<double> values;
  for (const auto& value : row) {
    if (value) values.push_back(*value);
  }
  if (values.empty()) return std::nullopt;
  const auto [minimum, maximum] = std::minmax_element(values.begin(), values.end());
  return Summary{values.size(), stats::median(values).value_or(0),
                 stats::scaled_mad(values).value_or(0), *minimum, *maximum};
}

// The phases of the plan, and the whole run last.
std::vector<std::string> phases_of(const Duel& duel) {
  std::vector<std::string> phases;
  for (const auto& phase : duel.plan.phases) phases.push_back(phase.name);
  phases.emplace_back(kWholeRun);
  return phases;
}

// A cell that Holm's correction has to pass.
struct Claim {
  DetailCell* cell = nullptr;
  double p = 1;
};

Mark mark_of(Word word) {
  switch (word) {
    case Word::better_by_margin:
      return Mark::better_by_margin;
    case Word::worse_by_margin:
      return Mark::worse_by_margin;
    case Word::better:
      return Mark::better;
    case Word::worse:
      return Mark::worse;
    case Word::no_difference:
      return Mark::same;
    case Word::not_enough_data:
      break;
  }
  return Mark::none;
}

Mark weakened(Mark mark) {
  if (mark == Mark::better || mark == Mark::better_by_margin) return Mark::hint_better;
  if (mark == Mark::worse || mark == Mark::worse_by_margin) return Mark::hint_worse;
  return mark;
}

// Builds the rows of one metric.
class TableMaker {
 public:
  TableMaker(const RunTable& table, const Analysis& analysis, const HeadlineMetric* headline)
      : table_(table), analysis_(analysis), headline_(headline) {}

  DetailTable make(const Metric& metric) {
    metric_ = &metric;
    result_.metric = std::string(metric.name);
    const auto phases = phases_of(table_.duel());
    result_.rows.reserve(phases.size());  // claims point into the rows
    for (const auto& phase : phases) {
      DetailRow& row = result_.rows.emplace_back(make_row(phase));
      const bool has_values = std::any_of(row.cells.begin(), row.cells.end(), [](const auto& cell) {
        return cell.summary.has_value();
      });
      if (!has_values) {
        result_.rows.pop_back();
        continue;
      }
      if (phase == kWholeRun && headline_ != nullptr) {
        copy_headline(row);
      } else {
        compare_row(row);
      }
    }
    correct();
    return std::move(result_);
  }

 private:
  DetailRow make_row(const std::string& phase) {
    DetailRow row{phase, {}};
    rows_.clear();
    const std::size_t candidates = table_.duel().plan.spec.candidates.size();
    for (std::size_t i = 0; i < candidates; ++i) {
      const Place place{phase, metric_};
      rows_.push_back(table_.values({i, Twin::no}, place, analysis_.rounds));
      DetailCell cell;
      cell.summary = summarise(rows_.back());
      if (!cell.summary) {
        cell.unavailable_reason = table_.reason_missing({i, Twin::no}, place, analysis_.rounds);
      }
      row.cells.push_back(std::move(cell));
    }
    return row;
  }

  void copy_headline(DetailRow& row) {
    for (const auto& verdict : headline_->verdicts) {
      row.cells[verdict.candidate].comparison = verdict.comparison;
      row.cells[verdict.candidate].mark =
          verdict.doubt == Doubt::twin ? Mark::twin_differs : mark_of(verdict.word);
    }
  }

  void compare_row(DetailRow& row) {
    const auto baseline = static_cast<std::size_t>(table_.duel().plan.baseline);
    const Yardstick yardstick{metric_, stats::kLookLevel, 1 + table_.duel().plan.spec.margin};
    const auto twin = check_twin(table_, {row.phase, metric_}, analysis_.rounds, yardstick);
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (i == baseline) continue;
      DetailCell& cell = row.cells[i];
      const Pairs pairs = pair_up(rows_[baseline], rows_[i]);
      cell.comparison = compare(pairs, yardstick);
      if (pairs.baseline.empty()) {
        cell.comparison.why =
            cell.summary ? "the baseline has no value in the same round" : cell.unavailable_reason;
      }
      cell.mark = mark_cell(cell.comparison, twin.check);
      const auto p = equality_p(pairs, cell.comparison.kind);
      if (p && metric_->better != Better::neither) claims_.push_back({&cell, *p});
    }
  }

  Mark mark_cell(const Comparison& comparison, const TwinCheck& twin) const {
    if (!analysis_.may_decide || comparison.rounds < kFewestRounds) return Mark::none;
    if (metric_->better == Better::neither) return Mark::none;
    if (twin.state == TwinState::differs) return Mark::twin_differs;
    const Mark mark = mark_of(comparison.said.word);
    return mark != Mark::same && is_below_resolution(comparison, twin) ? Mark::none : mark;
  }

  void correct() {
    std::vector<double> ps;
    for (const auto& claim : claims_) ps.push_back(claim.p);
    const auto adjusted = stats::holm(ps);
    for (std::size_t i = 0; i < claims_.size(); ++i) {
      if (adjusted[i] > 1 - stats::kLookLevel) {
        claims_[i].cell->mark = weakened(claims_[i].cell->mark);
      }
    }
  }

  const RunTable& table_;
  const Analysis& analysis_;
  const HeadlineMetric* headline_;
  const Metric* metric_ = nullptr;
  std::vector<Row> rows_;  // of the row at hand, per candidate
  std::vector<Claim> claims_;
  DetailTable result_;
};

bool has_any_value(const DetailTable& details, std::size_t candidate) {
  return std::any_of(details.rows.begin(), details.rows.end(), [&](const DetailRow& row) {
    return row.cells[candidate].summary.has_value();
  });
}

// Adds the candidate to an entry that says the same, or a new entry.
void add_missing(std::vector<Unavailable>& result, Unavailable entry) {
  const auto same = std::find_if(result.begin(), result.end(), [&](const Unavailable& other) {
    return other.metric == entry.metric && other.why == entry.why && other.phases == entry.phases;
  });
  if (same == result.end()) {
    result.push_back(std::move(entry));
  } else {
    same->candidates.push_back(entry.candidates.front());
  }
}

// What a record says is missing, or what other candidates have. Not every metric exists in every
// phase: silence of all candidates is no loss. Runs that failed are listed elsewhere.
void list_missing(const RunTable& table, const DetailTable& details, const Analysis& analysis,
                  std::vector<Unavailable>& result) {
  const Metric* metric = find_metric(details.metric);
  for (std::size_t i = 0; i < table.duel().plan.spec.candidates.size(); ++i) {
    std::map<std::string, std::vector<std::string>> phases_by_reason;
    for (const auto& phase : phases_of(table.duel())) {
      const auto row = std::find_if(details.rows.begin(), details.rows.end(),
                                    [&](const DetailRow& r) { return r.phase == phase; });
      if (row != details.rows.end() && row->cells[i].summary) continue;
      const auto why = table.reason_missing({i, Twin::no}, {phase, metric}, analysis.rounds);
      const bool is_silent = why == kNotMeasured && row == details.rows.end();
      if (!is_silent && why != kNoValidRun) phases_by_reason[why].push_back(phase);
    }
    const bool is_everywhere = !has_any_value(details, i);
    for (auto& [why, phases] : phases_by_reason) {
      if (is_everywhere) phases.clear();
      add_missing(result, {details.metric, std::move(phases), {i}, why});
    }
  }
}

}  // namespace

Details tabulate(const RunTable& table, const Analysis& analysis, const Headlines& headlines) {
  Details details;
  Analysis marking = analysis;
  marking.may_decide = analysis.may_decide && headlines.session != Session::unreliable;
  for (const Metric& metric : metrics()) {
    const auto headline =
        std::find_if(headlines.metrics.begin(), headlines.metrics.end(),
                     [&](const HeadlineMetric& entry) { return entry.metric == metric.name; });
    TableMaker maker(table, marking, headline == headlines.metrics.end() ? nullptr : &*headline);
    DetailTable made = maker.make(metric);
    list_missing(table, made, analysis, details.unavailable);
    if (!made.rows.empty()) details.tables.push_back(std::move(made));
  }
  return details;
}

}  // namespace fsduel::verdict
