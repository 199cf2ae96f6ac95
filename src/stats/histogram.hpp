// Latencies counted in log-linear buckets.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace fsduel::stats {

// A histogram as it is stored: only the buckets that hold something, with all exact figures.
struct HistogramData {
  struct Entry {
    std::uint32_t index = 0;
    std::uint64_t count = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::uint32_t sub_bucket_bits = 0;  // layout; from() takes only its own
  std::vector<Entry> entries;         // ascending index, counts > 0
  std::uint64_t sum_ns = 0;
  std::uint64_t min_ns = 0;
  std::uint64_t max_ns = 0;
  std::uint64_t stall_count = 0;
  std::uint64_t stall_total_ns = 0;
  friend bool operator==(const HistogramData&, const HistogramData&) = default;
};

// Counts of nanosecond latencies over the whole range of 64 bits. Values below 256 have a bucket
// each; above, every power of two is cut into 128 buckets, so a bucket is at most 1/128 = 0.8 %
// wide and its middle at most 0.4 % off. Count, sum, extremes and stalls are exact. 58 KiB each,
// allocated once. One thread writes; histograms are merged afterwards.
class Histogram {
 public:
  static constexpr std::uint32_t kSubBucketBits = 7;
  static constexpr std::uint64_t kStallNs = 1'000'000'000;

  Histogram() : counts_(kBuckets, 0) {}

  // No allocation, no lock, a handful of instructions: it stands in the measured loop.
  void add(std::uint64_t latency_ns) {
    ++counts_[index_of(latency_ns)];
    sum_ += latency_ns;
    if (latency_ns < min_) min_ = latency_ns;
    if (latency_ns > max_) max_ = latency_ns;
    if (latency_ns > kStallNs) [[unlikely]] {
      ++stall_count_;
      stall_total_ += latency_ns;
    }
  }

  void merge(const Histogram& other);

  [[nodiscard]] std::uint64_t count() const;
  // Exact up to 2^64 ns (584 years of latency).
  [[nodiscard]] std::uint64_t sum_ns() const { return sum_; }
  // 0 when nothing was added.
  [[nodiscard]] std::uint64_t min_ns() const { return max_ < min_ ? 0 : min_; }
  [[nodiscard]] std::uint64_t max_ns() const { return max_; }
  [[nodiscard]] std::optional<double> mean_ns() const;
  // Operations that took longer than a second, and the time they took together.
  [[nodiscard]] std::uint64_t stall_count() const { return stall_count_; }
  [[nodiscard]] std::uint64_t stall_total_ns() const { return stall_total_; }

  // Nearest-rank quantile, 0 <= q <= 1: the middle of its bucket, never outside the extremes.
  // nullopt when nothing was added.
  [[nodiscard]] std::optional<std::uint64_t> quantile_ns(double quantile) const;
  // The rank-th smallest value, from 1, in the same way; nullopt outside 1 .. count().
  [[nodiscard]] std::optional<std::uint64_t> value_at_rank_ns(std::uint64_t rank) const;

  [[nodiscard]] HistogramData data() const;
  // nullopt when the data contradict themselves or have another layout.
  [[nodiscard]] static std::optional<Histogram> from(const HistogramData& data);

  // Bucket of a value, and the smallest and largest value of a bucket.
  [[nodiscard]] static constexpr std::uint32_t index_of(std::uint64_t value) {
    // Setting the top sub-bucket bit gives small values a shift of zero without a branch.
    const auto width = static_cast<std::uint32_t>(std::bit_width(value | kSubBuckets));
    const std::uint32_t shift = width - kSubBucketBits - 1;
    return (shift << kSubBucketBits) + static_cast<std::uint32_t>(value >> shift);
  }
  [[nodiscard]] static constexpr std::uint64_t lowest_of(std::uint32_t index) {
    if (index < 2 * kSubBuckets) return index;
    const std::uint32_t shift = (index >> kSubBucketBits) - 1;
    return (kSubBuckets + (index & (kSubBuckets - 1))) << shift;
  }
  [[nodiscard]] static constexpr std::uint64_t highest_of(std::uint32_t index) {
    return index + 1 < kBuckets ? lowest_of(index + 1) - 1 : UINT64_MAX;
  }

 private:
  static constexpr std::uint64_t kSubBuckets = std::uint64_t{1} << kSubBucketBits;
  static constexpr std::uint32_t kBuckets = (64 - kSubBucketBits + 1) << kSubBucketBits;

  std::vector<std::uint64_t> counts_;
  std::uint64_t sum_ = 0;
  std::uint64_t min_ = UINT64_MAX;
  std::uint64_t max_ = 0;
  std::uint64_t stall_count_ = 0;
  std::uint64_t stall_total_ = 0;
};

}  // namespace fsduel::stats
