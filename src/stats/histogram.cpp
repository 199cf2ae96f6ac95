#include "stats/histogram.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "stats/quantile_ci.hpp"

namespace fsduel::stats {
namespace {

// Adds a count; false when the total would not fit 64 bits.
bool add_count(std::uint64_t& total, std::uint64_t count) {
  return !__builtin_add_overflow(total, count, &total);
}

bool is_consistent(const HistogramData& data) {
  if (data.entries.empty()) return data == HistogramData{data.sub_bucket_bits, {}, 0, 0, 0, 0, 0};
  const bool extremes_fit = data.min_ns <= data.max_ns &&
                            Histogram::index_of(data.min_ns) == data.entries.front().index &&
                            Histogram::index_of(data.max_ns) == data.entries.back().index;
  std::uint64_t surely_stalled = 0;
  std::uint64_t maybe_stalled = 0;
  for (const auto& [index, count] : data.entries) {
    if (Histogram::lowest_of(index) > Histogram::kStallNs) surely_stalled += count;
    if (Histogram::highest_of(index) > Histogram::kStallNs) maybe_stalled += count;
  }
  const bool stalls_fit = surely_stalled <= data.stall_count && data.stall_count <= maybe_stalled &&
                          (data.stall_count == 0) == (data.stall_total_ns == 0);
  return extremes_fit && stalls_fit && data.sum_ns >= data.max_ns &&
         data.sum_ns >= data.stall_total_ns;
}

}  // namespace

void Histogram::merge(const Histogram& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  sum_ += other.sum_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  stall_count_ += other.stall_count_;
  stall_total_ += other.stall_total_;
}

std::uint64_t Histogram::count() const {
  std::uint64_t total = 0;
  for (const std::uint64_t count : counts_) total += count;
  return total;
}

std::optional<double> Histogram::mean_ns() const {
  const std::uint64_t n = count();
  if (n == 0) return std::nullopt;
  return static_cast<double>(sum_) / static_cast<double>(n);
}

std::optional<std::uint64_t> Histogram::quantile_ns(double quantile) const {
  FSDUEL_CHECK(quantile >= 0 && quantile <= 1, "a quantile lies between 0 and 1");
  const std::uint64_t n = count();
  if (n == 0) return std::nullopt;
  return value_at_rank_ns(quantile_rank(quantile, n));
}

std::optional<std::uint64_t> Histogram::value_at_rank_ns(std::uint64_t rank) const {
  if (rank == 0) return std::nullopt;
  std::uint64_t seen = 0;
  for (std::uint32_t index = 0; index < kBuckets; ++index) {
    seen += counts_[index];
    if (seen < rank) continue;
    const std::uint64_t low = lowest_of(index);
    return std::clamp(low + (highest_of(index) - low) / 2, min_, max_);
  }
  return std::nullopt;
}

HistogramData Histogram::data() const {
  HistogramData data{kSubBucketBits, {}, sum_, min_ns(), max_, stall_count_, stall_total_};
  for (std::uint32_t index = 0; index < kBuckets; ++index) {
    if (counts_[index] > 0) data.entries.push_back({index, counts_[index]});
  }
  return data;
}

std::optional<Histogram> Histogram::from(const HistogramData& data) {
  if (data.sub_bucket_bits != kSubBucketBits) return std::nullopt;
  Histogram histogram;
  std::uint64_t total = 0;
  std::uint64_t next_index = 0;
  for (const auto& [index, count] : data.entries) {
    if (index < next_index || index >= kBuckets || count == 0) return std::nullopt;
    if (!add_count(total, count)) return std::nullopt;
    histogram.counts_[index] = count;
    next_index = std::uint64_t{index} + 1;
  }
  if (!is_consistent(data)) return std::nullopt;
  if (total == 0) return histogram;
  histogram.sum_ = data.sum_ns;
  histogram.min_ = data.min_ns;
  histogram.max_ = data.max_ns;
  histogram.stall_count_ = data.stall_count;
  histogram.stall_total_ = data.stall_total_ns;
  return histogram;
}

}  // namespace fsduel::stats
