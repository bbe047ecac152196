// How an execution of a Go program is an ExecutionGraph. The Machine, which runs programs, and recorded traces
// (analysis/go/graph_of.hpp) share this construction, so that equal behaviour gives equal graphs whoever saw it.
//
// A thread per goroutine, in the order of their names: which go statement (or timer) of which goroutine started them. A
// location per object, numbered in the order in which the threads, one after the other, first touch them. All of it is
// canonical: it does not depend on the order in which independent operations were taken or recorded, on the numbers
// that goroutines and objects have in a run, nor on how positions are numbered.
//
// What an event is, by what it does (doc/decisions/0008-go-programs.md says why):
//   what changes an object   update of its location, reads from the change before it
//   what only looks at it    read, reads from the last change
//   send and receive meet    update by the sender, update by the receiver that reads from it, and a join of the sender
//                            that reads from that
//   a signal, a broadcast    update (read, if nobody waits), and a join of each goroutine woken, which reads from it
//   Once.Do of the winner    update when the function begins and update when it has returned (Kind::once_end)
//   Cond.Wait                update of the cond, update of the lock (an unlock); the join; taking the lock again
//   default of a select      read of each channel of its cases
//   go statement             fence; what it starts begins with a `begin` that reads from it
//   end, panic, os.Exit      end, error
// Everything else that touches no object is a fence. Making an object is no event: it concerns nobody else.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/program/go/operation.hpp"

namespace graphfuzz::go {

/// What an event writes: a hash of what it is, the same in all runs and all recordings of a program, with the Kind in
/// the lowest byte. `position`: hash_of_position. `chosen`: of a select. `ok`: false for what found a channel closed,
/// failed to get a lock, lost a Once or panicked. Of an end it does not matter where (no recorder says it).
Value operation_value(Kind kind, std::uint64_t position, int chosen, bool ok);
/// The lowest byte of what no recorder knows of and the Machine does: a Lock that waits for readers to leave.
inline constexpr std::uint8_t kUntraced = 0xff;
std::uint64_t hash_of_position(std::string_view position);
/// Are events with this value in traces? Not what timers, sleeping, len and looking at the time do.
bool is_traced(Value value);

/// An event of the graph to be.
struct GraphEvent {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  Routine routine = 0;
  EventKind kind = EventKind::fence;  ///< update, read, fence, join, end or error
  Object object = kNoObject;          ///< of updates and reads
  /// Index of the event that a join reads from; kNone if there is none. Updates and reads read from the last update of
  /// their object before them.
  std::uint32_t source = kNone;
  Value value = 0;
};

/// What started a goroutine.
struct RoutineOrigin {
  Routine parent = kNoRoutine;              ///< kNoRoutine: nothing (main), or not known
  std::uint32_t index = 0;                  ///< which of the parent's go statements, or timers
  std::uint32_t firing = 0;                 ///< of a timer, from 1; 0: a go statement
  std::uint32_t start = GraphEvent::kNone;  ///< the event that its `begin` reads from
  std::uint64_t key = 0;                    ///< without a parent: what it is told by, and ordered by
};

/// The graph, and what became of what.
struct GoGraph {
  ExecutionGraph graph;
  std::vector<Slot> slot_of;          ///< by GraphEvent
  std::vector<ThreadId> thread_of;    ///< by Routine
  std::vector<Location> location_of;  ///< by Object; kNoLocation: never touched
};

/// `events` are in an order that extends porf, those of a goroutine in program order, and those that change an object
/// in the order of their effects. O(events log events + routines × objects). Throws std::length_error if there are too
/// many goroutines (65,534), or goroutines × objects, for an execution graph.
GoGraph build_graph(std::span<const GraphEvent> events, std::span<const RoutineOrigin> routines, Object objects);

/// Those of the graph, without it, and whether or not it would be too large. O(events log events).
Fingerprints fingerprints_of(std::span<const GraphEvent> events, std::span<const RoutineOrigin> routines,
                             Object objects);

/// The part of a Machine's graph that a trace tells of: without events that are in no trace. What read from one of them
/// reads from the nearest change before it that is. Goroutines of timers begin without a cause.
ExecutionGraph traced_part(const ExecutionGraph& graph);

}  // namespace graphfuzz::go
