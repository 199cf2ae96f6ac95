#include "sys/stop.hpp"

#include <cstring>

#include "base/check.hpp"
#include "base/error.hpp"

namespace fsduel::sys {
namespace {

// The one thing that a signal handler can reach; set only while a StopSignals lives.
std::atomic<StopFlag*> flag_of_signals{nullptr};

extern "C" void note_signal(int signal_number) {
  if (StopFlag* flag = flag_of_signals.load()) flag->set(signal_number);
}

}  // namespace

void throw_if_stopped(const StopFlag& stop, const char* doing, const char* object) {
  if (!stop.is_set()) return;
  throw Error({.doing = doing,
               .object = object,
               .cause = std::string("interrupted by ") + strsignal(stop.signal()),
               .next_step = "the same command again",
               .errno_value = 0,
               .exit_code = ExitCode::interrupted});
}

StopSignals::StopSignals(StopFlag& flag) {
  StopFlag* nobody = nullptr;
  const bool alone = flag_of_signals.compare_exchange_strong(nobody, &flag);
  FSDUEL_CHECK(alone, "only one StopSignals may live at a time");
  struct sigaction action = {};
  action.sa_handler = note_signal;
  sigemptyset(&action.sa_mask);
  // Interrupted calls are not restarted, so that a long wait looks at the flag.
  action.sa_flags = 0;
  sigaction(SIGINT, &action, &interrupt_before_);
  sigaction(SIGTERM, &action, &terminate_before_);
}

StopSignals::~StopSignals() {
  sigaction(SIGINT, &interrupt_before_, nullptr);
  sigaction(SIGTERM, &terminate_before_, nullptr);
  flag_of_signals.store(nullptr);
}

}  // namespace fsduel::sys
