#include "report/details_text.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "report/layout.hpp"
#include "report/number.hpp"
#include "report/sentence.hpp"

namespace fsduel::report {
namespace {

using verdict::ComparisonKind;
using verdict::DetailTable;
using verdict::Judgement;

constexpr std::size_t kIndent = 2;

// A row per phase: value of each candidate, and for all but the baseline its ratio and mark.
TextTable make_wide(const Judgement& judgement, const DetailTable& details) {
  const Metric& metric = *find_metric(details.metric);
  TextTable table{{Align::left}, {{"phase"}}};
  for (std::size_t i = 0; i < judgement.candidates.size(); ++i) {
    table.alignment.push_back(Align::right);
    table.rows.front().push_back(label(judgement, i));
    if (i == judgement.baseline) continue;
    table.alignment.insert(table.alignment.end(), {Align::left, Align::left});
    table.rows.front().insert(table.rows.front().end(),
                              {"/ " + label(judgement, judgement.baseline), ""});
  }
  for (const auto& row : details.rows) {
    std::vector<std::string> cells{phase_title(row.phase)};
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      cells.push_back(value_text(row.cells[i], metric));
      if (i == judgement.baseline) continue;
      cells.push_back(comparison_text(row.cells[i], metric));
      cells.emplace_back(mark_sign(row.cells[i].mark));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// A row per phase and candidate.
TextTable make_tall(const Judgement& judgement, const DetailTable& details) {
  const Metric& metric = *find_metric(details.metric);
  TextTable table{
      {Align::left, Align::left, Align::right, Align::left, Align::left},
      {{"phase", "candidate", "value", "/ " + label(judgement, judgement.baseline), ""}}};
  for (const auto& row : details.rows) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const auto& cell = row.cells[i];
      table.rows.push_back({i == 0 ? phase_title(row.phase) : "", label(judgement, i),
                            value_text(cell, metric), comparison_text(cell, metric),
                            std::string(mark_sign(cell.mark))});
    }
  }
  return table;
}

}  // namespace

std::string comparison_text(const verdict::DetailCell& cell, const Metric& metric) {
  const auto& comparison = cell.comparison;
  if (comparison.kind == ComparisonKind::both_zero) return "both 0";
  if (comparison.ratio) {
    const bool has_no_spread = comparison.kind == ComparisonKind::no_spread;
    return render_ratio(*comparison.ratio) + (has_no_spread ? " (no spread)" : "");
  }
  if (comparison.difference) return render_difference(*comparison.difference, metric.unit);
  return {};
}

std::string value_text(const verdict::DetailCell& cell, const Metric& metric) {
  return cell.summary ? render_value(cell.summary->median, metric.unit) : "n/a";
}

std::string write_details(const Judgement& judgement, std::size_t width) {
  std::string text;
  for (const auto& details : judgement.details) {
    const Metric& metric = *find_metric(details.metric);
    TextTable table = make_wide(judgement, details);
    if (table_width(table) + kIndent > width) table = make_tall(judgement, details);
    const std::string title = fmt::format("{}{}", metric.title,
                                          metric.better == Better::neither ? ""
                                          : metric.better == Better::lower ? " (less is better)"
                                                                           : " (more is better)");
    text += "\n" + title + "\n" + render_table(table, kIndent);
  }
  return text;
}

}  // namespace fsduel::report
