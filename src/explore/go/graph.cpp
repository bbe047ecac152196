// The execution graph of what happened. Its threads are the goroutines in the order of their names, its locations the
// objects in the order in which the threads, one after the other, first touch them; so the same execution gives the
// same graph whatever order it was taken in. The encoding is described in doc/decisions/0008-go-programs.md.
#include <algorithm>
#include <stdexcept>

#include "explore/go/state.hpp"

namespace graphfuzz::go {

ExecutionGraph MachineState::graph() const {
  const Routine count = routines.count();
  const std::vector<Node>& nodes = graph_log.nodes();
  std::vector<Routine> threads(count);
  for (Routine r = 0; r < count; ++r) threads[r] = r;
  std::sort(threads.begin(), threads.end(),
            [this](Routine a, Routine b) { return routines[a].name < routines[b].name; });
  if (count >= kInitThread) throw std::length_error("too many goroutines for an execution graph");
  std::vector<ThreadId> thread_of(count);
  for (Routine r = 0; r < count; ++r) thread_of[threads[r]] = static_cast<ThreadId>(r);

  std::vector<std::vector<std::uint32_t>> of(count);
  for (std::uint32_t i = 0; i < nodes.size(); ++i) of[nodes[i].routine].push_back(i);
  constexpr Location kClockPlace = kNoLocation;
  std::vector<Location> location(objects.count(), kNoLocation);
  Location clock_location = kClockPlace;
  Location locations = 0;
  const auto location_of = [&](Object o) -> Location& { return o == kClock ? clock_location : location[o]; };
  for (const Routine r : threads) {
    for (const std::uint32_t i : of[r]) {
      if (nodes[i].object == kNoObject) continue;
      Location& place = location_of(nodes[i].object);
      if (place == kNoLocation) place = locations++;
    }
  }

  const std::vector<Value> zeros(locations, 0);
  ExecutionGraph graph(count, zeros);
  std::vector<Slot> slot_of(nodes.size(), kNoSlot);
  std::vector<bool> begun(count, false);
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    const ThreadId thread = thread_of[node.routine];
    if (!begun[node.routine]) {
      begun[node.routine] = true;
      Label begin{EventKind::begin};
      begin.order = MemoryOrder::seq_cst;
      begin.written_value = routines[node.routine].name;
      const std::uint32_t start = routines[node.routine].start_node;
      graph.add_other(thread, begin, start == kNoNode ? kNoSlot : slot_of[start]);
    }
    Label label{node.kind};
    label.order = MemoryOrder::seq_cst;
    label.written_value = static_cast<Value>(node.what);
    if (node.object == kNoObject) {
      slot_of[i] = graph.add_other(thread, label, node.source == kNoNode ? kNoSlot : slot_of[node.source]);
      continue;
    }
    label.location = location_of(node.object);
    const Slot source = node.source == kNoNode ? graph.mo(label.location).front() : slot_of[node.source];
    label.read_value = graph[source].label.written_value;
    slot_of[i] =
        node.kind == EventKind::read ? graph.add_read(thread, label, source) : graph.add_update(thread, label, source);
  }
  return graph;
}

}  // namespace graphfuzz::go
