// Labels the events of a trace's graph, in the order of its slots, with who knows what of whom: vector clocks as in
// go-trace-formats.md section 2, of which only the current ones are kept. What orders events is a part of the graph's
// edges: po, starts, meetings and wakings, and of the accesses of an object those that synchronise.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "analysis/go/event_list.hpp"
#include "analysis/go/staircase.hpp"
#include "graphfuzz/analysis/go/happens_before.hpp"

namespace graphfuzz::go {

/// What the routines know of each other at every event.
struct KnowledgeTable {
  std::vector<Routine> routine;        ///< of an event
  std::vector<std::uint32_t> index;    ///< of an event: the how-manieth of its routine, from 1
  std::vector<std::uint32_t> version;  ///< of an event: its routine has learnt something so often by then
  std::vector<std::uint32_t> fork;     ///< of a routine: the event that started it, whose knowledge it begins with

  /// What a routine learnt after it began, by the routine it is about. The first time it may have learnt all that
  /// another one knew: of thousands that hand on a lock, each would have a list of all before it, otherwise.
  struct Row {
    std::vector<std::uint32_t> place;  ///< of a routine in `learnt`, plus 1; 0 or beyond the end: nothing was learnt
    std::vector<Staircase> learnt;
    Routine all_of = kNoRoutine;  ///< who knew, at that version, what is not in `learnt`; kNoRoutine: nobody
    std::uint32_t at = 0;
    std::uint32_t steps = 0;  ///< to one that has no such other
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
    std::uint32_t version = 0;  ///< of what it knows
  };
  struct Channel {
    std::unordered_map<std::uint32_t, Snapshot> received;  ///< by number of the receive: who freed that slot
    Snapshot last_send, last_receive;
  };

  void number_events();
  void label(const EventList& list, std::uint32_t e);
  void access(const EventList& list, std::uint32_t e);
  void communicate(const EventList& list, std::uint32_t e, bool sends);
  void buffered_send(std::uint32_t e, Object channel);
  void buffered_receive(std::uint32_t e, Object channel);
  void receive_closed(std::uint32_t e, Object channel);
  void lock_operation(const TraceEvent& event, std::uint32_t e);
  void fork(std::uint32_t e);

  Snapshot now(std::uint32_t e) const;
  void join(Routine routine, const Snapshot& snapshot);
  void join(Routine routine, const Vector& clock);
  /// For one that has learnt nothing yet. False, and nothing is done, if that would be too many steps.
  bool learn_all(Routine routine, const Snapshot& snapshot);
  void raise(Routine routine, Routine about, std::uint32_t value);
  /// The routine's clock, shared with no snapshot and no shorter than `size`.
  Vector& own_clock(Routine routine, std::size_t size);
  void record(Routine routine, Routine about, std::uint32_t old, std::uint32_t value);
  /// How long to make a list with an entry per routine that needs so many: not little by little, if they are few.
  std::size_t at_least(std::size_t size) const { return std::max(size, std::min<std::size_t>(clocks_.size(), 16)); }
  static void accumulate(Vector& sum, const Snapshot& snapshot);

  const Trace& trace_;
  const HappensBeforeOptions& options_;
  KnowledgeTable& table_;
  std::uint32_t event_ = 0;                           ///< of the graph: the one being labelled
  std::vector<std::shared_ptr<Vector>> clocks_;       ///< of routines, now; their own component is not in use
  std::vector<std::uint32_t> versions_, raised_at_;   ///< of routines
  std::vector<Snapshot> last_;                        ///< of objects: close, once, atomic write, unlock
  std::vector<Vector> sums_;                          ///< of objects: adds to a group; runlocks since the unlock
  std::unordered_map<Object, Channel> channels_;      ///< those with a buffer
  std::unordered_map<std::uint32_t, Snapshot> sent_;  ///< by send: values in buffers
};

}  // namespace graphfuzz::go
