#include "sys/scheduling.hpp"

#include <linux/ioprio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "base/text.hpp"
#include "sys/system_calls.hpp"

namespace fsduel::sys {
namespace {

constexpr int kLevelMax = 7;

std::optional<IoClass> parse_class(std::string_view text) {
  if (text == "realtime" || text == "rt" || text == "1") return IoClass::realtime;
  if (text == "best-effort" || text == "be" || text == "2") return IoClass::best_effort;
  if (text == "idle" || text == "3") return IoClass::idle;
  return std::nullopt;
}

int to_kernel_class(IoClass io_class) {
  switch (io_class) {
    case IoClass::realtime:
      return IOPRIO_CLASS_RT;
    case IoClass::best_effort:
      return IOPRIO_CLASS_BE;
    case IoClass::idle:
      return IOPRIO_CLASS_IDLE;
  }
  return IOPRIO_CLASS_BE;
}

}  // namespace

std::optional<IoPriority> parse_io_priority(std::string_view text) {
  const auto parts = split(text, ':');
  const auto io_class = parse_class(parts[0]);
  if (!io_class || parts.size() > 2) return std::nullopt;
  if (*io_class == IoClass::idle) {
    return parts.size() == 1 ? std::optional(IoPriority{IoClass::idle, 0}) : std::nullopt;
  }
  if (parts.size() == 1) return IoPriority{*io_class, 4};
  const auto level = parse_number(parts[1]);
  if (!level || *level > kLevelMax) return std::nullopt;
  return IoPriority{*io_class, static_cast<int>(*level)};
}

std::string render_io_priority(const IoPriority& priority) {
  if (priority.io_class == IoClass::idle) return "idle";
  const bool is_realtime = priority.io_class == IoClass::realtime;
  return std::string(is_realtime ? "realtime" : "best-effort") + ":" +
         std::to_string(priority.level);
}

void set_io_priority(const IoPriority& priority) {
  const int value = (to_kernel_class(priority.io_class) << IOPRIO_CLASS_SHIFT) | priority.level;
  if (::syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, value) != 0) {
    fail({"set the I/O priority", render_io_priority(priority),
          "run it as root, or the class best-effort"},
         errno);
  }
}

IoPriority read_io_priority() {
  const long value = ::syscall(SYS_ioprio_get, IOPRIO_WHO_PROCESS, 0);
  if (value < 0) fail({"read", "the I/O priority", {}}, errno);
  const int io_class = static_cast<int>(value >> IOPRIO_CLASS_SHIFT);
  const int level = static_cast<int>(value) & kLevelMax;
  if (io_class == IOPRIO_CLASS_RT) return {IoClass::realtime, level};
  if (io_class == IOPRIO_CLASS_IDLE) return {IoClass::idle, 0};
  return io_class == IOPRIO_CLASS_NONE ? IoPriority{} : IoPriority{IoClass::best_effort, level};
}

}  // namespace fsduel::sys
