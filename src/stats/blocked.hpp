// The fair "I/O wait": time that workers neither ran nor queued for a CPU nor slept on purpose.
#pragma once

namespace fsduel::stats {

struct WorkerTime {
  double workers = 1;            // threads that worked all of the wall time
  double wall_seconds = 0;       // of the phase
  double cpu_seconds = 0;        // on a CPU, all workers
  double run_delay_seconds = 0;  // waiting for a CPU, all workers
  double think_seconds = 0;      // deliberate pauses, all workers
};

// workers * wall - cpu - run delay - think. The clocks are read one after another, so a phase that
// never blocks may come out a little below zero; the figure is given as measured.
[[nodiscard]] double blocked_seconds(const WorkerTime& time);

}  // namespace fsduel::stats
