#include "base/fd.hpp"

#include <unistd.h>

#include <cerrno>

namespace fsduel {

Fd& Fd::operator=(Fd&& other) noexcept {
  if (this != &other) {
    (void)close();
    value_ = std::exchange(other.value_, -1);
  }
  return *this;
}

Fd::~Fd() {
  (void)close();
}

int Fd::close() {
  if (value_ < 0) return 0;
  return ::close(std::exchange(value_, -1)) == 0 ? 0 : errno;
}

}  // namespace fsduel
