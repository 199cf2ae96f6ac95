#include "sys/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace fsduel::sys {

std::optional<std::size_t> find_terminal_columns(int descriptor) {
  constexpr std::size_t kUsual = 80;
  if (isatty(descriptor) != 1) return std::nullopt;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsual;
  return size.ws_col;
}

}  // namespace fsduel::sys
