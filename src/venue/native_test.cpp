// The native venue on a machine in memory: what it takes, it gives back.
#include "venue/native.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "sys/fake_system.hpp"

namespace fsduel::venue {
namespace {

using testing::HasSubstr;

class SilentProgress final : public ProgressSink {
 public:
  void tell(const ProgressEvent& event) override { texts.push_back(event.text); }
  std::vector<std::string> texts;
};

struct Bench {
  sys::FakeSystem system;
  sys::Journal journal{system, "/tmp/journal"};
  SilentProgress progress;
  sys::StopFlag stop;
  Plan plan;
  RunSpec spec;
  RunSite seen;

  Bench() {
    plan.spec.candidates.resize(1);
    plan.spec.candidates[0].filesystem = "xfs";
    plan.work_directory = "/tmp/work/deep";
    plan.image_size = Bytes{64 << 20};
    spec.candidate = plan.spec.candidates[0];
  }
  [[nodiscard]] RunWatch watch() const { return {stop, const_cast<SilentProgress&>(progress)}; }
  RunFunction remember() {
    return [this](const RunSpec& run, const RunSite& site, const RunWatch&) {
      seen = site;
      RunRecord record;
      record.spec = run;
      return record;
    };
  }
};

TEST(NativeVenue, GivesARunALoopDeviceOverAFullyWrittenImage) {
  Bench bench;
  NativeVenue venue(bench.system, bench.journal, bench.plan);
  venue.open(bench.watch());
  const auto record = venue.execute(bench.spec, bench.remember(), bench.watch());
  EXPECT_EQ(record.status, RunStatus::ok);
  EXPECT_EQ(bench.seen.data->size, Bytes{64 << 20});
  EXPECT_THAT(bench.seen.data->path, HasSubstr("/dev/loop"));
  EXPECT_TRUE(bench.system.read_loops().empty());
}

TEST(NativeVenue, LeavesNothingAfterClosing) {
  Bench bench;
  NativeVenue venue(bench.system, bench.journal, bench.plan);
  venue.open(bench.watch());
  (void)venue.execute(bench.spec, bench.remember(), bench.watch());
  venue.close();
  EXPECT_TRUE(bench.system.list_directory("/tmp/work/deep").empty());
  EXPECT_TRUE(bench.journal.held().empty());
}

TEST(NativeVenue, AnImageWithHolesIsWrittenAgainBeforeTheRun) {
  Bench bench;
  NativeVenue venue(bench.system, bench.journal, bench.plan);
  venue.open(bench.watch());
  const auto folder = bench.system.list_directory("/tmp/work/deep").front();
  const std::string image = "/tmp/work/deep/" + folder + "/data.img";
  bench.system.punch_holes(image);
  (void)venue.execute(bench.spec, bench.remember(), bench.watch());
  EXPECT_TRUE(bench.system.is_fully_allocated(image));
}

TEST(NativeVenue, AThrowingRunGivesItsDevicesBackAndIsAFailedRecord) {
  Bench bench;
  NativeVenue venue(bench.system, bench.journal, bench.plan);
  venue.open(bench.watch());
  const auto record = venue.execute(
      bench.spec,
      [](const RunSpec&, const RunSite&, const RunWatch&) -> RunRecord {
        throw Error({.doing = "do", .object = "it", .cause = "no"});
      },
      bench.watch());
  EXPECT_EQ(record.status, RunStatus::failed);
  EXPECT_EQ(record.failure, "cannot do it: no");
  EXPECT_TRUE(bench.system.read_loops().empty());
}

TEST(NativeVenue, WhatARunCouldNotUnmountIsGoneBeforeTheNextOne) {
  Bench bench;
  NativeVenue venue(bench.system, bench.journal, bench.plan);
  venue.open(bench.watch());
  int runs = 0;
  const auto mount_and_forget = [&](const RunSpec& run, const RunSite& site, const RunWatch&) {
    ++runs;
    EXPECT_TRUE(bench.system.read_mounts().empty());
    EXPECT_TRUE(bench.system.stamp_filesystem(site.data->path, "ext4"));
    const MountRequest request{
        .type = "ext4", .source = site.data->path, .target = site.mount_point, .options = {}};
    (void)bench.journal.take(sys::TakenMount{request.target, request.source, request.type});
    bench.system.mount(request);
    RunRecord record;
    record.spec = run;
    return record;
  };
  (void)venue.execute(bench.spec, mount_and_forget, bench.watch());
  ASSERT_EQ(bench.system.read_mounts().size(), 1U);
  const std::string target = bench.system.read_mounts().front().target;
  bench.system.hold_busy(target, "somebody");
  const auto refused = venue.execute(bench.spec, mount_and_forget, bench.watch());
  EXPECT_EQ(refused.status, RunStatus::failed);
  EXPECT_THAT(refused.failure, HasSubstr("before giving back"));
  EXPECT_EQ(runs, 1);
  bench.system.release_busy(target);
  (void)venue.execute(bench.spec, mount_and_forget, bench.watch());
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(bench.system.read_mounts().size(), 1U);
}

TEST(NativeVenue, AnExternalLogIsASecondImage) {
  Bench bench;
  bench.plan.spec.candidates[0].log = ExtraDisk{.image_size = Bytes{32 << 20}, .device = {}};
  bench.spec.candidate = bench.plan.spec.candidates[0];
  NativeVenue venue(bench.system, bench.journal, bench.plan);
  venue.open(bench.watch());
  (void)venue.execute(bench.spec, bench.remember(), bench.watch());
  EXPECT_EQ(bench.seen.log->size, Bytes{32 << 20});
  EXPECT_NE(bench.seen.log->path, bench.seen.data->path);
}

TEST(NativeVenue, ADirectoryGetsAFreshFolderThatIsRemovedWithAllInIt) {
  Bench bench;
  bench.system.make_directory("/tmp/target", 0755);
  bench.plan.spec.candidates[0].kind = CandidateKind::directory;
  bench.plan.spec.candidates[0].directory = "/tmp/target";
  bench.spec.candidate = bench.plan.spec.candidates[0];
  NativeVenue venue(bench.system, bench.journal, bench.plan);
  venue.open(bench.watch());
  (void)venue.execute(
      bench.spec,
      [&](const RunSpec& run, const RunSite& site, const RunWatch&) {
        EXPECT_THAT(site.mount_point, HasSubstr("/tmp/target/fsduel-"));
        bench.system.make_directory(site.mount_point + "/left", 0755);
        RunRecord record;
        record.spec = run;
        return record;
      },
      bench.watch());
  EXPECT_TRUE(bench.system.list_directory("/tmp/target").empty());
}

// A link may be turned after the check: what is written is the device that was checked.
TEST(NativeVenue, ALinkIsFollowedOnceAndARunAfterItWasTurnedFails) {
  Bench bench;
  for (const char* name : {"sdy", "sdz"}) {
    bench.system.add_block_device(std::string("/dev/") + name, Bytes{1 << 30});
    bench.system.set_text(std::string("/sys/class/block/") + name + "/ro", "0\n");
  }
  bench.system.set_link("/dev/link", "sdz");
  bench.plan.spec.device = bench.plan.spec.wipe = "/dev/link";
  bench.plan.image_size = Bytes{};
  NativeVenue venue(bench.system, bench.journal, bench.plan);
  venue.open(bench.watch());
  EXPECT_EQ(venue.execute(bench.spec, bench.remember(), bench.watch()).status, RunStatus::ok);
  EXPECT_EQ(bench.seen.data->path, "/dev/sdz");
  bench.system.remove_file("/dev/link");
  bench.system.set_link("/dev/link", "sdy");
  const auto record = venue.execute(bench.spec, bench.remember(), bench.watch());
  EXPECT_EQ(record.status, RunStatus::failed);
  EXPECT_THAT(record.failure, HasSubstr("leads to another device"));
}

TEST(NativeVenue, ADeviceIsNotTouchedWithoutTheWords) {
  Bench bench;
  bench.system.add_block_device("/dev/sdz", Bytes{1 << 30});
  bench.plan.spec.device = "/dev/sdz";
  NativeVenue venue(bench.system, bench.journal, bench.plan);
  EXPECT_THROW(venue.open(bench.watch()), Error);
}

}  // namespace
}  // namespace fsduel::venue
