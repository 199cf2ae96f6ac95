#include "stats/blocked.hpp"

namespace fsduel::stats {

double blocked_seconds(const WorkerTime& time) {
  return time.workers * time.wall_seconds - time.cpu_seconds - time.run_delay_seconds -
         time.think_seconds;
}

}  // namespace fsduel::stats
