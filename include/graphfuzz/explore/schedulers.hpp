// The field's own ways to choose schedules, as they were published (doc/schedules.md says where, and what is ours).
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/explore/scheduler.hpp"

namespace graphfuzz {

/// Uniform random walk: each step by a thread drawn uniformly.
class WalkScheduler final : public Scheduler {
 public:
  explicit WalkScheduler(Random& random) : random_(random) {}
  std::size_t choose(const Builder& builder, std::span<const ThreadId> threads) override;

 private:
  Random& random_;
};

/// PCT: threads have priorities in random order, and the thread with the highest goes on. At depth-1 steps, drawn
/// uniformly from as many as the longest execution so far had, the thread that is about to take the step gets a
/// priority lower than all initial ones instead. A bug of that depth is then found with a probability of 1/(n
/// k^(depth-1)) at least, with n threads and k steps. The first execution, which has no k, has no change points.
class PctScheduler final : public Scheduler {
 public:
  PctScheduler(Random& random, unsigned depth) : random_(random), depth_(depth) {}
  void begin() override;
  std::size_t choose(const Builder& builder, std::span<const ThreadId> threads) override;
  void end(const ExecutionGraph& graph, bool truncated) override;
  void save(store::Writer& out) const override;
  void load(const store::Value& saved) override;

 private:
  Random& random_;
  unsigned depth_;
  std::uint64_t longest_ = 0;              // k
  bool only_truncated_ = false;            // … of executions that were given up
  std::uint64_t steps_ = 0;                // of this execution
  std::vector<std::uint64_t> changes_;     // the i-th: the step at which a thread gets the priority i + 1
  std::vector<std::uint64_t> priorities_;  // by thread; 0: none yet
};

/// POS: each pending event has a random priority, and the highest goes on. The others that race with it, as they access
/// the same location and one of the two may write, then draw theirs anew.
class PosScheduler final : public Scheduler {
 public:
  explicit PosScheduler(Random& random) : random_(random) {}
  void begin() override { priorities_.clear(); }
  std::size_t choose(const Builder& builder, std::span<const ThreadId> threads) override;

 private:
  Random& random_;
  std::vector<std::uint64_t> priorities_;  // of the pending events, by thread; 0: none yet
};

/// SURW: all interleavings of the interesting events are equally likely, if each thread has as many of them as in
/// earlier executions. Which of the threads has its next interesting event first is drawn in proportion to how many it
/// has left; the others wait before theirs until then. What is not interesting is a random walk. The events of a thread
/// that is yet to be started count as those of the thread that starts it.
///
/// Interesting are the accesses of one location, drawn anew for each execution from those that several threads have
/// accessed so far, and one has written. The first execution, which knows of none, is a random walk.
class SurwScheduler final : public Scheduler {
 public:
  explicit SurwScheduler(Random& random) : random_(random) {}
  void begin() override;
  std::size_t choose(const Builder& builder, std::span<const ThreadId> threads) override;
  void end(const ExecutionGraph& graph, bool truncated) override;
  void save(store::Writer& out) const override;
  void load(const store::Value& saved) override;

 private:
  /// What is known of a location's accesses.
  struct Accesses {
    std::vector<std::uint64_t> numbers;  ///< by thread, in all executions
    bool written = false;
    bool shared = false;  ///< it is one of shared_
  };
  struct Taken {
    ThreadId thread;
    Location location;
    bool writes;
  };
  void count(const Taken& taken);
  bool is_interesting(const Request& request) const;
  ThreadId started_ancestor(const ExecutionGraph& graph, ThreadId thread) const;
  void add_weight(const ExecutionGraph& graph, ThreadId thread);
  void draw_from(std::span<const ThreadId> threads);
  void draw_intended(const Builder& builder, std::span<const ThreadId> threads);
  void hand_over(const ExecutionGraph& graph);
  void release();

  Random& random_;
  // Of all executions:
  std::uint64_t executions_ = 0;
  std::map<Location, Accesses> accesses_;
  std::vector<Location> shared_;   // those that may be interesting, in the order in which they were found to be
  std::vector<ThreadId> parents_;  // by thread: who starts it; kInitThread: nobody, as far as is known
  // Of this one:
  Location interesting_ = kNoLocation;
  std::vector<double> left_;  // by thread: the interesting events that it may still have, by itself
  ThreadId intended_ = kInitThread;
  std::vector<ThreadId> to_start_;  // threads that the intended one is to start, be it through others
  std::vector<bool> held_;          // by thread: it waits before an interesting event for the intended one's
  std::vector<Taken> taken_;
  // Scratch:
  std::vector<std::size_t> free_;
  std::vector<double> weights_;  // by thread
  std::vector<ThreadId> heirs_;
};

}  // namespace graphfuzz
