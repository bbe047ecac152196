// ExecutionGraph: the events of one execution with po, rf and mo. A value; everything else is derived from it.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graphfuzz/graph/dependency.hpp"
#include "graphfuzz/graph/event.hpp"
#include "graphfuzz/graph/view.hpp"

namespace graphfuzz {

/// One event of a graph. `rf` is the write a read or update reads from, the `end` event a join waited for, or the
/// event after which another thread was started for a `begin` (kNoSlot if there is none).
struct Event {
  EventId id;
  Label label;
  Slot rf = kNoSlot;
  std::uint32_t mo_position = 0;   ///< writes: index in mo(location); reads: unused
  std::uint32_t run_begin = 0;     ///< po index where the run of neighbouring same-location events around it begins
  Slot previous_access = kNoSlot;  ///< the thread's previous access of the same location
  Slot jump_access = kNoSlot;      ///< an earlier one, for logarithmic search (Myers 1983, skew-binary jumps)
  std::uint32_t access_depth = 0;  ///< number of accesses on the previous_access chain
  Slot first_reader = kNoSlot;     ///< writes: head of the list of its readers, newest first
  Slot next_reader = kNoSlot;      ///< reads: next in that list
};

/// Events per thread in po; `rf` per read; `mo` as a list per location; slots are stamps. The initial writes fill
/// the slots 0 … locations-1 (slot = location) and are first in their mo. Events are only added at the end of a
/// thread and after their rf source, so every graph is acyclic in porf = (po ∪ rf)+ by construction. The one exception
/// is `assemble`.
///
/// Two graphs are equal iff they have the same threads with events, labels in po, rf and mo, in whatever order they
/// were built. Threads without events and locations without accesses are room for more, of which a graph may have any
/// amount. Clearing and rebuilding allocates nothing once the largest size has been seen.
class ExecutionGraph {
 public:
  ExecutionGraph() = default;
  ExecutionGraph(unsigned threads, std::span<const Value> initial_values) { reset(threads, initial_values); }

  /// Empties the graph: no events but one initial write per location. O(threads × locations).
  void reset(unsigned threads, std::span<const Value> initial_values);
  /// The same program again: as `reset`, with the same threads and initial values.
  void clear();
  /// What the initial write of a location that has no accesses yet writes from now on.
  void set_initial(Location location, Value value) { events_[location].label.written_value = value; }

  /// Where locations are numbered as they are found, so that the same one may have another number elsewhere: what it is
  /// known by everywhere, less than 2^48, by location. Fingerprints are of these, then. None by default.
  void set_keys(std::vector<std::uint64_t> keys) { keys_ = std::move(keys); }
  std::span<const std::uint64_t> keys() const { return keys_; }

  unsigned threads() const { return static_cast<unsigned>(by_thread_.size()); }
  Location locations() const { return static_cast<Location>(mo_.size()); }
  /// What the initial writes write, by location.
  std::vector<Value> initial_values() const;
  /// Number of slots in use: initial writes and events.
  Slot size() const { return static_cast<Slot>(events_.size()); }
  /// Number of events that are not initial writes.
  Slot event_count() const { return size() - locations(); }
  bool is_initial(Slot slot) const { return slot < locations(); }

  const Event& operator[](Slot slot) const { return events_[slot]; }
  /// The slots of a thread's events, in po.
  std::span<const Slot> thread(ThreadId thread) const { return by_thread_[thread]; }
  std::uint32_t thread_size(ThreadId thread) const { return static_cast<std::uint32_t>(by_thread_[thread].size()); }
  /// Slot of the thread's last event, kNoSlot if it has none.
  Slot last(ThreadId thread) const { return by_thread_[thread].empty() ? kNoSlot : by_thread_[thread].back(); }
  /// kNoSlot if there is no such event.
  Slot find(EventId id) const;
  /// Number of updates of a location.
  std::uint32_t updates(Location location) const { return updates_[location]; }
  /// The writes of a location in modification order, the initial write first.
  std::span<const Slot> mo(Location location) const { return mo_[location]; }
  Slot mo_last(Location location) const { return mo_[location].back(); }
  /// The write after `write` in mo, kNoSlot if it is the last.
  Slot mo_next(Slot write) const;
  /// The write before `write` in mo, kNoSlot for an initial write.
  Slot mo_previous(Slot write) const;
  /// The update that reads from `write` (there is at most one in a consistent graph), kNoSlot if none.
  /// It is the mo successor of `write`.
  Slot update_of(Slot write) const;
  /// The po predecessor, kNoSlot for the first event of a thread.
  Slot po_previous(Slot slot) const;
  Slot po_next(Slot slot) const;
  /// The events that are no accesses and have `slot` as their `rf`, as threads that it starts: the newest, and from one
  /// to the next older one; kNoSlot if there is none.
  Slot first_asw(Slot slot) const { return slot < first_asw_.size() ? first_asw_[slot] : kNoSlot; }
  Slot next_asw(Slot slot) const { return slot < next_asw_.size() ? next_asw_[slot] : kNoSlot; }
  /// mo position of what an access observes: of itself if it writes, of its rf source if it reads.
  std::uint32_t observed(Slot access) const {
    const Event& e = events_[access];
    return e.label.kind == EventKind::read ? events_[e.rf].mo_position : e.mo_position;
  }

  /// The last access of `location` by `thread` among its first `before` events, kNoSlot if there is none.
  /// O(log accesses).
  Slot last_access(ThreadId thread, Location location, std::uint32_t before) const;
  /// The last access of `location` by `thread`. O(1).
  Slot last_access(ThreadId thread, Location location) const { return last_access_[thread * mo_.size() + location]; }

  /// The last access of `location` by `thread` that observes a write before `mo_position`, kNoSlot if there is none.
  /// Needs a coherent thread (its accesses of a location observe mo in order). O(log accesses).
  Slot last_access_observing_below(ThreadId thread, Location location, std::uint32_t mo_position) const;

  /// Adds a read of `source` at the end of `thread`; label.read_value must be what `source` wrote.
  Slot add_read(ThreadId thread, const Label& label, Slot source);
  /// Adds a write right after `predecessor` in the mo of its location. O(writes after it).
  Slot add_write(ThreadId thread, const Label& label, Slot predecessor);
  /// Adds an update that reads from `source` and comes right after `predecessor` in mo; kNoSlot: after the source.
  Slot add_update(ThreadId thread, const Label& label, Slot source, Slot predecessor = kNoSlot);
  /// Adds an event that is no access. `source`: see Event::rf.
  Slot add_other(ThreadId thread, const Label& label, Slot source = kNoSlot);
  /// Takes back the newest event, which no event reads from.
  void remove_last();

  /// Replaces all events at once; the only way to a graph that has a cycle in porf, and to one whose slots do not
  /// extend porf. The events get their slots thread by thread, each thread's in po: event i of thread t has the slot
  /// locations() + i + number of labels in `threads` before t's. `rf` is indexed by slot (size: all slots); `mo[x]` are
  /// the slots of the writes of x behind the initial write, in any order wanted: an update need not come after its
  /// source. Labels must have the values that their sources write.
  ///
  /// Of a partial candidate, reads may have no source (kNoSlot), and writes may be missing in mo. Such a graph is good
  /// for the axioms of a model (which see fewer edges), and not for mo_next, mo_previous, observed and fingerprints.
  /// O(size), no allocation once the largest size has been seen.
  void assemble(std::span<const std::vector<Label>> threads, std::span<const Slot> rf,
                std::span<const std::vector<Slot>> mo);
  /// Is the order of slots a linear extension of porf? If not, which only `assemble` can bring about, `porf`
  /// and `restricted` must not be asked, and there may be a cycle.
  bool extends_porf() const { return extends_porf_; }
  /// Is there no cycle in po | rf (and the edges of started and joined threads)? O(size).
  bool porf_acyclic() const;

  /// Notes what the newest event depends on, once per event and in any order of kinds. Graphs are the same or not
  /// whatever was noted, and so are their fingerprints: dependencies follow from the program and the values read.
  void set_dependencies(Slot newest, std::span<const Dependency> dependencies);
  /// What was noted; empty if nothing was.
  std::span<const Dependency> dependencies(Slot slot) const;

  /// The porf view of an event: for every thread how many of its events are porf-before or equal to the event.
  /// Computed on demand, for all events not yet computed, in the order of addition: amortised O(threads).
  std::span<const std::uint32_t> porf(Slot slot) const;
  /// Is a = b or a porf-before b? Initial writes are before everything.
  bool porf_before_or_equal(Slot a, Slot b) const;

  /// Adds the event `slot` of `from` to this graph, `renamed` being the map from the slots of `from` to those here
  /// (kNoSlot for events not taken over; initial writes keep theirs). Its rf source must have been taken over. In mo
  /// it comes after the nearest predecessor that was. Updates `renamed`; returns the new slot.
  Slot add_copy(const ExecutionGraph& from, Slot slot, std::vector<Slot>& renamed);

  /// The graph restricted to the first view[t] events of each thread t, in the same order of addition.
  /// The view must be porf-closed. O(size).
  ExecutionGraph restricted(const View& view) const;

  friend bool operator==(const ExecutionGraph& a, const ExecutionGraph& b);

  /// The first access of the thread to the location for which something holds, if it does for all later ones as well.
  /// kNoSlot if it holds for none. Logarithmic.
  template <class Predicate>
  Slot first_access(ThreadId thread, Location location, Predicate holds) const;

 private:
  template <class Predicate>
  Slot search_accesses(ThreadId thread, Location location, Predicate found) const;
  Slot append(ThreadId thread, const Label& label, Slot rf);
  void link_access(Slot slot, ThreadId thread, Location location);
  void link_reader(Slot slot, Slot source);
  void link_asw(Slot slot, Slot source);
  void insert_mo(Slot slot, Location location, Slot predecessor);

  std::vector<Event> events_;                  // by slot
  std::vector<std::uint64_t> keys_;            // by location, or none
  std::vector<std::vector<Slot>> by_thread_;   // po
  std::vector<std::vector<Slot>> mo_;          // by location
  std::vector<Slot> last_access_;              // threads × locations
  std::vector<std::uint32_t> updates_;         // by location
  std::vector<Slot> first_asw_, next_asw_;     // by slot; shorter than events_ if the rest has none
  std::vector<Dependency> dependencies_;       // of all events, one after the other
  std::vector<std::uint32_t> dependency_end_;  // by event; shorter than events_ if nothing was noted for the rest
  bool extends_porf_ = true;
  mutable std::vector<std::uint32_t> porf_;  // size × threads, filled up to porf_filled_
  mutable Slot porf_filled_ = 0;
};

// What models and explorers ask of every event, in place.

inline Slot ExecutionGraph::find(EventId id) const {
  if (id.thread == kInitThread) return id.index < locations() ? id.index : kNoSlot;
  if (id.thread >= threads() || id.index >= by_thread_[id.thread].size()) return kNoSlot;
  return by_thread_[id.thread][id.index];
}

inline Slot ExecutionGraph::mo_next(Slot write) const {
  const Event& e = events_[write];
  const std::vector<Slot>& order = mo_[e.label.location];
  return e.mo_position + 1 < order.size() ? order[e.mo_position + 1] : kNoSlot;
}

inline Slot ExecutionGraph::mo_previous(Slot write) const {
  const Event& e = events_[write];
  return e.mo_position > 0 ? mo_[e.label.location][e.mo_position - 1] : kNoSlot;
}

inline Slot ExecutionGraph::update_of(Slot write) const {
  const Slot next = mo_next(write);
  return next != kNoSlot && events_[next].label.kind == EventKind::update && events_[next].rf == write ? next : kNoSlot;
}

inline Slot ExecutionGraph::po_previous(Slot slot) const {
  const EventId id = events_[slot].id;
  return id.thread != kInitThread && id.index > 0 ? by_thread_[id.thread][id.index - 1] : kNoSlot;
}

inline Slot ExecutionGraph::po_next(Slot slot) const {
  const EventId id = events_[slot].id;
  if (id.thread == kInitThread || id.index + 1 >= by_thread_[id.thread].size()) return kNoSlot;
  return by_thread_[id.thread][id.index + 1];
}

template <class Predicate>
Slot ExecutionGraph::search_accesses(ThreadId thread, Location location, Predicate found) const {
  Slot slot = last_access(thread, location);
  while (slot != kNoSlot && !found(slot)) {
    const Slot jump = events_[slot].jump_access;
    slot = jump != slot && !found(jump) ? jump : events_[slot].previous_access;
  }
  return slot;
}

template <class Predicate>
Slot ExecutionGraph::first_access(ThreadId thread, Location location, Predicate holds) const {
  Slot first = kNoSlot;
  Slot slot = last_access(thread, location);
  while (slot != kNoSlot && holds(slot)) {
    first = slot;
    const Slot jump = events_[slot].jump_access;
    slot = jump != slot && holds(jump) ? jump : events_[slot].previous_access;
  }
  return first;
}

inline Slot ExecutionGraph::last_access(ThreadId thread, Location location, std::uint32_t before) const {
  return search_accesses(thread, location, [&](Slot slot) { return events_[slot].id.index < before; });
}

inline Slot ExecutionGraph::last_access_observing_below(ThreadId thread, Location location,
                                                        std::uint32_t mo_position) const {
  return search_accesses(thread, location, [&](Slot slot) { return observed(slot) < mo_position; });
}

}  // namespace graphfuzz
