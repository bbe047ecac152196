// The events of the graph of a trace, before there is a graph: a topological order of it, in which its slots are given.
#pragma once

#include <cstdint>
#include <vector>

#include "graphfuzz/program/go/graph.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// Is it wanted what the events and the goroutines are called? Their order does not depend on it.
enum class Labels : std::uint8_t { all, none };

/// An access reads from the last change of its object before it; a receive that meets its sender has that as `source`,
/// too. As there are at most a few events per event of the trace, the list has none of the bounds that an
/// ExecutionGraph has.
struct EventList {
  std::vector<GraphEvent> events;
  std::vector<std::uint32_t> trace_events;  ///< index in Trace::events; parallel to `events`
  std::vector<RoutineOrigin> origins;       ///< by routine; empty without labels
};

/// O(events log events).
EventList events_of(const Trace& trace, Labels labels);

}  // namespace graphfuzz::go
