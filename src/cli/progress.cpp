#include "cli/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace fsduel::cli {
namespace {

constexpr Nanoseconds kRedraw = std::chrono::milliseconds{100};

class NoProgress final : public ProgressSink {
 public:
  void tell(const ProgressEvent&) override {}
};

std::string time_left(const ProgressEvent& event) {
  if (event.left.count() <= 0) return {};
  return fmt::format(", about {} left", render_duration(event.left));
}

std::string run_words(const ProgressEvent& event) {
  return fmt::format("round {} of {}: {}", event.round, event.rounds, escape_text(event.label));
}

// One line a run; phases are not told.
class PlainProgress final : public ProgressSink {
 public:
  explicit PlainProgress(TextSink sink) : sink_(std::move(sink)) {}
  void tell(const ProgressEvent& event) override {
    switch (event.kind) {
      case ProgressEvent::Kind::run_begins:
        sink_(run_words(event) + time_left(event) + "\n");
        break;
      case ProgressEvent::Kind::run_ends:
        if (!event.text.empty()) sink_(run_words(event) + " failed: " + event.text + "\n");
        break;
      case ProgressEvent::Kind::phase:
        break;
      case ProgressEvent::Kind::preparing:
        tell_preparing(event);
        break;
      case ProgressEvent::Kind::look:
      case ProgressEvent::Kind::note:
        sink_(event.text + "\n");
        break;
    }
  }

 private:
  // Only the beginning and the end of it.
  void tell_preparing(const ProgressEvent& event) {
    if (event.text == preparing_) return;
    preparing_ = event.text;
    sink_(event.text + "\n");
  }
  TextSink sink_;
  std::string preparing_;
};

class TerminalProgress final : public ProgressSink {
 public:
  TerminalProgress(std::size_t columns, TextSink sink, const Clock& clock)
      : columns_(columns), sink_(std::move(sink)), clock_(clock) {}
  ~TerminalProgress() override { clear(); }
  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;

  void tell(const ProgressEvent& event) override {
    switch (event.kind) {
      case ProgressEvent::Kind::run_begins:
        draw(line(event), Redraw::now);
        break;
      case ProgressEvent::Kind::preparing:
      case ProgressEvent::Kind::phase:
        draw(line(event), Redraw::sometimes);
        break;
      case ProgressEvent::Kind::run_ends:
        if (!event.text.empty()) keep(run_words(event) + " failed: " + event.text);
        break;
      case ProgressEvent::Kind::look:
      case ProgressEvent::Kind::note:
        keep(event.text);
        break;
    }
  }

 private:
  enum class Redraw { now, sometimes };

  static std::string bar(double share) {
    constexpr std::size_t kWidth = 20;
    const double clean = std::clamp(share, 0.0, 1.0);
    const auto done = static_cast<std::size_t>(std::lround(clean * kWidth));
    return "[" + std::string(done, '#') + std::string(kWidth - done, '.') + "]";
  }

  [[nodiscard]] std::string line(const ProgressEvent& event) const {
    if (event.kind == ProgressEvent::Kind::preparing) {
      return fmt::format("{} {}", bar(event.share), event.text);
    }
    const double within = event.runs == 0 ? 0 : 1.0 / static_cast<double>(event.runs);
    const double done = static_cast<double>(event.run == 0 ? 0 : event.run - 1) * within;
    return fmt::format("{} {}{}{}", bar(done), run_words(event),
                       event.phase.empty() ? "" : ", " + event.phase, time_left(event));
  }

  void draw(std::string text, Redraw redraw) {
    const Nanoseconds now = clock_.now();
    if (redraw == Redraw::sometimes && drawn_ && now - last_ < kRedraw) return;
    last_ = now;
    drawn_ = true;
    sink_("\r\x1b[K" + cut(std::move(text)));
  }

  // At most the columns that there are, not in the middle of a UTF-8 sequence.
  [[nodiscard]] std::string cut(std::string text) const {
    while (text_width(text) + 1 > columns_ && !text.empty()) {
      text.pop_back();
      while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80) {
        text.pop_back();
      }
    }
    return text;
  }

  void keep(const std::string& text) {
    clear();
    sink_(text + "\n");
  }

  void clear() {
    if (drawn_) sink_("\r\x1b[K");
    drawn_ = false;
  }

  std::size_t columns_;
  TextSink sink_;
  const Clock& clock_;
  Nanoseconds last_{0};
  bool drawn_ = false;
};

}  // namespace

std::unique_ptr<ProgressSink> make_progress(const ProgressLook& look, TextSink sink,
                                            const Clock& clock) {
  switch (look.style) {
    case ProgressStyle::none:
      return std::make_unique<NoProgress>();
    case ProgressStyle::plain:
      return std::make_unique<PlainProgress>(std::move(sink));
    case ProgressStyle::terminal:
      return std::make_unique<TerminalProgress>(look.columns, std::move(sink), clock);
  }
  return std::make_unique<NoProgress>();
}

}  // namespace fsduel::cli
