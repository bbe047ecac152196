// Executor: runs a program under a memory model, one whole execution after the other.
#pragma once

#include <span>
#include <vector>

#include "graphfuzz/explore/builder.hpp"

namespace graphfuzz {

/// What a sampled execution has cost beyond the execution that came of it.
struct DeadEnds {
  std::uint32_t blocked = 0;    ///< times that it was blocked and choices were taken back
  std::uint32_t truncated = 0;  ///< times that a loop went beyond its bound and choices were taken back
  bool prefix_left = false;     ///< have choices of the prefix been taken back?
  bool any() const { return blocked + truncated > 0; }
};

/// Not thread-safe; one per worker. Allocates nothing once it has seen its largest execution.
class Executor {
 public:
  /// `model` must outlive the executor.
  Executor(const Program& program, MemoryModel& model) : builder_(program, model, OnDeadEnd::stop) {}

  /// Notes in graphs what events depend on (ExecutionGraph::dependencies), from the next execution on. False if the
  /// program cannot tell.
  bool track_dependencies(bool on) { return builder_.track_dependencies(on); }

  /// Builds one execution: first the steps of the prefix, which must be consistent, then as the strategy chooses. A
  /// step that makes a thread read a value it only goes on waiting for is not taken, and the thread's waiting
  /// iteration is forgotten.
  Ending run(const Prefix& prefix, Strategy& strategy);

  /// The same, but for an execution that comes to a dead end: is blocked, or truncated by the bound of a loop. Its
  /// newest choices are taken back and made again, one or two at first, more if that does not help, until the execution
  /// is complete or the budget is used up, which is proportional to the number of events. A deadlock of mutexes is no
  /// dead end, and no execution with a failure or a race is: these are what one looks for. See
  /// doc/decisions/0012-dead-ends-are-taken-back.md for the distribution that results.
  Ending sample(const Prefix& prefix, Strategy& strategy);
  /// What the last call of `sample` took back.
  const DeadEnds& dead_ends() const { return dead_ends_; }

  /// The same with a prefix of unknown origin: checks every step, or every one from the `first` on, against the program
  /// and the model. Returns the number of the first step that cannot be taken, or the number of steps if all can. No
  /// whole execution is built, but the graph as far as the steps go.
  std::size_t check(const Prefix& prefix, std::size_t first = 0);
  /// The same for a whole execution that was reported, which may end in a failed iteration of a wait that races.
  /// `resume` then takes what was built to the end of the execution.
  std::size_t reproduce(const Prefix& prefix);
  Ending resume(Strategy& strategy);

  /// The graph of the last execution.
  const ExecutionGraph& graph() const { return builder_.graph(); }
  std::span<const Failure> failures() const { return builder_.failures(); }
  std::span<const Race> races() const { return builder_.races(); }
  /// The final state of the last execution, which must have been complete. Valid until the next call.
  std::span<const Value> state() { return builder_.state(); }

 private:
  bool replay(const Step& step);
  bool allowed(const Step& step);
  void extend(ThreadId thread, Strategy& strategy);
  bool dead_end(Ending ending) const;
  Ending leave_dead_end(Ending ending, Strategy& strategy);
  ThreadId stuck_thread(Strategy& strategy) const;
  Slot read_before(ThreadId thread, std::size_t depth) const;
  void keep_all_but_successors(Slot first);
  void take_back(Slot first);
  Slot begin_of_open_wait() const;

  Builder builder_;
  std::vector<Builder::Option> options_;
  DeadEnds dead_ends_;
  Slot prefix_size_ = 0;  // of the graph when the prefix had been replayed
  // By leave_dead_end:
  std::vector<bool> keeps_;    // what stays, by slot
  std::vector<bool> cut_;      // of which threads something goes
  Prefix kept_;                // the choices that stay and are to be made again
  bool failed_waits_ = false;  // may steps be failed iterations of waits?
};

}  // namespace graphfuzz
