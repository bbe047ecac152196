#include "campaign/crew.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "graphfuzz/campaign/unit.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {
namespace {

constexpr double kFarAway = 1e9;  // seconds

// How many executions a worker takes on at a time.
constexpr std::uint64_t kBatch = 64;

// A batch that takes longer is slow.
constexpr std::chrono::milliseconds kSlow{20};

// Called wherever oneTBB passes data of ours from thread to thread: orders what comes before it in one thread before
// what follows in the other. So does oneTBB, but ThreadSanitizer cannot see into Debian's library.
void hand_over() {
  static constinit std::atomic<unsigned> count{0};
  count.fetch_add(1, std::memory_order_acq_rel);
}

// oneTBB ends the process if it gets no thread. Throws WorkError unless so many can be had.
void require_threads(unsigned workers) {
  static std::atomic<unsigned> had{1};  // asked for before, and got
  if (workers <= had.load()) return;
  std::string problem;
  std::latch all_made(1);
  std::vector<std::jthread> threads;  // joined before the latch is gone
  try {
    threads.reserve(workers);
    while (threads.size() + 1 < workers) threads.emplace_back([&] { all_made.wait(); });
  } catch (const std::exception& error) {
    problem = error.what();
  }
  all_made.count_down();
  if (problem.empty()) return had.store(workers);
  throw WorkError(fmt::format("expected threads for {} workers, found that the system has them for {} ({})", workers,
                              threads.size() + 1, problem));
}

}  // namespace

Crew::Crew(const CampaignOptions& options, Questions questions)
    : options_(options), questions_(std::move(questions)), timed_(std::isfinite(options.seconds)) {}

void Crew::resume(std::uint64_t executions, double seconds, Curve curve, Estimates estimates) {
  executions_ = executions;
  before_ = seconds;
  curve_ = std::move(curve);
  estimates_ = std::move(estimates);
  next_point_ = curve_.empty() ? 1 : next_point(curve_.back().first);
}

bool Crew::run(const std::function<Worker&(unsigned worker)>& make, double pause) {
  require_threads(options_.workers);
  // What was claimed in the last run, and not done, is there again.
  claimed_ = executions_.load();
  pausing_ = false;
  start_ = Clock::now();
  working_ = true;
  pause_at_ =
      start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(pause, kFarAway)));
  if (options_.workers == 1) {
    work_of(0, make);
  } else {
    run_workers(make);
  }
  before_ += since_start();
  working_ = false;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return pausing_ && !stopped() && executions_.load() < options_.executions;
}

// One worker does without: a native program may use oneTBB as well, which is not put back between its executions.
void Crew::run_workers(const std::function<Worker&(unsigned worker)>& make) {
  const oneapi::tbb::global_control threads(oneapi::tbb::global_control::max_allowed_parallelism, options_.workers);
  oneapi::tbb::task_arena arena(static_cast<int>(options_.workers));
  hand_over();
  const auto part = [&](const oneapi::tbb::blocked_range<unsigned>& range) {
    for (unsigned worker = range.begin(); worker != range.end(); ++worker) work_of(worker, make);
  };
  arena.execute([&] {
    // One pointer: oneTBB copies more than that by memcpy, and TSan takes that for a race (see tests/tsan.supp).
    const auto handed_over = [part = &part](const oneapi::tbb::blocked_range<unsigned>& range) {
      hand_over();
      (*part)(range);
      hand_over();
    };
    oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<unsigned>(0, options_.workers, 1), handed_over,
                              oneapi::tbb::simple_partitioner());
  });
  hand_over();
}

void Crew::work_of(unsigned worker, const std::function<Worker&(unsigned worker)>& make) {
  const StopScope scope(options_.stop, &stop_, deadline());
  try {
    work(worker, make(worker));
  } catch (const Stopped&) {  // before its first step: to make a run of a program is to run its beginning
    stop();
  } catch (...) {
    // Not through oneTBB, whose C++ library may be another one than ours (src/runtime).
    const std::lock_guard lock(failure_mutex_);
    if (!failure_) failure_ = std::current_exception();
    stop();
  }
}

/// When executions are to be stopped in their midst.
Crew::Clock::time_point Crew::deadline() const {
  if (!timed_ || options_.finish_executions) return Clock::time_point::max();
  const double left = std::clamp(options_.seconds - before_, 0.0, kFarAway);
  return start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(left));
}

/// One step, which may be stopped in its midst: it has not been, then, and `execution` is what it was.
bool Crew::step(Worker& worker, std::uint64_t& execution) {
  try {
    return worker.step(execution);
  } catch (const Stopped&) {
    cut_short_ = true;
    return false;
  }
}

void Crew::work(unsigned number, Worker& worker) {
  bool more = true;
  bool slow = false;  // are batches so slow that the clock is to be looked at in the midst of them?
  while (more && !pauses()) {
    const std::uint64_t claimed = claimed_.fetch_add(kBatch, std::memory_order_relaxed);
    if (claimed >= options_.executions) break;
    // Numbered after what all workers have done, and not after what they have claimed: of a tree that is exhausted much
    // may be claimed that never comes, and no execution is to have a number beyond how many there were.
    const std::uint64_t first = executions_.load(std::memory_order_relaxed);
    const std::uint64_t end = first + std::min(kBatch, options_.executions - claimed);
    std::uint64_t execution = first;
    const Clock::time_point began = Clock::now();
    while (execution < end && more) {
      more = !stopped() && step(worker, execution);
      if (options_.workers == 1 && execution >= next_point_) add_point(execution);
      if (slow && pauses()) break;
    }
    slow = Clock::now() - began > kSlow;
    const std::uint64_t done = executions_.fetch_add(execution - first, std::memory_order_relaxed) + execution - first;
    if (options_.workers > 1) {
      const std::lock_guard lock(mutex_);
      if (done >= next_point_) add_point(done);
    }
    if (number == 0) tell_progress(done, worker);
  }
  worker.finish();
}

bool Crew::stopped() const {
  return stop_.load(std::memory_order_relaxed) ||
         (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) ||
         (timed_ && elapsed() >= options_.seconds);
}

bool Crew::pauses() {
  if (pausing_.load(std::memory_order_relaxed)) return true;
  if (Clock::now() < pause_at_) return false;
  pausing_.store(true, std::memory_order_relaxed);
  return true;
}

void Crew::tell_bug() {
  bug_found_.store(true, std::memory_order_relaxed);
  if (options_.stop_on_bug) stop();
}

void Crew::add_point(std::uint64_t executions) {
  if (!curve_.empty() && curve_.back().first >= executions) return;
  curve_.emplace_back(executions, questions_.unique());
  add_estimate(estimates_, executions);
  next_point_ = next_point(executions);
}

void Crew::tell_progress(std::uint64_t executions, const Worker& worker) {
  if (!options_.progress || executions - progress_checked_ < 16 * kBatch) return;
  progress_checked_ = executions;
  const double now = elapsed();
  if (now - progress_told_ < 0.2) return;
  progress_told_ = now;
  Progress progress{executions, 0, bug_found_.load(std::memory_order_relaxed), now};
  worker.tell(progress);
  options_.progress(progress);
}

Curve Crew::curve() const {
  Curve curve = curve_;
  if (curve.empty() || curve.back().first < executions()) curve.emplace_back(executions(), questions_.unique());
  return curve;
}

void Crew::add_estimate(Estimates& estimates, std::uint64_t executions) const {
  std::optional<GraphEstimate> estimate = questions_.estimate();
  if (!estimate) return;
  estimate->executions = executions;
  estimates.push_back(*estimate);
}

Estimates Crew::estimates() const {
  Estimates estimates = estimates_;
  const bool told = !curve_.empty() && curve_.back().first >= executions();
  if (!told) add_estimate(estimates, executions());
  return estimates;
}

}  // namespace graphfuzz
