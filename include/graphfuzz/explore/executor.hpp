// Executor: runs a program under a memory model by building execution graphs. The only place that does.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "graphfuzz/explore/prefix.hpp"
#include "graphfuzz/explore/strategy.hpp"
#include "graphfuzz/model/memory_model.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

/// How an execution ended.
enum class Ending : std::uint8_t {
  complete,    ///< every thread ran to its end
  blocked,     ///< a thread waits for a value that nobody will write, or an assumption was false
  deadlocked,  ///< blocked, and all that the threads wait for is mutexes
  truncated,   ///< a loop went beyond its bound
};

/// A failed assertion of the program.
struct Failure {
  EventId error;
  std::size_t message;  ///< for Program::message
};

/// Two events that race; `second` was added later.
struct Race {
  EventId first;
  EventId second;
};

/// Not thread-safe; one per worker. Allocates nothing once it has seen its largest execution.
class Executor {
 public:
  /// `model` must outlive the executor.
  Executor(const Program& program, MemoryModel& model);

  /// Notes in graphs what events depend on (ExecutionGraph::dependencies), from the next execution on. False if the
  /// program cannot tell.
  bool track_dependencies(bool on) { return (tracks_ = run_->track_dependencies(on) && on) || !on; }

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
  Ending resume(Strategy& strategy) { return finish(strategy); }

  /// The graph of the last execution.
  const ExecutionGraph& graph() const { return graph_; }
  std::span<const Failure> failures() const { return failures_; }
  std::span<const Race> races() const { return races_; }
  /// The final state of the last execution, which must have been complete. Valid until the next call.
  std::span<const Value> state();

 private:
  struct Option {
    Slot source;
    bool succeeds;
  };

  void restart();
  Ending finish(Strategy& strategy);
  bool replay(const Step& step);
  bool allowed(const Step& step);
  bool succeeds_with(const Request& request, Slot source, const Step& step) const;
  void settle(ThreadId thread);
  void extend(ThreadId thread, Strategy& strategy);
  bool wait(ThreadId thread, Strategy& strategy);
  bool search_exit(ThreadId thread, Strategy& strategy, std::size_t depth, std::size_t& budget);
  bool probe_iteration(ThreadId thread, Strategy& strategy);
  void undo_to(ThreadId thread, std::uint32_t begin, std::uint32_t events);
  void undo_last(ThreadId thread);
  void abandon_iteration(ThreadId thread);
  void options(ThreadId thread, std::vector<Option>& result, bool accepted_only = true);
  void take(ThreadId thread, const Option& option);
  void add_write(ThreadId thread, Slot predecessor);
  void add_fence(ThreadId thread);
  bool join_child(ThreadId thread);
  void added(Slot slot);
  void suspend(ThreadId thread);
  void wake();

  MemoryModel& model_;
  std::unique_ptr<Run> run_;
  ExecutionGraph graph_;
  std::vector<ThreadId> runnable_;
  std::vector<ThreadId> waiting_;
  std::vector<ThreadId> runnable_before_probe_;
  std::vector<std::vector<Option>> options_;  // by depth of the search for a way out of a wait
  std::vector<Failure> failures_;
  std::vector<Race> races_;
  std::vector<Value> state_;
  bool tracks_ = false;          // dependencies?
  bool failed_waits_ = false;    // may steps be failed iterations of waits?
  bool plain_accesses_ = false;  // has any execution so far had one?
  bool stopped_ = false;         // an assumption was false, or a loop went beyond its bound
  bool truncated_ = false;       // … the latter
};

}  // namespace graphfuzz
