// Tells a person who waits how far the duel is: a line that redraws itself on a terminal, one plain
// line a run elsewhere.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "model/progress.hpp"

namespace fsduel::cli {

enum class ProgressStyle { none, plain, terminal };

// Where the text goes (standard error, or a string in tests).
using TextSink = std::function<void(std::string_view)>;

struct ProgressLook {
  ProgressStyle style = ProgressStyle::plain;
  std::size_t columns = 80;  // of the terminal; the line is never longer
};

// Sink and clock outlive what is made. ProgressStyle::none tells nothing, notes included.
[[nodiscard]] std::unique_ptr<ProgressSink> make_progress(const ProgressLook& look, TextSink sink,
                                                          const Clock& clock);

}  // namespace fsduel::cli
