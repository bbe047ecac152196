#include "graphfuzz/program/go/wait_cycles.hpp"

#include <boost/graph/vector_as_graph.hpp>  // before the algorithms, which have to know that a vector can be a graph

#include <algorithm>
#include <boost/graph/strong_components.hpp>
#include <span>
#include <utility>

namespace graphfuzz::go {
namespace {

/// Breadth first from each, within the component; none if nobody waits for itself or another of them.
std::vector<Routine> shortest_cycle(const std::vector<std::vector<Routine>>& edges, std::span<const Routine> members) {
  std::vector<Routine> best;
  for (const Routine start : members) {
    std::vector<Routine> queue = {start};
    std::vector<Routine> came_from(edges.size(), kNoRoutine);
    bool closed = false;
    for (std::size_t at = 0; at < queue.size() && !closed; ++at) {
      for (const Routine next : edges[queue[at]]) {
        if (next == start) {
          std::vector<Routine> cycle;
          for (Routine r = queue[at]; r != start; r = came_from[r]) cycle.push_back(r);
          cycle.push_back(start);
          std::ranges::reverse(cycle);
          if (best.empty() || cycle.size() < best.size()) best = std::move(cycle);
          closed = true;
          break;
        }
        if (came_from[next] != kNoRoutine || !std::ranges::binary_search(members, next)) continue;
        came_from[next] = queue[at];
        queue.push_back(next);
      }
    }
  }
  return best;
}

}  // namespace

// Its vertices are goroutines, so this is no view of the execution graph: who waits has no event there.
std::vector<std::vector<Routine>> wait_cycles(const std::vector<std::vector<Routine>>& edges) {
  std::vector<std::vector<Routine>> found;
  if (std::ranges::all_of(edges, [](const auto& holders) { return holders.empty(); })) return found;
  std::vector<std::size_t> component(edges.size());
  const std::size_t components = boost::strong_components(
      edges, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, edges)));
  std::vector<std::vector<Routine>> members(components);
  for (Routine r = 0; r < edges.size(); ++r) members[component[r]].push_back(r);
  std::ranges::sort(members);  // by their smallest goroutines, whatever numbers the components have
  for (const std::vector<Routine>& tied : members) {
    std::vector<Routine> cycle = shortest_cycle(edges, tied);
    if (!cycle.empty()) found.push_back(std::move(cycle));
  }
  return found;
}

}  // namespace graphfuzz::go
