// Executor: runs a program under a memory model, one whole execution after the other.
#pragma once

#include <span>
#include <vector>

#include "graphfuzz/explore/builder.hpp"
#include "graphfuzz/explore/dead_ends.hpp"

namespace graphfuzz {

class Random;
class Scheduler;

/// Not thread-safe; one per worker. Allocates nothing once it has seen its largest execution.
class Executor {
 public:
  /// `model` must outlive the executor. What a dead end is to the other threads: nothing is to be built after it, but
  /// an execution to be reproduced may be one of an explorer's, in which they went on.
  Executor(const Program& program, MemoryModel& model, OnDeadEnd on_dead_end = OnDeadEnd::stop)
      : builder_(program, model, on_dead_end) {}

  /// Notes in graphs what events depend on (ExecutionGraph::dependencies), from the next execution on. False if the
  /// program cannot tell.
  bool track_dependencies(bool on) { return builder_.track_dependencies(on); }

  /// Builds one execution: first the steps of the prefix, which must be consistent, then as the strategy chooses. A
  /// step that makes a thread read a value it only goes on waiting for is not taken, and the thread's waiting
  /// iteration is forgotten.
  Ending run(const Prefix& prefix, Strategy& strategy);

  /// The same, but an execution that comes to a dead end, blocked or truncated by the bound of a loop, takes back what
  /// led there and chooses again, until it is complete or has added about 32 times as many events again as it has; less
  /// if the last executions did so in vain. A deadlock of mutexes is no dead end, and neither is an execution with a
  /// failure or a race: they are what one looks for. doc/decisions/0012-dead-ends-are-taken-back.md says what is taken
  /// back, and what distribution results.
  Ending sample(const Prefix& prefix, Strategy& strategy);
  /// Builds one execution as the interleaving that the scheduler chooses: one step after the other, each of which reads
  /// what is last in mo, and writes right after it. For a sequential model (MemoryModel::is_sequential) only. A thread
  /// that awaits another value than that cannot take a step. One that is in the midst of a waiting iteration can, if
  /// anything was written since that began: the step fails, and the iteration is forgotten. Whether a weak
  /// compare-exchange fails that need not is drawn from `random`. Dead ends are left as they are.
  Ending interleave(Scheduler& scheduler, Random& random);
  /// What the last call of `sample` took back.
  const DeadEnds& dead_ends() const { return dead_ends_; }

  /// The same with a prefix of unknown origin: checks every step, or every one from the `first` on, against the program
  /// and the model. Returns the number of the first step that cannot be taken, or the number of steps if all can. No
  /// whole execution is built, but the graph as far as the steps go.
  std::size_t check(const Prefix& prefix, std::size_t first = 0);
  /// The same for a whole execution that was reported, which may end in a failed iteration of a wait that races.
  /// `resume` then takes what was built to the end of the execution, or until it has more than `most_events`: then it
  /// is truncated.
  std::size_t reproduce(const Prefix& prefix);
  static constexpr std::size_t kAnyEvents = ~std::size_t{0};
  Ending resume(Strategy& strategy, std::size_t most_events = kAnyEvents);
  /// The same with steps some of which may be of another execution: a write that cannot go where it was goes
  /// behind all others, and what else cannot be taken is left out.
  void follow(const Prefix& prefix);
  /// Has the program do the execution once more; see Run::run_again.
  std::optional<Rerun> run_again() { return builder_.run_again(); }

  /// From now on notices where all threads that have not ended could wait for ever if they read what is last in mo,
  /// though some may still go on by reading something older. They do go on: executions are the same.
  void look_for_spins(bool on) { looks_for_spins_ = on; }
  /// The threads that wait for ever, in the last execution or at a place that it has left; see
  /// Builder::find_waiting.
  std::span<const Waiting> waiting() const { return waiting_; }
  /// … in this graph, if there are any.
  const ExecutionGraph& waiting_graph() const { return waiting_graph_; }
  /// Do they now, after `reproduce`?
  bool waits_for_ever();

  /// Writes one value: what earlier executions have to do with how later ones go. `load` takes it over.
  void save(store::Writer& out) const;
  void load(const store::Value& saved);

  /// The graph of the last execution.
  const ExecutionGraph& graph() const { return builder_.graph(); }
  std::span<const Failure> failures() const { return builder_.failures(); }
  std::span<const Race> races() const { return builder_.races(); }
  /// Of plain accesses that are no events. Valid until the next execution.
  std::span<const WatchedRace> watched_races() const { return builder_.watched_races(); }
  /// Of the last execution, if it is complete; see Builder.
  std::span<const std::size_t> left_over() { return builder_.left_over(); }
  Stack event_stack(EventId id) const { return builder_.event_stack(id); }
  bool watches() const { return builder_.watches(); }
  bool main_left_others() const { return builder_.main_left_others(); }
  /// May the event, in some execution so far, have been a weak compare-exchange?
  bool weak_at(EventId id) const { return builder_.weak_at(id); }
  /// The final state of the last execution, which must have been complete. Valid until the next call.
  std::span<const Value> state() { return builder_.state(); }

 private:
  void restart();
  Ending ending();
  bool replay(const Step& step);
  bool take_step(const Step& step);
  void make_room();
  bool allowed(const Step& step);
  void extend(ThreadId thread, Strategy& strategy);
  bool dead_end(Ending ending) const;
  Ending run_to_tell_all(Strategy& strategy);
  Ending leave_dead_end(Ending ending, Strategy& strategy);
  ThreadId stuck_thread(Strategy& strategy) const;
  Slot read_before(ThreadId thread, std::size_t depth) const;
  Ending resume_without(ThreadId thread, Strategy& strategy);
  void keep_all_but_successors(Slot first);
  void keep_older_than(Slot first);
  Slot take_back(Slot first);
  void restart_with_older_than(Slot first);
  Slot begin_of_open_wait() const;

  bool can_step(ThreadId thread) const;
  bool ended(ThreadId thread) const;
  bool accepts_latest(ThreadId thread) const;
  bool has_read(ThreadId thread) const;
  bool written_since(Slot slot) const;
  void take_latest(ThreadId thread, Random& random);

  void note_spins();
  void note_waiting(bool deadlock);

  Builder builder_;
  std::vector<Waiting> waiting_;
  ExecutionGraph waiting_graph_;
  bool looks_for_spins_ = false;
  std::vector<Builder::Option> options_;
  DeadEnds dead_ends_;
  Slot prefix_size_ = 0;  // of the graph when the prefix had been replayed
  // By leave_dead_end:
  std::vector<bool> keeps_;    // what stays, by slot
  std::vector<bool> cut_;      // of which threads something goes
  Prefix older_, kept_;        // the choices that stay and are to be made again
  unsigned hopeless_ = 0;      // executions in a row that have not left their dead ends
  bool failed_waits_ = false;  // may steps be failed iterations of waits?
};

}  // namespace graphfuzz
