// An open file descriptor, owned.
#pragma once

#include <utility>

namespace fsduel {

// Move-only owner of a file descriptor; closes it silently when it dies. Not shared between
// threads.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int value) : value_(value) {}
  Fd(Fd&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Fd& operator=(Fd&& other) noexcept;
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  ~Fd();

  [[nodiscard]] int get() const { return value_; }
  [[nodiscard]] bool is_open() const { return value_ >= 0; }
  [[nodiscard]] int release() { return std::exchange(value_, -1); }
  // Closes and returns the errno of close(2), 0 when it went well or nothing was open.
  [[nodiscard]] int close();

 private:
  int value_ = -1;
};

}  // namespace fsduel
