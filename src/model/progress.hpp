// What a person who waits wants to know, told while it happens.
#pragma once

#include <cstdint>
#include <string>

#include "base/units.hpp"

namespace fsduel {

struct ProgressEvent {
  enum class Kind {
    preparing,   // text: "writing image 1 GiB"
    run_begins,  // round, rounds, label
    phase,       // round, label, phase, share
    run_ends,    // text: empty or why it failed
    look,        // text: what is decided and what is not
    note         // text
  } kind = Kind::note;
  std::uint64_t round = 0;   // from 1
  std::uint64_t rounds = 0;  // the next look at which it may stop
  std::uint64_t run = 0;     // from 1, of all runs up to that look
  std::uint64_t runs = 0;
  std::string label;  // of the candidate
  std::string phase;
  double share = 0;     // of the phase, 0..1
  Nanoseconds left{0};  // estimate until the next look; 0: unknown
  std::string text;
};

// Called from the thread that runs the duel.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  virtual void tell(const ProgressEvent& event) = 0;
};

}  // namespace fsduel
