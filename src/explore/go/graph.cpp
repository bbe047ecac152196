// The execution graph of what happened: from the machine's own log of it, which has more in it than a trace.
#include <algorithm>

#include "explore/go/state.hpp"

namespace graphfuzz::go {

ExecutionGraph Machine::State::graph() const {
  const Object clock = object_count;  // kClock, as a dense number
  std::vector<std::uint64_t> position_hashes;
  for (const std::string& place : places) position_hashes.push_back(hash_of_position(place));
  const std::uint64_t nowhere = hash_of_position("");
  const auto value = [&](std::uint64_t what) {
    const std::size_t position = what >> 8 & 0xffffff;
    const Value v = operation_value(static_cast<Kind>(what & 0xff),
                                    position < position_hashes.size() ? position_hashes[position] : nowhere,
                                    static_cast<std::int16_t>(what >> 32), (what >> 48) == 1);
    return v;
  };
  std::vector<GraphEvent> events;
  for (const Node& node : nodes) {
    events.push_back(
        {node.routine, node.kind, node.object == kClock ? clock : node.object, node.source, value(node.what)});
  }
  std::vector<RoutineOrigin> origins;
  for (Routine r = 0; r < count; ++r) origins.push_back(routines[r].origin);
  return build_graph(events, origins, object_count + 1).graph;
}

}  // namespace graphfuzz::go
