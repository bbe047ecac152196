#include "graphfuzz/explore/prefix.hpp"

#include <cassert>

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

namespace {

// The same graph, its slots in an order that extends porf.
ExecutionGraph in_porf_order(const ExecutionGraph& graph) {
  ExecutionGraph result(graph.threads(), graph.initial_values());
  std::vector<Slot> renamed(graph.size(), kNoSlot);
  for (Slot x = 0; x < graph.locations(); ++x) renamed[x] = x;
  for (bool progress = true; progress;) {
    progress = false;
    for (ThreadId t = 0; t < graph.threads(); ++t) {
      while (result.thread_size(t) < graph.thread_size(t)) {
        const Slot slot = graph.thread(t)[result.thread_size(t)];
        if (graph[slot].rf != kNoSlot && renamed[graph[slot].rf] == kNoSlot) break;
        result.add_copy(graph, slot, renamed);
        progress = true;
      }
    }
  }
  assert(result.size() == graph.size());
  return result;
}

}  // namespace

Prefix choices(const ExecutionGraph& graph) {
  if (!graph.extends_porf()) return choices(in_porf_order(graph));
  Prefix prefix;
  const std::vector<bool> all(graph.size(), true);
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) append_step(prefix, graph, slot, all);
  return prefix;
}

}  // namespace graphfuzz
