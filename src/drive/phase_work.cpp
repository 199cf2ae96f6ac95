#include "drive/phase_work.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "drive/lap_timer.hpp"
#include "drive/op_runner.hpp"
#include "drive/traversal.hpp"

namespace fsduel::drive {
namespace {

constexpr std::size_t kBatch = 256;

template <typename Ticks>
class StreamWork final : public PhaseWork {
 public:
  StreamWork(std::unique_ptr<OpStream> stream, const WorkerTools& tools)
      : stream_(std::move(stream)),
        tools_(tools),
        runner_(::fcntl(tools.root_fd, F_DUPFD_CLOEXEC, 0), tools.pool, tools.recorder),
        timer_(tools.recorder, tools.clock.scale) {}

  PhaseOutcome::End run() override {
    std::size_t count = 0;  // of the last batch
    const std::uint64_t begin = Ticks::now();
    timer_.start();
    while (!tools_.stop.is_set()) {
      const auto now = static_cast<std::int64_t>(timer_.nanoseconds_since(begin));
      const Feedback feedback{Nanoseconds{now}, 0, std::span<const int>(results_).first(count)};
      count = stream_->fill(batch_, feedback);
      if (count == 0) return PhaseOutcome::End::complete;
      carry_out(count);
      tools_.done.fetch_add(count, std::memory_order_relaxed);
    }
    return PhaseOutcome::End::stopped;
  }

 private:
  // The measured loop.
  void carry_out(std::size_t count) {
    timer_.start();
    for (std::size_t i = 0; i < count; ++i) {
      results_[i] = runner_.carry_out(batch_[i]);
      timer_.lap(batch_[i].kind, results_[i], batch_[i].name);
    }
  }

  std::unique_ptr<OpStream> stream_;
  WorkerTools tools_;
  OpRunner runner_;
  LapTimer<Ticks> timer_;
  std::array<Op, kBatch> batch_{};
  std::array<int, kBatch> results_{};
};

}  // namespace

std::unique_ptr<PhaseWork> make_stream_work(std::unique_ptr<OpStream> stream,
                                            const WorkerTools& tools) {
  if (tools.clock.kind == ClockKind::counter) {
    return std::make_unique<StreamWork<CounterTicks>>(std::move(stream), tools);
  }
  return std::make_unique<StreamWork<MonotonicTicks>>(std::move(stream), tools);
}

std::unique_ptr<PhaseWork> make_traversal_work(const PhasePlan& plan, const WorkerTools& tools) {
  if (tools.clock.kind == ClockKind::counter) {
    return std::make_unique<Traversal<CounterTicks>>(plan, tools);
  }
  return std::make_unique<Traversal<MonotonicTicks>>(plan, tools);
}

}  // namespace fsduel::drive
