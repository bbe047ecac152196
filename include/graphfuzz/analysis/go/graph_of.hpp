// The execution graph of a trace. Of a run of the Machine it is the Machine's own graph, but for what is in no trace
// (program/go/graph.hpp: traced_part); of a recorded run, the graph that the Machine would have had.
//
// What is in it are the operations that took effect; one that never did is no event, as nobody can have seen it. (A
// Once whose function is still at work, and a Wait that is in the queue, have taken effect in part.) The order of
// operations on one object is that of Trace::events, by the times at which they took effect; nothing else depends on
// times. A rendezvous is one moment: that of the side that was recorded first.
//
// What kinds of traces lack:
//   all              announcements of Locks that wait for readers, starting, stopping and firing of timers, Sleep, len,
//                    looking at the time: traced_part leaves them out, too
//   ADVOCATE         panics and os.Exit; what made an operation panic (it never finished)
//   goker's recorder atomics too
//   GoPie            all but channels and Mutexes, forks too: goroutines are told apart, and ordered, by what they do
//   GFuzz            everything but which case each select took last, and which channels were closed: one goroutine
// So graphs of one kind of trace can be compared with each other.
#pragma once

#include <cstdint>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// The graph, and the way from its events to those of the trace and back.
struct TraceGraph {
  ExecutionGraph graph;
  std::vector<std::uint32_t> event_of;  ///< by slot: index in Trace::events; kNoEvent for initial writes and begins
  std::vector<Slot> first_of, last_of;  ///< by event: its first and last slot; kNoSlot if it is not in the graph
  std::vector<Routine> routine_of;      ///< by ThreadId
  std::vector<ThreadId> thread_of;      ///< by Routine
  std::vector<Object> object_of;        ///< by Location
};

/// O(events log events + routines × objects). Slots extend porf. Throws std::length_error if there are more goroutines,
/// or goroutines × objects, than a graph can have.
TraceGraph trace_graph(const Trace& trace);

/// The graph alone.
ExecutionGraph graph_of(const Trace& trace);

/// Those of the graph, which is not built: of traces that are too large for one, too. O(events log events).
Fingerprints fingerprints_of(const Trace& trace);

}  // namespace graphfuzz::go
