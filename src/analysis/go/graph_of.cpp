#include "graphfuzz/analysis/go/graph_of.hpp"

#include "analysis/go/event_list.hpp"

namespace graphfuzz::go {

TraceGraph trace_graph(const Trace& trace) {
  const EventList list = events_of(trace, Labels::all);
  GoGraph built = build_graph(list.events, list.origins, static_cast<Object>(trace.objects.size()));
  TraceGraph result;
  result.event_of.assign(built.graph.size(), kNoEvent);
  result.first_of.assign(trace.events.size(), kNoSlot);
  result.last_of.assign(trace.events.size(), kNoSlot);
  for (std::size_t i = 0; i < built.slot_of.size(); ++i) {
    const Slot slot = built.slot_of[i];
    const std::uint32_t e = list.trace_events[i];
    result.event_of[slot] = e;
    if (result.first_of[e] == kNoSlot) result.first_of[e] = slot;
    result.last_of[e] = slot;
  }
  result.routine_of.resize(trace.routines.size());
  for (Routine r = 0; r < trace.routines.size(); ++r) result.routine_of[built.thread_of[r]] = r;
  result.object_of.resize(built.graph.locations());
  for (Object o = 0; o < trace.objects.size(); ++o) {
    if (built.location_of[o] != kNoLocation) result.object_of[built.location_of[o]] = o;
  }
  result.thread_of = std::move(built.thread_of);
  result.graph = std::move(built.graph);
  return result;
}

ExecutionGraph graph_of(const Trace& trace) { return trace_graph(trace).graph; }

Fingerprints fingerprints_of(const Trace& trace) {
  const EventList list = events_of(trace, Labels::all);
  return fingerprints_of(list.events, list.origins, static_cast<Object>(trace.objects.size()));
}

}  // namespace graphfuzz::go
