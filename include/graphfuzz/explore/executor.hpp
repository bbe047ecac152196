// Executor: runs a program under a memory model, one whole execution after the other.
#pragma once

#include <span>
#include <vector>

#include "graphfuzz/explore/builder.hpp"

namespace graphfuzz {

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

  Builder builder_;
  std::vector<Builder::Option> options_;
  bool failed_waits_ = false;  // may steps be failed iterations of waits?
};

}  // namespace graphfuzz
