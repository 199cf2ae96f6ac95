#include "venue/images.hpp"

#include <gtest/gtest.h>

namespace fsduel::venue {
namespace {

Plan plan_of(std::vector<Candidate> candidates) {
  Plan plan;
  plan.spec.candidates = std::move(candidates);
  plan.image_size = Bytes{512};
  return plan;
}

Candidate with_log(std::uint64_t size) {
  Candidate candidate;
  candidate.log = ExtraDisk{.image_size = Bytes{size}, .device = {}};
  return candidate;
}

TEST(Images, TheDataImageIsOneForAll) {
  const auto needs = list_images(plan_of({Candidate{}, Candidate{}}));
  ASSERT_EQ(needs.size(), 1U);
  EXPECT_EQ(needs[0], (ImageNeed{"data.img", Bytes{512}}));
}

TEST(Images, LogsOfTheSameSizeShareOneAndOthersDoNot) {
  const auto needs = list_images(plan_of({with_log(64), with_log(64), with_log(128)}));
  ASSERT_EQ(needs.size(), 3U);
  EXPECT_EQ(needs[1].size, Bytes{64});
  EXPECT_EQ(needs[2].size, Bytes{128});
}

TEST(Images, FurtherDevicesOfOneCandidateAreDifferentImages) {
  Candidate candidate;
  candidate.devices = {{.image_size = Bytes{64}, .device = {}},
                       {.image_size = Bytes{64}, .device = {}}};
  EXPECT_EQ(list_images(plan_of({candidate})).size(), 3U);
}

TEST(Images, ADeviceOrADirectoryNeedsNone) {
  Candidate directory;
  directory.kind = CandidateKind::directory;
  EXPECT_TRUE(list_images(plan_of({directory})).empty());
  auto plan = plan_of({Candidate{}});
  plan.spec.device = "/dev/sdz";
  EXPECT_TRUE(list_images(plan).empty());
}

}  // namespace
}  // namespace fsduel::venue
