// The latency histogram: its error, its merge and what it stores.
#include "stats/histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "base/random.hpp"

namespace fsduel::stats {
namespace {

constexpr std::uint64_t kHourNs = 3'600'000'000'000;

std::uint64_t seed() {
  const char* chosen = std::getenv("FSDUEL_SEED");
  return chosen != nullptr ? std::stoull(chosen) : 20240607;
}

// Latencies spread evenly over all magnitudes from 1 ns to an hour.
std::vector<std::uint64_t> latencies(std::size_t n) {
  Random random(seed());
  std::vector<std::uint64_t> values;
  const double decades = std::log(static_cast<double>(kHourNs));
  for (std::size_t i = 0; i < n; ++i) {
    values.push_back(static_cast<std::uint64_t>(std::exp(random.uniform() * decades)));
  }
  return values;
}

Histogram histogram_of(const std::vector<std::uint64_t>& values) {
  Histogram histogram;
  for (const std::uint64_t value : values) histogram.add(value);
  return histogram;
}

TEST(Histogram, BucketsTileTheWholeRange) {
  std::uint64_t expected = 0;
  for (std::uint32_t index = 0;; ++index) {
    ASSERT_EQ(Histogram::lowest_of(index), expected) << index;
    ASSERT_EQ(Histogram::index_of(Histogram::lowest_of(index)), index);
    ASSERT_EQ(Histogram::index_of(Histogram::highest_of(index)), index);
    if (Histogram::highest_of(index) == UINT64_MAX) break;
    expected = Histogram::highest_of(index) + 1;
  }
}

TEST(Histogram, NoBucketIsWiderThanOnePercent) {
  for (std::uint32_t index = Histogram::index_of(1); index <= Histogram::index_of(kHourNs);
       ++index) {
    const auto low = static_cast<double>(Histogram::lowest_of(index));
    const auto high = static_cast<double>(Histogram::highest_of(index));
    ASSERT_LE((high - low) / low, 0.01) << index;
  }
}

TEST(Histogram, ASingleValueComesBackExactly) {
  for (const std::uint64_t value : latencies(1000)) {
    ASSERT_EQ(histogram_of({value}).quantile_ns(0.5), value) << "seed " << seed();
  }
}

TEST(Histogram, QuantilesAreWithinOnePercentOfTheSortedValues) {
  auto values = latencies(5000);
  const Histogram histogram = histogram_of(values);
  std::ranges::sort(values);
  for (const std::uint64_t rank : {1U, 50U, 2500U, 4500U, 4950U, 5000U}) {
    const auto exact = static_cast<double>(values[rank - 1]);
    const auto found = static_cast<double>(histogram.value_at_rank_ns(rank).value());
    EXPECT_NEAR(found / exact, 1, 0.01) << "rank " << rank << " seed " << seed();
  }
  EXPECT_EQ(histogram.quantile_ns(0.99), histogram.value_at_rank_ns(4950));
}

TEST(Histogram, FiguresAreExact) {
  const Histogram histogram = histogram_of({300, 12345, 7, 999999});
  EXPECT_EQ(histogram.count(), 4U);
  EXPECT_EQ(histogram.sum_ns(), 300U + 12345 + 7 + 999999);
  EXPECT_EQ(histogram.min_ns(), 7U);
  EXPECT_EQ(histogram.max_ns(), 999999U);
  EXPECT_DOUBLE_EQ(histogram.mean_ns().value(), 1012651.0 / 4);
  EXPECT_EQ(histogram.quantile_ns(0), 7U);
  EXPECT_EQ(histogram.quantile_ns(1), 999999U);
}

TEST(Histogram, OnlyWhatIsLongerThanASecondIsAStall) {
  const Histogram histogram = histogram_of({1'000'000'000, 1'000'000'001, 60'000'000'000});
  EXPECT_EQ(histogram.stall_count(), 2U);
  EXPECT_EQ(histogram.stall_total_ns(), 61'000'000'001U);
}

TEST(Histogram, EmptyHasNoQuantiles) {
  const Histogram empty;
  EXPECT_EQ(empty.count(), 0U);
  EXPECT_EQ(empty.min_ns(), 0U);
  EXPECT_FALSE(empty.quantile_ns(0.5));
  EXPECT_FALSE(empty.mean_ns());
  EXPECT_FALSE(empty.value_at_rank_ns(0));
  EXPECT_FALSE(histogram_of({5}).value_at_rank_ns(2));
}

TEST(Histogram, MergeKeepsEveryCount) {
  const auto values = latencies(2000);
  const auto middle = values.begin() + 700;
  Histogram merged = histogram_of({values.begin(), middle});
  merged.merge(histogram_of({middle, values.end()}));
  EXPECT_EQ(merged.data(), histogram_of(values).data()) << "seed " << seed();
  merged.merge(Histogram());
  EXPECT_EQ(merged.data(), histogram_of(values).data());
}

TEST(Histogram, MergeTakesTheExtremesOfEither) {
  Histogram merged = histogram_of({100});
  merged.merge(histogram_of({5, 5000}));
  EXPECT_EQ(merged.min_ns(), 5U);
  EXPECT_EQ(merged.max_ns(), 5000U);
}

TEST(Histogram, DataMakesTheSameHistogramAgain) {
  for (const auto& values : {latencies(2000), {}, {0}, {UINT64_MAX}}) {
    const HistogramData data = histogram_of(values).data();
    const auto again = Histogram::from(data);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->data(), data);
    EXPECT_EQ(again->quantile_ns(0.9), histogram_of(values).quantile_ns(0.9));
  }
}

TEST(Histogram, DataThatContradictThemselvesAreRefused) {
  const HistogramData good = histogram_of({100, 100, 5000, 2'000'000'000}).data();
  ASSERT_TRUE(Histogram::from(good));
  const auto is_refused = [&](auto spoil) {
    HistogramData bad = good;
    spoil(bad);
    return !Histogram::from(bad);
  };
  EXPECT_TRUE(is_refused([](auto& d) { d.sub_bucket_bits = 6; }));
  EXPECT_TRUE(is_refused([](auto& d) { d.entries[0].count = 0; }));
  EXPECT_TRUE(is_refused([](auto& d) { std::swap(d.entries[0], d.entries[1]); }));
  EXPECT_TRUE(is_refused([](auto& d) { d.entries[1] = d.entries[0]; }));
  EXPECT_TRUE(is_refused([](auto& d) { d.entries.push_back({UINT32_MAX, 1}); }));
  EXPECT_TRUE(is_refused([](auto& d) { d.entries[0].count = UINT64_MAX; }));
  EXPECT_TRUE(is_refused([](auto& d) { d.min_ns = 50; }));
  EXPECT_TRUE(is_refused([](auto& d) { d.max_ns = 50; }));
  EXPECT_TRUE(is_refused([](auto& d) { d.sum_ns = 50; }));
  EXPECT_TRUE(is_refused([](auto& d) { d.stall_count = 0; }));
  EXPECT_TRUE(is_refused([](auto& d) { d.stall_count = 3; }));
  EXPECT_TRUE(is_refused([](auto& d) { d.stall_total_ns = 0; }));
  EXPECT_TRUE(is_refused([](auto& d) { d.entries.clear(); }));
}

}  // namespace
}  // namespace fsduel::stats
