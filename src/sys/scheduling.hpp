// The I/O priority of a process, as ionice(1) names it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fsduel::sys {

enum class IoClass { realtime, best_effort, idle };

struct IoPriority {
  IoClass io_class = IoClass::best_effort;
  int level = 4;  // 0 (first) to 7 (last); always 0 in class idle, which has no levels
  friend bool operator==(const IoPriority&, const IoPriority&) = default;
};

// "idle", "best-effort", "realtime", with ":LEVEL" (0 to 7) for the last two; also the numbers 1, 2
// and 3 of ionice. nullopt for anything else.
[[nodiscard]] std::optional<IoPriority> parse_io_priority(std::string_view text);
// "best-effort:4", "idle".
[[nodiscard]] std::string render_io_priority(const IoPriority& priority);

// For the calling thread and all that it starts from now on (ioprio_set(2)); throws Error. Only
// some I/O schedulers heed it (bfq; mq-deadline by class).
void set_io_priority(const IoPriority& priority);
// What the calling thread has; best-effort:4 where nothing was set.
[[nodiscard]] IoPriority read_io_priority();

}  // namespace fsduel::sys
