#include "graphfuzz/explore/prefix.hpp"

namespace graphfuzz {

void append_step(Prefix& prefix, const ExecutionGraph& graph, Slot slot, const std::vector<bool>& kept) {
  const Event& e = graph[slot];
  Slot source = e.rf;
  switch (e.label.kind) {
    case EventKind::begin:
    case EventKind::end:
    case EventKind::join:
    case EventKind::error:
      return;  // follow of themselves
    case EventKind::write:
      source = graph.mo_previous(slot);
      while (source > slot || !kept[source]) source = graph.mo_previous(source);
      break;
    default:
      break;
  }
  Step step;
  step.thread = e.id.thread;
  if (source != kNoSlot) {
    step.source_thread = graph[source].id.thread;
    step.source_index = graph[source].id.index & 0x7fffffff;
  }
  step.fails = e.label.kind == EventKind::read;  // means nothing for other reads than those of compare-exchanges
  prefix.steps.push_back(step);
}

Prefix choices(const ExecutionGraph& graph) {
  Prefix prefix;
  const std::vector<bool> all(graph.size(), true);
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) append_step(prefix, graph, slot, all);
  return prefix;
}

}  // namespace graphfuzz
