// What the tests of drive share: a folder to work in, an observer that remembers, scripted streams.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "drive/stream_load.hpp"

namespace fsduel::drive {

// In memory where that is possible: each phase ends with syncfs, which on a disk would wait for
// what everybody else has written.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const bool has_memory = ::access("/dev/shm", W_OK) == 0;
    std::string name = (has_memory ? "/dev/shm/" : ::testing::TempDir()) + "fsduel-drive-XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

class RememberingObserver : public PhaseObserver {
 public:
  void worker_joins(std::size_t /*worker*/, int thread_id) override {
    add("join");
    const std::lock_guard lock(mutex_);
    threads_.push_back(thread_id);
  }
  void worker_leaves(std::size_t /*worker*/) override { add("leave"); }
  void mark(PhaseMark mark) override {
    static constexpr const char* kNames[] = {"begin", "acknowledged", "durable", "quiet"};
    add(kNames[static_cast<std::size_t>(mark)]);
  }
  void progress(double share) override { shares.push_back(share); }

  std::vector<std::string> events;
  std::vector<double> shares;
  [[nodiscard]] const std::vector<int>& threads() const { return threads_; }

 private:
  void add(const char* event) {
    const std::lock_guard lock(mutex_);
    events.emplace_back(event);
  }
  std::mutex mutex_;
  std::vector<int> threads_;
};

// Calls a function for each batch.
class FunctionStream final : public OpStream {
 public:
  using Fill = std::function<std::size_t(std::span<Op>, const Feedback&)>;
  explicit FunctionStream(Fill fill) : fill_(std::move(fill)) {}
  std::size_t fill(std::span<Op> batch, const Feedback& feedback) override {
    return fill_(batch, feedback);
  }

 private:
  Fill fill_;
};

// One phase; the function makes each worker's operations.
class ScriptedWorkload final : public Workload {
 public:
  using MakeFill = std::function<FunctionStream::Fill(std::size_t worker)>;
  explicit ScriptedWorkload(MakeFill make, std::size_t workers = 1)
      : make_(std::move(make)), workers_(workers) {}
  // A list of operations for one worker.
  explicit ScriptedWorkload(std::vector<Op> ops)
      : ScriptedWorkload([ops = std::move(ops)](std::size_t) { return give(ops); }) {}
  explicit ScriptedWorkload(const PhasePlan& plan) : phases_{plan}, workers_(1) {}

  [[nodiscard]] const std::vector<PhasePlan>& phases() const override { return phases_; }
  [[nodiscard]] std::size_t workers() const override { return workers_; }
  [[nodiscard]] std::unique_ptr<OpStream> make_stream(std::size_t /*phase*/,
                                                      std::size_t worker) const override {
    return std::make_unique<FunctionStream>(make_(worker));
  }
  [[nodiscard]] WorkloadSize size() const override { return {}; }
  [[nodiscard]] std::uint64_t expected_operations(std::size_t /*phase*/) const override {
    return expected;
  }
  [[nodiscard]] std::size_t space_phase() const override { return 0; }
  [[nodiscard]] Bytes stored_bytes() const override { return {}; }

  static FunctionStream::Fill give(std::vector<Op> ops) {
    return [ops = std::move(ops), next = std::size_t{0}](std::span<Op> batch,
                                                         const Feedback&) mutable {
      std::size_t count = 0;
      while (count < batch.size() && next < ops.size()) batch[count++] = ops[next++];
      return count;
    };
  }

  std::uint64_t expected = 0;

 private:
  std::vector<PhasePlan> phases_{{"script", PhaseKind::stream, CacheState::warm, "", "", ""}};
  MakeFill make_;
  std::size_t workers_;
};

// Runs the one phase of a scripted workload in a folder.
inline PhaseOutcome run_script(const ScriptedWorkload& workload, const std::filesystem::path& root,
                               DriveOptions options = {}) {
  const sys::StopFlag stop;
  RememberingObserver observer;
  options.pool.size = kMiB;
  StreamLoad load(workload, stop, options);
  load.prepare({root.string()});
  return load.run_phase(0, observer);
}

inline std::map<std::string, std::uint64_t> counts_by_class(const PhaseOutcome& outcome) {
  std::map<std::string, std::uint64_t> counts;
  for (const auto& latency : outcome.latencies) counts[latency.op_class] = latency.count;
  return counts;
}

inline std::size_t count_open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

// A lower limit of this process while it lives; files that would grow beyond give EFBIG.
class LowerLimit {
 public:
  LowerLimit(decltype(RLIMIT_NOFILE) what, rlim_t value) : what_(what) {
    ::getrlimit(what_, &before_);
    handler_ = ::signal(SIGXFSZ, SIG_IGN);
    const rlimit lower{value, before_.rlim_max};
    ::setrlimit(what_, &lower);
  }
  ~LowerLimit() {
    ::setrlimit(what_, &before_);
    ::signal(SIGXFSZ, handler_);
  }
  LowerLimit(const LowerLimit&) = delete;
  LowerLimit& operator=(const LowerLimit&) = delete;

 private:
  decltype(RLIMIT_NOFILE) what_;
  rlimit before_{};
  sighandler_t handler_;
};

}  // namespace fsduel::drive
