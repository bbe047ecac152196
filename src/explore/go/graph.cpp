// The execution graph of what happened: from the machine's own log of it, which has more in it than a trace.
#include "explore/go/state.hpp"

namespace graphfuzz::go {

ExecutionGraph MachineState::graph() const {
  const Object clock = objects.count();  // kClock, as a dense number
  const auto value = [&](std::uint64_t what) {
    return operation_value(static_cast<Kind>(what & 0xff), places.hash(position_of(what)),
                           static_cast<std::int16_t>(what >> 32), (what >> 48) == 1);
  };
  std::vector<GraphEvent> events;
  for (const Node& node : graph_log.nodes()) {
    events.push_back(
        {node.routine, node.kind, node.object == kClock ? clock : node.object, node.source, value(node.what)});
  }
  std::vector<RoutineOrigin> origins;
  for (Routine r = 0; r < routines.count(); ++r) origins.push_back(routines[r].origin);
  return build_graph(events, origins, objects.count() + 1).graph;
}

}  // namespace graphfuzz::go
