// Goes through a trace once and finds out who learns what of whom when: vector clocks as in go-trace-formats.md
// section 2, of which only the current ones are kept.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "analysis/go/staircase.hpp"
#include "graphfuzz/analysis/go/happens_before.hpp"

namespace graphfuzz::go {

/// What the routines know of each other at every event.
struct KnowledgeTable {
  std::vector<Routine> routine;        ///< of an event
  std::vector<std::uint32_t> index;    ///< of an event: the how-manieth of its routine, from 1
  std::vector<std::uint32_t> version;  ///< of an event: its routine has learnt something so often by then
  std::vector<std::uint32_t> fork;     ///< of a routine: the event that started it, whose knowledge it begins with

  /// What a routine learnt after it began, by the routine it is about.
  struct Row {
    std::vector<std::uint32_t> place;  ///< of a routine in `learnt`, plus 1; 0 or beyond the end: nothing was learnt
    std::vector<Staircase> learnt;
  };
  std::vector<Row> rows;

  /// How many events of `routine` happened before `event`, itself included if it is one of them, and its partner in a
  /// rendezvous.
  std::uint32_t known(std::uint32_t event, Routine about) const;
};

class ClockBuilder {
 public:
  ClockBuilder(const Trace& trace, const HappensBeforeOptions& options, KnowledgeTable& table);
  /// All of the trace. `weak`: nothing but forks.
  void run(bool weak);

 private:
  using Vector = std::vector<std::uint32_t>;
  /// A routine's clock at an event. Shared with the routine until that learns something.
  struct Snapshot {
    std::shared_ptr<Vector> others;
    Routine routine = kNoRoutine;  ///< kNoRoutine: none
    std::uint32_t own = 0;
  };
  struct Lock {
    Snapshot write;  ///< of the last unlock
    Vector reads;    ///< of all runlocks since
  };
  struct Channel {
    std::unordered_map<std::uint32_t, Snapshot> received;  ///< by number of the receive: who freed that slot
    Snapshot last_send, last_receive;
  };
  struct Waiters {
    std::vector<std::uint32_t> events;  ///< waits, by beginning
    std::vector<bool> woken;
    std::size_t first = 0;  ///< those before it need no look any more
  };

  void number_events();
  void register_waiters();
  void synchronise(std::uint32_t e);
  void communicate(std::uint32_t e, Object channel, bool sends);
  void rendezvous(std::uint32_t e, std::uint32_t partner);
  void buffered_send(std::uint32_t e, Object channel);
  void buffered_receive(std::uint32_t e, Object channel);
  void receive_closed(std::uint32_t e, Object channel);
  void lock_operation(const TraceEvent& event);
  void signal(const TraceEvent& event, bool all);
  void fork(std::uint32_t e);

  Snapshot now(std::uint32_t e) const;
  void join(Routine routine, const Snapshot& snapshot);
  void join(Routine routine, const Vector& clock);
  void raise(Routine routine, Routine about, std::uint32_t value);
  /// The routine's clock, shared with no snapshot and no shorter than `size`.
  Vector& own_clock(Routine routine, std::size_t size);
  void record(Routine routine, Routine about, std::uint32_t old, std::uint32_t value);
  static void accumulate(Vector& sum, const Snapshot& snapshot);

  const Trace& trace_;
  const HappensBeforeOptions& options_;
  KnowledgeTable& table_;
  std::uint32_t event_ = 0;                               ///< the one being looked at
  std::vector<std::shared_ptr<Vector>> clocks_;           ///< of routines, now; their own component is not in use
  std::vector<std::uint32_t> versions_, raised_at_;       ///< of routines
  std::vector<Snapshot> last_;                            ///< of objects: close, once, atomic write
  std::vector<Vector> sums_;                              ///< of objects: wait groups
  std::vector<Lock> locks_;                               ///< of objects
  std::vector<Channel> channels_;                         ///< of objects
  std::unordered_map<std::uint32_t, Waiters> waiters_;    ///< of conditions
  std::unordered_map<std::uint32_t, Snapshot> sent_;      ///< by send: values in buffers
  std::unordered_map<std::uint32_t, Snapshot> woken_by_;  ///< by wait
};

}  // namespace graphfuzz::go
