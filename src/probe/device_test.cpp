// Goal: device work is the sum over all disks of a candidate, in kB of 1000 bytes, and missing with
// the disk's name where one disk does not tell.
#include "probe/device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sys/fake_system.hpp"

namespace fsduel::probe {
namespace {

using testing::HasSubstr;

Measured find_reading(const std::vector<Reading>& readings, std::string_view metric) {
  for (const auto& reading : readings) {
    if (reading.metric == metric) return reading.value;
  }
  return Measured::missing("not among the readings");
}

constexpr const char* kModern = "10 0 2000 0 20 0 4000 0 0 0 0 0 0 0 0 7 0\n";
constexpr const char* kOld = "1 0 1000 0 2 0 3000 0 0 0 0\n";

TEST(DeviceProbe, SumsAllDisksInUnitsOf1000Bytes) {
  sys::FakeSystem system;
  system.set_text("/sys/class/block/loop0/stat", kModern);
  system.set_text("/sys/class/block/loop1/stat", kModern);
  const auto readings = DeviceProbe(system).read({{"loop0", "loop1"}, "/mnt"});
  EXPECT_DOUBLE_EQ(*find_reading(readings, "device_read").value, 2048.0);
  EXPECT_DOUBLE_EQ(*find_reading(readings, "device_written").value, 4096.0);
  EXPECT_DOUBLE_EQ(*find_reading(readings, "device_read_requests").value, 20.0);
  EXPECT_DOUBLE_EQ(*find_reading(readings, "device_write_requests").value, 40.0);
  EXPECT_DOUBLE_EQ(*find_reading(readings, "device_flushes").value, 14.0);
}

TEST(DeviceProbe, OneOldDiskTakesTheFlushesOnly) {
  sys::FakeSystem system;
  system.set_text("/sys/class/block/loop0/stat", kModern);
  system.set_text("/sys/class/block/sda1/stat", kOld);
  const auto readings = DeviceProbe(system).read({{"loop0", "sda1"}, "/mnt"});
  EXPECT_DOUBLE_EQ(*find_reading(readings, "device_read").value, 1536.0);
  const auto flushes = find_reading(readings, "device_flushes");
  EXPECT_FALSE(flushes.value);
  EXPECT_THAT(flushes.unavailable_reason, HasSubstr("sda1"));
  EXPECT_THAT(flushes.unavailable_reason, HasSubstr("Linux 5.5"));
}

TEST(DeviceProbe, AnAbsentDiskMakesTheSumMissing) {
  sys::FakeSystem system;
  system.set_text("/sys/class/block/loop0/stat", kModern);
  const auto readings = DeviceProbe(system).read({{"loop0", "gone"}, "/mnt"});
  const auto written = find_reading(readings, "device_written");
  EXPECT_FALSE(written.value);
  EXPECT_THAT(written.unavailable_reason, HasSubstr("gone"));
}

TEST(DeviceProbe, ADirectoryCandidateHasNoDisk) {
  sys::FakeSystem system;
  for (const auto& reading : DeviceProbe(system).read({{}, "/srv"}))
    EXPECT_THAT(reading.value.unavailable_reason, HasSubstr("no block device"));
}

TEST(DeviceProbe, AnUnknownFormIsAReason) {
  sys::FakeSystem system;
  system.set_text("/sys/class/block/loop0/stat", "1 2 3\n");
  const auto answer = read_block_counters(system, "loop0");
  EXPECT_FALSE(answer.counters);
  EXPECT_THAT(answer.why, HasSubstr("unknown form"));
}

TEST(DeviceProbe, AWholeDiskOfAnOldKernelIsFoundBelowSysBlock) {
  sys::FakeSystem system;
  system.set_text("/sys/block/sda/stat", kOld);
  ASSERT_TRUE(read_block_counters(system, "sda").counters);
  EXPECT_EQ(read_block_counters(system, "sda").counters->write_requests, 2u);
}

}  // namespace
}  // namespace fsduel::probe
