// Builder: an execution under construction. It holds the graph, the model's state and the program's run together, and
// adds one event at a time; what is added is decided by others (executor, explorer).
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graphfuzz/explore/ending.hpp"
#include "graphfuzz/explore/prefix.hpp"
#include "graphfuzz/explore/strategy.hpp"
#include "graphfuzz/explore/watch.hpp"
#include "graphfuzz/model/memory_model.hpp"
#include "graphfuzz/program/goes_back.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz::store {
class Value;
class Writer;
}  // namespace graphfuzz::store

namespace graphfuzz {

class HappensBefore;
class Isolation;

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

/// A thread that waits for ever: each of its iterations reads what is last in mo, and comes back to where it began.
struct Waiting {
  struct Read {
    Location location;
    Value value;
  };
  ThreadId thread;
  bool lock;                ///< is it a mutex that it waits for?
  bool polls;               ///< or does it get that again and again, and not find what it looks for under it?
  std::uint32_t number;     ///< Run::wait_number of the first read
  std::vector<Read> reads;  ///< of an iteration, as far as it gets
};

/// What becomes of the other threads when one cannot go on, because an assumption was false or a loop went beyond its
/// bound.
enum class OnDeadEnd : std::uint8_t {
  stop,  ///< nothing: the execution as a whole is over
  go_on  ///< they go on
};

/// Not thread-safe. Allocates nothing once it has seen its largest execution.
class Builder {
 public:
  /// What a read, an update or a compare-exchange may do: which write it reads from, and whether it writes (for a
  /// compare-exchange).
  struct Option {
    Slot source;
    bool succeeds;
  };

  /// `model` must outlive the builder. Throws Unsupported if the program is not for this model.
  Builder(const Program& program, MemoryModel& model, OnDeadEnd on_dead_end);

  /// Notes in graphs what events depend on (ExecutionGraph::dependencies), from the next execution on. False if the
  /// program cannot tell. On from the beginning if the model uses them.
  bool track_dependencies(bool on);

  /// Executions that begin from now on are to be taken back, so that it is worth remembering how; or waits are searched
  /// for a way out on trial.
  void keep_history();
  /// Begins a new execution.
  void restart();
  /// Takes back the newest events, so that `size` slots remain, and those that come after them of themselves; and makes
  /// all threads runnable that ask for an event.
  /// False, and nothing has changed, if it is as well to restart: if the model or the program is not good at it.
  bool take_back_to(Slot size);

  const ExecutionGraph& graph() const { return graph_; }
  MemoryModel& model() { return model_; }
  const MemoryModel& model() const { return model_; }
  /// None of an execution that is impossible.
  std::span<const Failure> failures() const { return impossible_ ? std::span<const Failure>() : failures_; }
  std::span<const Race> races() const { return impossible_ ? std::span<const Race>() : races_; }
  /// See Run::plain_version.
  std::uint64_t plain_version() const { return run_->plain_version(); }
  /// Those of plain accesses that are no events. Valid until the execution goes on. O(accesses × places). Throws
  /// Learned if the run learns of them what changes its executions (Run::learn_races).
  std::span<const WatchedRace> watched_races() const;
  /// What is wrong with how the execution, which must be complete, has ended (Run::left_over).
  std::span<const std::size_t> left_over() { return run_->left_over(graph_); }
  /// How the event's thread came to it, in the execution as it is; no frames if nobody can tell.
  Stack event_stack(EventId id) const { return run_->event_stack(id.thread, id.index); }
  /// Are there any such accesses to be watched?
  bool watches() const { return watches_; }
  /// The final state. The execution must be complete. Valid until the next call.
  std::span<const Value> state();

  /// The threads that can go on.
  std::span<const ThreadId> runnable() const { return runnable_; }
  /// Those that were suspended, and that nothing has happened for since.
  std::span<const ThreadId> suspended() const { return suspended_; }
  /// Was there a weak compare-exchange in this place of a thread, in this execution or an earlier one?
  bool weak_at(EventId id) const {
    return id.thread < weak_.size() && id.index < weak_[id.thread].size() && weak_[id.thread][id.index];
  }
  /// Writes one value: what earlier executions have to do with how later ones are built. `load` takes it over.
  void save(store::Writer& out) const;
  void load(const store::Value& saved);
  /// Is the execution over, whatever the threads could do?
  bool stopped() const { return stopped_; }
  /// Did a thread come to an assumption that was false?
  bool blocked() const { return blocked_; }
  /// Did a thread go beyond the bound of a loop, or the execution beyond what is reasonable?
  bool truncated() const { return truncated_; }
  void truncate() { stopped_ = truncated_ = true; }
  /// Has somebody come in between the accesses of a section that nobody is to come into (Run::section_lock)? Then the
  /// execution, of which no thread can go on, is none of the program, whatever it shows. Of sequential models alone.
  bool impossible() const { return impossible_; }
  void look_for_overlaps();
  /// The thread that is in such a section, if one is and can go on: it does well to go first.
  std::optional<ThreadId> inside() const;
  /// Is the execution over because a thread or a location has appeared that the graph has no room for? Then the caller
  /// has to `make_room`, which invalidates all slots, and to restart.
  bool outgrown() const { return outgrown_; }
  void make_room();
  /// An execution that grows so large is to be truncated, lest a counted loop eat all memory.
  bool too_large() const { return graph_.event_count() > kMaximumEvents; }

  /// What the thread asks for next.
  std::optional<Rerun> run_again() { return run_->run_again(); }
  const Request& pending(ThreadId thread) const { return run_->pending(thread); }
  bool accepts(ThreadId thread, Value value, bool succeeded) const { return run_->accepts(thread, value, succeeded); }
  bool may_accept(ThreadId thread, Value value, bool succeeded) const {
    return run_->may_accept(thread, value, succeeded);
  }
  /// Does the thread wait for a lock that somebody has, rather than for what it would find if it had it?
  bool waits_for_lock(ThreadId thread) const;
  bool leaves_wait(ThreadId thread, Value value, bool succeeded) const {
    return run_->leaves_wait(thread, value, succeeded);
  }
  /// See Run.
  bool never_waits(ThreadId thread) const { return run_->never_waits(thread); }
  bool waits_on(ThreadId thread, Location location) const { return run_->waits_on(thread, location); }
  bool waits_plainly(ThreadId thread) const { return run_->waits_plainly(thread); }
  bool waits_once(ThreadId thread) const { return run_->waits_once(thread); }
  /// May the thread still write the location?
  bool may_write(ThreadId thread, Location location) const { return run_->may_write(thread, location); }
  /// What the pending read, update or compare-exchange may do; if it awaits a value, only what makes the thread go on,
  /// unless told otherwise.
  void options(ThreadId thread, std::vector<Option>& result, bool accepted_only = true);
  /// The writes that the pending read or update may read from. Valid until the graph changes.
  std::span<const Slot> sources(ThreadId thread);
  /// What the step, which is none with a meaning of its own (explore/steps.hpp), reads from or follows in mo: kNoSlot
  /// if there is no such event. An initial write is that of the location which the step's thread is about to access,
  /// where numbers of locations are not the same everywhere.
  Slot source(const Step& step) const;
  /// The writes that the pending write may follow in mo. Valid until the graph changes.
  std::span<const Slot> positions(ThreadId thread);

  /// Performs the pending read, update or compare-exchange.
  void take(ThreadId thread, const Option& option);
  void add_write(ThreadId thread, Slot predecessor);
  void add_fence(ThreadId thread);
  /// False if the thread to be joined has not ended.
  bool join_child(ThreadId thread);
  /// For replays, where joins have no steps: joins whatever the thread asks to join, as far as that has ended, or can
  /// end without a step, because it only joins others itself. No thread must be suspended.
  void join_children(ThreadId thread) { join_children(thread, graph_.threads()); }
  /// Joins all that can be joined, for threads that are not suspended, so that the execution is the same however it
  /// came where it is.
  void join_all();
  /// May threads appear?
  bool starts_threads() const { return capabilities_.starts_threads; }
  /// Does the step's compare-exchange write? True for every other request.
  bool succeeds_with(const Request& request, Slot source, const Step& step) const;

  /// The thread cannot go on until another one writes, or ends.
  void suspend(ThreadId thread);
  /// All suspended threads can go on again.
  void wake();
  /// Puts the threads that can go on into their order, whatever happened to them.
  void sort_runnable() { std::sort(runnable_.begin(), runnable_.end()); }
  /// The thread is not to go on, whatever happens.
  void retire(ThreadId thread) { std::erase(runnable_, thread); }
  /// A thread that was retired can go on.
  void rouse(ThreadId thread) { runnable_.push_back(thread); }

  /// Takes the thread through its waiting iteration, so that it goes on afterwards. False if there is no way to do that
  /// yet: then no event of the iteration is in the graph but the fences that it begins with. May end the execution with
  /// a race that a failed iteration has.
  bool wait(ThreadId thread, Strategy& strategy);
  /// The same without the search for races; an iteration that has begun is not begun anew.
  bool finish_wait(ThreadId thread, Strategy& strategy);
  /// Can anything race at all?
  bool may_race() const { return plain_accesses_ && model_.detects_races(); }
  /// Does the thread's waiting iteration race, if it fails? Then the execution ends with it. Otherwise nothing has
  /// changed. Gives up after 10,000 ways to fail.
  bool races_while_waiting(ThreadId thread);
  /// Is there anything that it could race with? Cheaper to ask. True if that is not known; changes nothing.
  bool may_race_while_waiting(ThreadId thread);
  /// Forgets the events of the waiting iteration that the thread is in. Other threads may have gone on meanwhile.
  void abandon_iteration(ThreadId thread);
  void stop() { stopped_ = true; }

  /// Has a thread ended the program (Request::exits)? Then who waits does not do so for ever.
  bool exited() const;
  /// Has the first thread returned from main, and is there a thread that nobody has joined?
  bool main_left_others() const;
  /// The threads that wait for ever, if none of the others can ever help them: all have ended or wait as well, be it
  /// for others to end. Else nothing. Not of executions that are over for another reason, such as a false assumption.
  void find_waiting(std::vector<Waiting>& result);

  /// What a trial may change besides the state of the run.
  struct Before {
    Slot size;
    std::size_t races;
    std::size_t failures;
    bool stopped;
    bool blocked;
    bool truncated;
  };
  /// From here on events may be added on trial, which `end_trial` takes back, again and again if wanted. Only one trial
  /// at a time, and none of the functions above that wait within it.
  Before begin_trial();
  void end_trial(const Before& before);

  /// What if the thread's pending write were placed after `predecessor`? Calls `query` with the slot of the write; the
  /// graph is afterwards as it was before.
  template <class Query>
  void with_write(ThreadId thread, Slot predecessor, Query query) {
    const Request& request = run_->pending(thread);
    const Label label{EventKind::write, request.order, request.location, 0, request.operand, request.size};
    query(add_for_now(graph_.add_write(thread, label, predecessor)));
    take_back();
  }
  /// The same for an update, or a compare-exchange that succeeds, that reads from `source`.
  template <class Query>
  void with_update(ThreadId thread, Slot source, Query query) {
    query(add_for_now(graph_.add_update(thread, label_of(run_->pending(thread), {source, true}), source)));
    take_back();
  }

 private:
  Location section_lock() const;
  void learn_races() const;
  std::span<const WatchedRace> racing_accesses() const;
  static constexpr Slot kMaximumEvents = 1'000'000;
  static constexpr std::uint64_t kMaximumLocations = std::uint64_t{1} << 24;
  Label label_of(const Request& request, const Option& option) const;
  std::span<const Dependency> dependencies(ThreadId thread) const {
    return tracks_ ? run_->dependencies(thread) : std::span<const Dependency>();
  }
  Slot add_for_now(Slot slot) {
    if (tracks_) graph_.set_dependencies(slot, run_->dependencies(graph_[slot].id.thread));
    model_.added(graph_, slot);
    return slot;
  }
  void take_back() {
    graph_.remove_last();
    model_.removed(graph_);
  }
  void settle(ThreadId thread);
  bool spins(ThreadId thread, Waiting& waiting);
  bool search_exit(ThreadId thread, Strategy& strategy, std::size_t depth, std::size_t& budget);
  bool probe_iteration(ThreadId thread, Strategy& strategy);
  bool watched_race_since(ThreadId thread, std::uint32_t events) const;
  void undo_to(ThreadId thread, std::uint32_t begin, std::uint32_t events);
  void undo_last(ThreadId thread);
  void join_children(ThreadId thread, unsigned depth);
  void added(Slot slot);
  void check_size(Slot slot);
  void note_weak(ThreadId thread);
  void resume(ThreadId thread, Value value, bool succeeded) {
    run_->resume(thread, value, succeeded);
    if (capabilities_.discovers) [[unlikely]]
      look_for_locations(thread);
    if (watches_) [[unlikely]]
      note_plain_accesses(thread);
  }
  void look_for_stop() const;
  void note_plain_accesses(ThreadId thread);
  void look_for_locations(ThreadId thread);
  bool start(ThreadId thread);
  bool allocate(ThreadId thread);
  bool outgrow(std::size_t threads, std::uint64_t locations);
  void name_locations();
  bool take_back_threads_to(Slot size);
  /// Events were taken back.
  void forget_watched() {
    if (watches_) watch_.take_back(graph_);
  }

  MemoryModel& model_;
  OnDeadEnd on_dead_end_;
  std::unique_ptr<Run> run_;
  Capabilities capabilities_;
  ExecutionGraph graph_;
  std::vector<ThreadId> runnable_;
  std::vector<ThreadId> suspended_;
  std::vector<ThreadId> runnable_before_trial_;
  std::vector<ThreadId> suspended_before_trial_;
  std::vector<std::vector<Option>> options_;  // by depth of the search for a way out of a wait
  std::vector<Failure> failures_;
  std::vector<Race> races_;
  std::vector<Value> state_;
  std::vector<std::vector<bool>> weak_;  // by thread and index: weak compare-exchanges, of all executions
  // By thread, none of them if none has: when it last began its wait anew, the number of others' events.
  std::vector<Slot> abandoned_;
  std::vector<std::uint32_t> remaining_;  // by take_back_to: events, by thread
  GoesBack* going_back_ = nullptr;        // the run, if it can do that
  bool keeps_history_ = false;            // … and is to be ready for it
  bool goes_back_ = false;                // … and the graph was not put together anew
  std::vector<std::size_t> positions_;    // by slot, if so: where the run was when it came
  std::vector<EventId> first_sized_;      // by location: the first access that told its size; if any did
  std::size_t wanted_threads_ = 0;        // if outgrown
  std::size_t wanted_locations_ = 0;
  mutable Watch watch_;                   // keeps what it has found
  std::shared_ptr<Isolation> isolation_;  // scratch; null until there are sections
  std::shared_ptr<HappensBefore> order_;  // scratch, of races that are learned; null if the model knows better
  bool watches_ = false;                  // plain accesses that are no events?
  bool outgrown_ = false;
  bool tracks_ = false;          // dependencies?
  bool plain_accesses_ = false;  // has any execution so far had one?
  bool stopped_ = false;
  bool blocked_ = false;
  bool truncated_ = false;
  bool impossible_ = false;
};

}  // namespace graphfuzz
