// Crew: the workers of a campaign, who share the executions to be run, the clock, and the order to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "campaign/curves.hpp"
#include "graphfuzz/campaign/campaign.hpp"

namespace graphfuzz {

/// What one worker does. Made and used by one thread.
class Worker {
 public:
  virtual ~Worker() = default;
  /// Runs one execution, and adds one to `number` as soon as it is over; or finds that there is none for now.
  /// False if nothing is left.
  virtual bool step(std::uint64_t& number) = 0;
  /// Hands over what is not yet in what workers share.
  virtual void finish() = 0;
  /// Adds what this kind of search knows of its progress.
  virtual void tell(Progress& progress) const = 0;
};

class Crew {
 public:
  /// What is asked for at points of the curve, in the thread of a worker: the number that it counts, and an estimate of
  /// all graphs, if there is one (its `executions` are filled in).
  struct Questions {
    std::function<std::uint64_t()> unique;
    std::function<std::optional<GraphEstimate>()> estimate;
  };

  /// Options must outlive the crew.
  Crew(const CampaignOptions& options, Questions questions);

  /// Goes on where another crew has stopped.
  void resume(std::uint64_t executions, double seconds, Curve curve, Estimates estimates);

  /// Has each worker step in a thread of its own until all executions are run, time is up, somebody says stop, nothing
  /// is left, or for `pause` seconds. `worker` is asked for each of them in its thread. Returns whether it was the
  /// pause. Throws what a worker throws, once all have stopped.
  bool run(const std::function<Worker&(unsigned worker)>& worker, double pause);

  /// Was an execution stopped in its midst? Then the worker it belongs to cannot go on, nor be saved.
  bool cut_short() const { return cut_short_.load(); }
  /// The time that the crew has worked.
  double elapsed() const { return before_ + (working_ ? since_start() : 0); }
  std::uint64_t executions() const { return executions_.load(); }
  /// To be called by workers.
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  void tell_bug();
  /// Is it over, so that even what an execution has shown is to be told in short?
  bool hurries() const { return !options_.finish_executions && stopped(); }

  /// (executions, unique) at growing intervals, the last one now.
  Curve curve() const;
  /// The same without the last one, as `resume` takes it.
  const Curve& points() const { return curve_; }
  /// At points of the curve where there was one, the last one now; and without that.
  Estimates estimates() const;
  const Estimates& estimated() const { return estimates_; }

 private:
  using Clock = std::chrono::steady_clock;

  double since_start() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  bool stopped() const;
  bool pauses();
  void run_workers(const std::function<Worker&(unsigned worker)>& make);
  void work_of(unsigned worker, const std::function<Worker&(unsigned worker)>& make);
  void work(unsigned number, Worker& worker);
  bool step(Worker& worker, std::uint64_t& execution);
  Clock::time_point deadline() const;
  void add_point(std::uint64_t executions);
  void add_estimate(Estimates& estimates, std::uint64_t executions) const;
  void tell_progress(std::uint64_t executions, const Worker& worker);

  const CampaignOptions& options_;
  const Questions questions_;
  const bool timed_;
  Clock::time_point start_ = Clock::now();
  double before_ = 0;  // seconds, before `start_`
  bool working_ = false;
  Clock::time_point pause_at_{};
  std::atomic<bool> pausing_{false};
  alignas(64) std::atomic<std::uint64_t> claimed_{0};
  alignas(64) std::atomic<std::uint64_t> executions_{0};
  alignas(64) std::atomic<bool> stop_{false};
  std::atomic<bool> bug_found_{false};
  std::atomic<bool> cut_short_{false};
  std::mutex mutex_;  // of the curve, and the estimates
  Curve curve_;
  Estimates estimates_;
  std::mutex failure_mutex_;
  std::exception_ptr failure_;  // the first that ended a worker
  std::uint64_t next_point_ = 1;
  std::uint64_t progress_checked_ = 0;  // worker 0's
  double progress_told_ = 0;
};

}  // namespace graphfuzz
