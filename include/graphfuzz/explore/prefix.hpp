// Prefix: the choices that rebuild a consistent, porf-closed part of an execution graph.
#pragma once

#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {

/// One choice: which thread goes on, and what its event reads from (reads, updates) or follows in mo (writes). Events
/// are named by EventId, so that a step does not depend on what else is in the graph.
struct Step {
  ThreadId thread = 0;
  ThreadId source_thread = kInitThread;
  std::uint32_t source_index : 31 = 0;
  /// If a weak compare-exchange reads the value it expects: it fails all the same. Set for every event that reads
  /// and does not write, as the graph does not tell which of them are compare-exchanges.
  std::uint32_t fails : 1 = 0;

  EventId source() const { return {source_thread, source_index}; }
  friend bool operator==(const Step&, const Step&) = default;
};
static_assert(sizeof(Step) == 8);

/// The steps in an order that extends porf; the last one is the choice that was changed. Events that follow without a
/// choice (the begin and end of threads, errors) have no step.
struct Prefix {
  std::vector<Step> steps;
  friend bool operator==(const Prefix&, const Prefix&) = default;
};

/// The choices that build the whole graph, which has no cycle in porf.
Prefix choices(const ExecutionGraph& graph);

/// Appends the step that adds event `slot` of `graph` when of the older events exactly the `kept` ones (by slot; all
/// initial writes are) were added before.
void append_step(Prefix& prefix, const ExecutionGraph& graph, Slot slot, const std::vector<bool>& kept);

}  // namespace graphfuzz
