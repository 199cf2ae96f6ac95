// The table of metrics, names of things, and how mistakes are printed.
#include "model/metric.hpp"

#include <gtest/gtest.h>

#include <set>

#include "model/diagnostic.hpp"
#include "model/json.hpp"

namespace fsduel {
namespace {

TEST(Metric, EveryNameStandsOnceAndIsFound) {
  std::set<std::string_view> names;
  for (const auto& metric : metrics()) {
    EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
    EXPECT_EQ(find_metric(metric.name), &metric);
    EXPECT_FALSE(metric.help.empty()) << metric.name;
  }
  EXPECT_EQ(find_metric("time_durablee"), nullptr);
}

TEST(Fact, IsFoundByName) {
  EXPECT_EQ(find_fact({{"a", "1"}, {"b", "2"}}, "b"), "2");
  EXPECT_EQ(find_fact({{"a", "1"}}, "c"), std::nullopt);
}

TEST(RunKey, ReadsAsAPlaceInTheDuel) {
  EXPECT_EQ(render_run_key({3, 1, Twin::yes, 0}), "round 3, candidate 1 (twin), attempt 0");
}

TEST(RunRecord, ObservationIsFoundByPhaseAndMetric) {
  RunRecord record;
  record.observations = {{"untar", "time_durable", Measured::of(1)},
                         {"rm", "time_durable", Measured::of(2)}};
  ASSERT_NE(find_observation(record, "rm", "time_durable"), nullptr);
  EXPECT_EQ(find_observation(record, "rm", "time_durable")->value, Measured::of(2));
  EXPECT_EQ(find_observation(record, "rm", "errors"), nullptr);
}

TEST(OpKind, EveryKindHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kOpKinds; ++i) names.insert(render_op_kind(static_cast<OpKind>(i)));
  EXPECT_EQ(names.size(), kOpKinds);
  EXPECT_EQ(names.count(""), 0U);
  EXPECT_EQ(render_op_kind(OpKind::readdir), "readdir");
}

TEST(StopReason, NameIsFoundAgain) {
  for (const auto reason : {StopReason::decided, StopReason::rounds_cap, StopReason::time_limit,
                            StopReason::interrupted, StopReason::all_failed}) {
    EXPECT_EQ(find_stop_reason(stop_reason_name(reason)), reason);
  }
  EXPECT_EQ(find_stop_reason("bored"), std::nullopt);
  EXPECT_EQ(find_stop_reason(""), std::nullopt);
}

TEST(Diagnostic, NamesFileLineAndColumnAsEditorsRead) {
  EXPECT_EQ(render_diagnostic({{"duel.toml", 3, 9}, "no", "yes"}), "duel.toml:3:9: no; yes");
  EXPECT_EQ(render_diagnostic({{"duel.toml", 3, 0}, "no", ""}), "duel.toml:3: no");
  EXPECT_EQ(render_diagnostic({{"candidate 2", 0, 5}, "no", ""}), "candidate 2, column 5: no");
  EXPECT_EQ(render_diagnostic({{"argument --rounds", 0, 0}, "no", ""}), "argument --rounds: no");
  EXPECT_EQ(render_diagnostic({{}, "no", "yes"}), "no; yes");
}

TEST(Diagnostic, EscapesTheNameOfItsSource) {
  EXPECT_EQ(render_diagnostic({{"a\x1b[31m\n", 1, 2}, "no", ""}), "a\\x1b[31m\\n:1:2: no");
}

}  // namespace
}  // namespace fsduel
