// What the model left open where an event was added to a graph.
#pragma once

#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/model/memory_model.hpp"

namespace graphfuzz {

/// By slot: of a read or an update the writes that it could have read from, of a write those right after which it could
/// have been placed in mo, each among the events that were added before it, and with what it did. Empty for all other
/// events; for all of them, and of length 0, if the graph was not built event by event (a cycle in porf). The model's
/// state is lost. As costly as building the graph once more.
std::vector<std::vector<Slot>> alternatives(const ExecutionGraph& graph, MemoryModel& model);

}  // namespace graphfuzz
