#include "drive/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace fsduel::drive {
namespace {

LatencySummary summarize(OpKind kind, const stats::Histogram& histogram) {
  const stats::HistogramData data = histogram.data();
  LatencySummary summary;
  summary.op_class = render_op_kind(kind);
  for (const auto& entry : data.entries) {
    summary.buckets.emplace_back(entry.index, entry.count);
    summary.count += entry.count;
  }
  summary.sum = Nanoseconds{static_cast<std::int64_t>(data.sum_ns)};
  summary.minimum = Nanoseconds{static_cast<std::int64_t>(data.min_ns)};
  summary.maximum = Nanoseconds{static_cast<std::int64_t>(data.max_ns)};
  return summary;
}

}  // namespace

void Recorder::fail(OpKind kind, int errno_value, const char* name) {
  if (first_error_.empty()) {
    first_error_ = fmt::format("{}{}{}: {} ({})", render_op_kind(kind), name == nullptr ? "" : " ",
                               escape_text(name == nullptr ? "" : name), errno_text(errno_value),
                               errno_name(errno_value));
  }
  count_error(kind, errno_value, 1);
}

void Recorder::count_error(OpKind kind, int errno_value, std::uint64_t count) {
  const auto at = std::find_if(errors_.begin(), errors_.end(), [&](const ErrorCount& each) {
    return each.kind == kind && each.errno_value == errno_value;
  });
  if (at == errors_.end()) {
    errors_.push_back({kind, errno_value, count});
  } else {
    at->count += count;
  }
}

void Recorder::merge(const Recorder& other) {
  for (std::size_t i = 0; i < kOpKinds; ++i) histograms_[i].merge(other.histograms_[i]);
  bytes_read_ += other.bytes_read_;
  bytes_written_ += other.bytes_written_;
  for (const auto& each : other.errors_) count_error(each.kind, each.errno_value, each.count);
  if (first_error_.empty()) first_error_ = other.first_error_;
}

void Recorder::write_to(PhaseOutcome& outcome) const {
  outcome.bytes_read = Bytes{bytes_read_};
  outcome.bytes_written = Bytes{bytes_written_};
  outcome.first_error = first_error_;
  for (const auto& each : errors_) {
    const std::string key =
        fmt::format("{} {}", render_op_kind(each.kind), errno_name(each.errno_value));
    outcome.errors[key] += each.count;
  }
  for (std::size_t i = 0; i < kOpKinds; ++i) {
    LatencySummary summary = summarize(static_cast<OpKind>(i), histograms_[i]);
    if (summary.count == 0) continue;
    outcome.operations += summary.count;
    outcome.latencies.push_back(std::move(summary));
  }
}

}  // namespace fsduel::drive
