#include "cli/progress.hpp"

#include <gtest/gtest.h>

namespace fsduel::cli {
namespace {

ProgressEvent phase_event(double share) {
  ProgressEvent event;
  event.kind = ProgressEvent::Kind::phase;
  event.round = 2;
  event.rounds = 6;
  event.run = 7;
  event.runs = 12;
  event.label = "xfs";
  event.phase = "untar";
  event.share = share;
  event.left = std::chrono::seconds{30};
  return event;
}

struct Told {
  FakeClock clock;
  std::string text;
  std::unique_ptr<ProgressSink> make(ProgressStyle style, std::size_t columns = 80) {
    return make_progress(
        {style, columns}, [this](std::string_view part) { text += part; }, clock);
  }
};

TEST(Progress, ATerminalGetsOneLineThatRedrawsItself) {
  Told told;
  auto progress = told.make(ProgressStyle::terminal);
  progress->tell(phase_event(0.5));
  EXPECT_EQ(told.text,
            "\r\x1b[K[##########..........] round 2 of 6: xfs, untar, about 30.0 s left");
  progress.reset();
  EXPECT_TRUE(told.text.ends_with("\r\x1b[K"));
}

TEST(Progress, ATerminalIsRedrawnAtMostTenTimesASecond) {
  Told told;
  const auto progress = told.make(ProgressStyle::terminal);
  progress->tell(phase_event(0.1));
  const auto size = told.text.size();
  progress->tell(phase_event(0.2));
  EXPECT_EQ(told.text.size(), size);
  told.clock.advance(std::chrono::milliseconds{100});
  progress->tell(phase_event(0.3));
  EXPECT_GT(told.text.size(), size);
}

TEST(Progress, TheLineIsNeverWiderThanTheTerminal) {
  Told told;
  auto event = phase_event(0.5);
  event.label = "ääääääääääääääääääääääääääääääää";
  const auto progress = told.make(ProgressStyle::terminal, 30);
  progress->tell(event);
  EXPECT_EQ(told.text.find('\n'), std::string::npos);
  EXPECT_LE(told.text.size(), std::size_t{4 + 60});
}

TEST(Progress, ElsewhereEachRunIsAPlainLine) {
  Told told;
  const auto progress = told.make(ProgressStyle::plain);
  auto event = phase_event(0);
  event.kind = ProgressEvent::Kind::run_begins;
  event.label = "evil\x1b[31m";
  progress->tell(event);
  progress->tell(phase_event(0.5));
  EXPECT_EQ(told.text, "round 2 of 6: evil\\x1b[31m, about 30.0 s left\n");
}

TEST(Progress, FailuresAndLooksAreKept) {
  Told told;
  const auto progress = told.make(ProgressStyle::terminal);
  auto event = phase_event(0);
  event.kind = ProgressEvent::Kind::run_ends;
  event.text = "cannot mount";
  progress->tell(event);
  EXPECT_EQ(told.text, "round 2 of 6: xfs failed: cannot mount\n");
}

TEST(Progress, QuietTellsNothing) {
  Told told;
  const auto progress = told.make(ProgressStyle::none);
  progress->tell(phase_event(0.5));
  EXPECT_EQ(told.text, "");
}

}  // namespace
}  // namespace fsduel::cli
