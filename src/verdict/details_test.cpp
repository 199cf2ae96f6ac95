#include "verdict/details.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/duel_builder.hpp"
#include "verdict/judge.hpp"

namespace fsduel::verdict {
namespace {

using support::DuelBuilder;
using support::make_noisy;
using support::ValuePlace;

const DetailRow* find_row(const Judgement& judgement, std::string_view metric,
                          std::string_view phase) {
  for (const auto& table : judgement.details) {
    if (table.metric != metric) continue;
    for (const auto& row : table.rows) {
      if (row.phase == phase) return &row;
    }
  }
  return nullptr;
}

TEST(Details, EveryPhaseHasMedianAndSpreadPerCandidate) {
  const auto judgement = judge(DuelBuilder({"ext4", "xfs"})
                                   .phases({"untar", "rm"})
                                   .values([](const ValuePlace& place) {
                                     return Measured::of(1.0 + static_cast<double>(place.round));
                                   })
                                   .build());
  const auto* row = find_row(judgement, "time_durable", "rm");
  ASSERT_NE(row, nullptr);
  ASSERT_TRUE(row->cells[0].summary);
  EXPECT_EQ(*row->cells[0].summary, (Summary{6, 3.5, 1.5 * 1.4826, 1, 6}));
}

// Differences of the phases have p values that stand alone but not after Holm over many phases.
TEST(Details, HolmTurnsALoneFindIntoAHint) {
  const std::vector<double> logs{0.031, 0.009, 0.031, 0.009, 0.031, 0.009};  // p about 0.009
  const auto values = [&](const ValuePlace& place) {
    const double base = place.twin == Twin::yes && place.round % 2 == 0 ? 1.0001 : 1.0;
    if (place.candidate == 0) return Measured::of(base);
    if (place.phase == "rm") return Measured::of(std::exp(logs[place.round]));
    return Measured::of(place.round % 2 == 0 ? 1.0001 : 0.9999);
  };
  DuelBuilder builder({"ext4", "xfs"});
  builder.metrics({"cpu_workers"}).headline({}).values(values);
  Duel alone = builder.phases({"rm"}).build();
  alone.plan.spec.margin = 0.0001;
  for (auto& record : alone.records) {
    std::erase_if(record.observations, [](const auto& o) { return o.phase == kWholeRun; });
  }
  EXPECT_EQ(find_row(judge(alone), "cpu_workers", "rm")->cells[1].mark, Mark::worse_by_margin);
  Duel many = builder.phases({"untar", "walk", "read", "copy", "rm"}).build();
  many.plan.spec.margin = 0.0001;
  EXPECT_EQ(find_row(judge(many), "cpu_workers", "rm")->cells[1].mark, Mark::hint_worse);
}

TEST(Details, TwinThatDiffersInAPhaseBarsThatPhaseOnly) {
  const auto source = make_noisy({.seed = 5, .scales = {1, 0.7}, .sd_log = 0.01});
  const auto judgement =
      judge(DuelBuilder({"ext4", "xfs"})
                .phases({"untar", "rm"})
                .values([source](const ValuePlace& place) {
                  const bool is_off = place.twin == Twin::yes && place.phase == "rm";
                  return Measured::of(*source(place).value * (is_off ? 1.2 : 1.0));
                })
                .build());
  EXPECT_EQ(find_row(judgement, "time_durable", "rm")->cells[1].mark, Mark::twin_differs);
  EXPECT_EQ(find_row(judgement, "time_durable", "untar")->cells[1].mark, Mark::better_by_margin);
}

TEST(Details, UnreliableSessionHasNoMarks) {
  const auto source = make_noisy({.seed = 3, .scales = {1, 0.7}, .sd_log = 0.01});
  const auto judgement =
      judge(DuelBuilder({"ext4", "xfs"})
                .phases({"untar"})
                .values([source](const ValuePlace& place) {
                  const bool is_off = place.twin == Twin::yes && place.phase == kWholeRun;
                  return Measured::of(*source(place).value * (is_off ? 1.2 : 1.0));
                })
                .build());
  ASSERT_EQ(judgement.session, Session::unreliable);
  EXPECT_EQ(find_row(judgement, "time_durable", "untar")->cells[1].mark, Mark::none);
}

TEST(Details, WholeRunOfAHeadlineMetricRepeatsTheHeadline) {
  const auto judgement =
      judge(DuelBuilder({"ext4", "xfs", "btrfs"})
                .phases({"rm"})
                .values(make_noisy({.seed = 3, .scales = {1, 0.7, 1.5}, .sd_log = 0.01}))
                .build());
  const auto* row = find_row(judgement, "time_durable", kWholeRun);
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->cells[2].comparison, judgement.headline[0].verdicts[1].comparison);
}

TEST(Details, MissingMetricIsListedWithPhasesAndReason) {
  const auto judgement =
      judge(DuelBuilder({"ext4", "xfs"})
                .phases({"untar", "rm"})
                .metrics({"time_durable", "device_flushes"})
                .values([](const ValuePlace& place) {
                  if (place.metric != "device_flushes") return Measured::of(1);
                  if (place.candidate == 1) return Measured::missing("kernel before 5.5");
                  return place.phase == "rm" ? Measured::missing("not in rm") : Measured::of(1);
                })
                .build());
  const std::vector<Unavailable> expected{{"device_flushes", {"rm"}, {0}, "not in rm"},
                                          {"device_flushes", {}, {1}, "kernel before 5.5"}};
  EXPECT_EQ(judgement.unavailable, expected);
}

TEST(Details, BelowSixRoundsThereAreNumbersButNoMarks) {
  const auto judgement = judge(DuelBuilder({"ext4", "xfs"})
                                   .rounds(2)
                                   .values(make_noisy({.scales = {1, 0.5}, .sd_log = 0.001}))
                                   .build());
  const auto* row = find_row(judgement, "time_durable", kWholeRun);
  EXPECT_TRUE(row->cells[1].comparison.ratio);
  EXPECT_EQ(row->cells[1].mark, Mark::none);
}

}  // namespace
}  // namespace fsduel::verdict
