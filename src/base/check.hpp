// FSDUEL_CHECK(condition, why): we were wrong. Always on; prints place and reason and aborts. Never
// in the measured loop.
#pragma once

namespace fsduel {
[[noreturn]] void check_failed(const char* condition, const char* why, const char* file, int line);
}

#define FSDUEL_CHECK(condition, why) \
  ((condition) ? void(0) : ::fsduel::check_failed(#condition, (why), __FILE__, __LINE__))
