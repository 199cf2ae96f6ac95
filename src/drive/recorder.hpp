// What one worker saw of a phase.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/load.hpp"
#include "model/op.hpp"
#include "stats/histogram.hpp"

namespace fsduel::drive {

// Latencies by kind of operation, bytes and errors. One thread writes; recorders are merged when
// the workers have ended. add() and the bytes stand in the measured loop: no allocation, no lock.
class Recorder {
 public:
  void add(OpKind kind, std::uint64_t latency_ns) {
    histograms_[static_cast<std::size_t>(kind)].add(latency_ns);
  }
  void add_read(std::uint64_t bytes) { bytes_read_ += bytes; }
  void add_written(std::uint64_t bytes) { bytes_written_ += bytes; }
  // Counts a failure; the first one is kept with its name (null: none).
  void fail(OpKind kind, int errno_value, const char* name);

  void merge(const Recorder& other);
  // Fills what a recorder knows: operations, bytes, errors, latencies.
  void write_to(PhaseOutcome& outcome) const;

 private:
  struct ErrorCount {
    OpKind kind = OpKind::stat;
    int errno_value = 0;
    std::uint64_t count = 0;
  };
  void count_error(OpKind kind, int errno_value, std::uint64_t count);

  std::array<stats::Histogram, kOpKinds> histograms_;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t bytes_written_ = 0;
  std::vector<ErrorCount> errors_;  // few: kinds x errno values that really came
  std::string first_error_;
};

}  // namespace fsduel::drive
