#include "workload/tree.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "workload/entry_list.hpp"
#include "workload/registry.hpp"

namespace fsduel::workload {
namespace {

OptionValues small_tree() {
  return {{"files", "300"}, {"mean-size", "4k"}, {"tar", ""}, {"tar-inside", "false"}};
}

std::uint64_t count_ops(const Workload& workload, std::size_t phase) {
  const auto stream = workload.make_stream(phase, 0);
  std::vector<Op> batch(256);
  std::uint64_t total = 0;
  while (const std::size_t count = stream->fill(batch, {})) total += count;
  return total;
}

TEST(Registry, FindsTheTreeByName) {
  ASSERT_NE(find_workload("tree"), nullptr);
  EXPECT_EQ(find_workload("tree")->name, "tree");
  EXPECT_EQ(find_workload("trees"), nullptr);
}

TEST(Registry, EveryDescriptorIsWhole) {
  for (const auto& each : workloads()) {
    EXPECT_FALSE(each.help.empty());
    EXPECT_FALSE(each.phases.empty());
    EXPECT_LE(each.headline_metrics.size(), 4u);
    for (const auto& name : each.headline_metrics) EXPECT_NE(find_metric(name), nullptr) << name;
    for (const auto& option : each.options) EXPECT_FALSE(option.help.empty()) << option.name;
    EXPECT_TRUE(each.estimate && each.make);
  }
}

TEST(TreeWorkload, HasThePhasesOfItsDescriptor) {
  const auto descriptor = make_tree_descriptor();
  const auto workload = descriptor.make({small_tree(), 1, nullptr});
  EXPECT_EQ(workload->phases(), descriptor.phases);
  EXPECT_EQ(workload->phases().back().kind, PhaseKind::durable);
  EXPECT_EQ(workload->phases()[workload->space_phase()].name, "copy");
}

TEST(TreeWorkload, EstimateAgreesWithTheTreeMade) {
  const auto descriptor = make_tree_descriptor();
  const auto estimate = descriptor.estimate({small_tree(), 1, nullptr});
  const auto workload = descriptor.make({small_tree(), 1, nullptr});
  const auto size = workload->size();
  EXPECT_EQ(size.files, 900u);
  EXPECT_EQ(estimate.files, size.files);
  EXPECT_NEAR(double(estimate.bytes_peak.value) / double(size.bytes_peak.value), 1, 0.01);
  EXPECT_NEAR(double(estimate.operations) / double(size.operations), 1, 0.1);
  EXPECT_EQ(workload->stored_bytes(), size.bytes_peak);
  EXPECT_GT(size.expected_time.count(), 0);
}

TEST(TreeWorkload, ExpectedOperationsAreNearTheStreams) {
  const auto workload = make_tree_descriptor().make({small_tree(), 1, nullptr});
  for (std::size_t phase = 0; phase < workload->phases().size(); ++phase) {
    if (workload->phases()[phase].kind != PhaseKind::stream) continue;
    EXPECT_NEAR(double(workload->expected_operations(phase)) / double(count_ops(*workload, phase)),
                1, 0.15)
        << workload->phases()[phase].name;
  }
}

TEST(TreeWorkload, BothTreesAreUnpackedByTheSameOperations) {
  const auto workload = make_tree_descriptor().make({small_tree(), 1, nullptr});
  const auto first = workload->make_stream(0, 0);
  const auto second = workload->make_stream(1, 0);
  std::vector<Op> a(256);
  std::vector<Op> b(256);
  while (const std::size_t count = first->fill(a, {})) {
    ASSERT_EQ(second->fill(b, {}), count);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(a[i].kind, b[i].kind);
      ASSERT_EQ(a[i].length, b[i].length);
      ASSERT_EQ(a[i].time_ns, b[i].time_ns);
    }
  }
  EXPECT_EQ(second->fill(b, {}), 0u);
}

TEST(TreeWorkload, ArchiveTakesThePlaceOfTheGeneratedTree) {
  const std::vector<TreeEntry> entries{{EntryKind::file, "one", "", 0644, 0, Bytes{77}}};
  const EntryListMaker maker(entries);
  const auto workload = make_tree_descriptor().make({small_tree(), 1, &maker});
  EXPECT_EQ(workload->stored_bytes(), Bytes{3 * 77});
  EXPECT_EQ(workload->size().files, 3u);
}

TEST(TreeWorkload, ArchiveWithoutFilesIsRefused) {
  const std::vector<TreeEntry> entries{{EntryKind::directory, "d", "", 0755, 0, {}}};
  const EntryListMaker maker(entries);
  OptionValues options = small_tree();
  options["tar"] = "empty.tar";
  try {
    (void)make_tree_descriptor().make({options, 1, &maker});
    FAIL() << "an archive without files was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.parts().exit_code, ExitCode::usage);
    EXPECT_NE(std::string(error.what()).find("empty.tar"), std::string::npos);
  }
}

}  // namespace
}  // namespace fsduel::workload
