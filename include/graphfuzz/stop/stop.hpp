// How long computations are ended early: by the user's Ctrl-C, or because their time is up.
//
// Whoever wants that (a campaign's worker, a command that reads a large file) opens a StopScope; what may take long
// calls `stop_point` every few microseconds, whatever layer it is in, and knows nothing of who might want it to stop.
// Only then is an exception thrown, Stopped: what was being computed is given up, and is of no use.
#pragma once

#include <atomic>
#include <chrono>

namespace graphfuzz {

/// Thrown by `stop_point`. No std::exception: it is nobody's error, and only the owner of a scope is to catch it.
struct Stopped {};

/// As long as it lives, `stop_point` in this thread throws Stopped once somebody has said stop, or time is up. Scopes
/// are within each other: each of them can stop what is in the innermost one.
class StopScope {
 public:
  using Clock = std::chrono::steady_clock;
  /// Whatever ends by itself soon after the order is not given up.
  static constexpr std::chrono::milliseconds kGrace{20};

  /// Orders to stop; null: none. They must outlive the scope.
  explicit StopScope(const std::atomic<bool>* order, const std::atomic<bool>* other = nullptr,
                     Clock::time_point deadline = Clock::time_point::max());
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  friend void stop_point();
  bool ordered(Clock::time_point now) const;
  void look(Clock::time_point now);

  const std::atomic<bool>* const order_;
  const std::atomic<bool>* const other_;
  const Clock::time_point deadline_;
  Clock::time_point seen_ = Clock::time_point::max();  ///< when it was first seen that it is over
  StopScope* const outer_;
};

/// As long as it lives, `stop_point` in this thread heeds no scope around it: for what would be wrong if only a part of
/// it were done. That had better be short.
class UnstoppedScope {
 public:
  UnstoppedScope();
  ~UnstoppedScope();
  UnstoppedScope(const UnstoppedScope&) = delete;
  UnstoppedScope& operator=(const UnstoppedScope&) = delete;

 private:
  StopScope* const outer_;
};

/// To be called in the midst of what may take long. Costs a look at the clock, some 30 ns; nothing outside of scopes.
void stop_point();

}  // namespace graphfuzz
