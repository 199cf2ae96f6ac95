#include "report/csv.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include "report/number.hpp"
#include "verdict/phrase.hpp"

namespace fsduel::report {
namespace {

using verdict::Bounds;
using verdict::DetailCell;

constexpr std::string_view kHead =
    "duel,phase,metric,unit,candidate,baseline,rounds,median,spread,minimum,maximum,ratio,"
    "ratio_lower,ratio_upper,difference,difference_lower,difference_upper,level,mark,unavailable";

std::string quote(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

void add_bounds(std::vector<std::string>& fields, const std::optional<Bounds>& bounds) {
  for (const double Bounds::*part : {&Bounds::estimate, &Bounds::lower, &Bounds::upper}) {
    fields.push_back(bounds ? render_exact((*bounds).*part) : std::string());
  }
}

void add_cell(std::vector<std::string>& fields, const DetailCell& cell) {
  if (cell.summary) {
    const auto& summary = *cell.summary;
    fields.push_back(std::to_string(summary.rounds));
    for (const double value : {summary.median, summary.spread, summary.minimum, summary.maximum}) {
      fields.push_back(render_exact(value));
    }
  } else {
    fields.insert(fields.end(), {"0", "", "", "", ""});
  }
  add_bounds(fields, cell.comparison.ratio);
  add_bounds(fields, cell.comparison.difference);
  const bool is_compared = cell.comparison.ratio || cell.comparison.difference;
  fields.push_back(is_compared ? render_exact(cell.comparison.level) : std::string());
  fields.emplace_back(verdict::render_mark(cell.mark));
  fields.push_back(cell.unavailable_reason);
}

std::string join_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const auto& field : fields) {
    if (!line.empty()) line += ',';
    line += quote(field);
  }
  return line + "\r\n";
}

}  // namespace

std::string render_csv(const Duel& duel, const verdict::Judgement& judgement) {
  std::string text = fmt::format("{}\r\n", kHead);
  for (const auto& table : judgement.details) {
    const Metric& metric = *find_metric(table.metric);
    for (const auto& row : table.rows) {
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        std::vector<std::string> fields{duel.uid,
                                        row.phase,
                                        table.metric,
                                        std::string(metric.unit),
                                        judgement.candidates[i],
                                        judgement.candidates[judgement.baseline]};
        add_cell(fields, row.cells[i]);
        text += join_line(fields);
      }
    }
  }
  return text;
}

}  // namespace fsduel::report
