#include "graphfuzz/analysis/memory/alternatives.hpp"

#include "graphfuzz/program/label.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {

std::vector<std::vector<Slot>> alternatives(const ExecutionGraph& graph, MemoryModel& model) {
  if (!graph.extends_porf()) return {};
  std::vector<std::vector<Slot>> open(graph.size());
  std::vector<Slot> renamed(graph.size(), kNoSlot);
  for (Slot x = 0; x < graph.locations(); ++x) renamed[x] = x;
  ExecutionGraph growing(graph.threads(), graph.initial_values());
  model.reset(growing);
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    stop_point();
    const Event& e = graph[slot];
    if (is_access(e.label.kind)) {
      const Access access{e.id.thread, e.label.kind, e.label.order, e.label.location, graph.dependencies(slot)};
      const std::span<const Slot> choices =
          reads(e.label.kind) ? model.rf_candidates(growing, access) : model.mo_positions(growing, access);
      open[slot].assign(choices.begin(), choices.end());
    }
    // All events are copied in their order: the slots are the same.
    model.added(growing, growing.add_copy(graph, slot, renamed));
  }
  return open;
}

}  // namespace graphfuzz
