#include "drive/recorder.hpp"

#include <gtest/gtest.h>

#include <cerrno>

namespace fsduel::drive {
namespace {

TEST(Recorder, WritesWhatItSaw) {
  Recorder recorder;
  recorder.add(OpKind::stat, 100);
  recorder.add(OpKind::stat, 300);
  recorder.add(OpKind::unlink, 50);
  recorder.add_read(7);
  recorder.add_written(9);
  PhaseOutcome outcome;
  recorder.write_to(outcome);
  EXPECT_EQ(outcome.operations, 3u);
  EXPECT_EQ(outcome.bytes_read, Bytes{7});
  EXPECT_EQ(outcome.bytes_written, Bytes{9});
  ASSERT_EQ(outcome.latencies.size(), 2u);
  EXPECT_EQ(outcome.latencies[0].op_class, "stat");
  EXPECT_EQ(outcome.latencies[0].sum, Nanoseconds{400});
  EXPECT_EQ(outcome.latencies[0].minimum, Nanoseconds{100});
  EXPECT_EQ(outcome.latencies[0].maximum, Nanoseconds{300});
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_TRUE(outcome.first_error.empty());
}

TEST(Recorder, CountsErrorsByKindAndErrnoAndKeepsTheFirstEscaped) {
  Recorder recorder;
  recorder.fail(OpKind::create, ENOSPC, "a\nb");
  recorder.fail(OpKind::create, ENOSPC, "c");
  recorder.fail(OpKind::create, EEXIST, "c");
  recorder.fail(OpKind::write, ENOSPC, nullptr);
  PhaseOutcome outcome;
  recorder.write_to(outcome);
  EXPECT_EQ(outcome.errors, (std::map<std::string, std::uint64_t>{
                                {"create ENOSPC", 2}, {"create EEXIST", 1}, {"write ENOSPC", 1}}));
  EXPECT_EQ(outcome.first_error, "create a\\nb: No space left on device (ENOSPC)");
}

TEST(Recorder, MergeKeepsEveryCount) {
  Recorder a;
  Recorder b;
  a.add(OpKind::read, 10);
  a.fail(OpKind::read, EIO, "x");
  b.add(OpKind::read, 20);
  b.add(OpKind::write, 30);
  b.add_written(5);
  b.fail(OpKind::read, EIO, "y");
  a.merge(b);
  PhaseOutcome outcome;
  a.write_to(outcome);
  EXPECT_EQ(outcome.operations, 3u);
  EXPECT_EQ(outcome.bytes_written, Bytes{5});
  EXPECT_EQ(outcome.errors.at("read EIO"), 2u);
  EXPECT_EQ(outcome.first_error, "read x: Input/output error (EIO)");
}

TEST(Recorder, MergeTakesTheOthersFirstErrorWhenItHasNone) {
  Recorder a;
  Recorder b;
  b.fail(OpKind::stat, ENOENT, "gone");
  a.merge(b);
  PhaseOutcome outcome;
  a.write_to(outcome);
  EXPECT_EQ(outcome.first_error, "stat gone: No such file or directory (ENOENT)");
}

}  // namespace
}  // namespace fsduel::drive
