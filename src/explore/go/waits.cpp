#include "explore/go/waits.hpp"

#include <boost/graph/vector_as_graph.hpp>  // before the algorithms, which have to know that a vector can be a graph

#include <algorithm>
#include <boost/graph/strong_components.hpp>

namespace graphfuzz::go {

Waits::Waits(const MachineState& state) : edges_(state.routines.count()), ended_(state.routines.count()) {
  for (Routine r = 0; r < state.routines.count(); ++r) ended_[r] = state.routines[r].ended;
  for (const Name name : state.routines.alive()) find_edges(state, state.routines.find(name));
}

void Waits::find_edges(const MachineState& state, Routine r) {
  const RoutineState& waiting = state.routines[r];
  if (waiting.operation == nullptr) return;
  const Operation& operation = *waiting.operation;
  std::vector<Routine>& holders = edges_[r];
  if (operation.kind == Kind::once) {
    if (!state.objects.knows(operation.object) || !state.objects[operation.object].once_running) return;
    for (Routine other = 0; other < state.routines.count(); ++other) {
      const std::vector<std::uint32_t>& in = state.routines[other].onces;
      const auto is_it = [&](std::uint32_t event) { return state.log.events()[event].object == operation.object; };
      if (std::ranges::any_of(in, is_it)) holders.push_back(other);
    }
    return;
  }
  const Phase phase = waiting.phase;
  const bool again = operation.kind == Kind::cond_wait && phase != Phase::fresh && phase != Phase::waiting;
  if (operation.kind != Kind::lock && operation.kind != Kind::rlock && !again) return;
  const Object m = again ? operation.locker : operation.object;
  const bool reads = again ? operation.locker_reads : operation.kind == Kind::rlock;
  if (!state.objects.knows(m)) return;
  const ObjectState& mutex = state.objects[m];
  if (mutex.writer != kNoRoutine) holders.push_back(mutex.writer);
  if (mutex.announced != kNoRoutine && mutex.announced != r) holders.push_back(mutex.announced);
  if (!reads) holders.insert(holders.end(), mutex.readers.begin(), mutex.readers.end());
}

// Its vertices are goroutines, so this is no view of the execution graph: who waits has no event there.
std::vector<std::vector<Routine>> Waits::cycles() const {
  std::vector<std::vector<Routine>> found;
  if (std::ranges::all_of(edges_, [](const auto& holders) { return holders.empty(); })) return found;
  std::vector<std::size_t> component(edges_.size());
  const std::size_t components = boost::strong_components(
      edges_, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, edges_)));
  std::vector<std::vector<Routine>> members(components);
  for (Routine r = 0; r < edges_.size(); ++r) members[component[r]].push_back(r);
  std::ranges::sort(members);  // by their smallest goroutines, whatever numbers the components have
  for (const std::vector<Routine>& tied : members) {
    std::vector<Routine> cycle = shortest_cycle(tied);
    if (!cycle.empty()) found.push_back(std::move(cycle));
  }
  return found;
}

/// Breadth first from each, within the component; none if nobody waits for itself or another of them.
std::vector<Routine> Waits::shortest_cycle(std::span<const Routine> members) const {
  std::vector<Routine> best;
  for (const Routine start : members) {
    std::vector<Routine> queue = {start};
    std::vector<Routine> came_from(edges_.size(), kNoRoutine);
    bool closed = false;
    for (std::size_t at = 0; at < queue.size() && !closed; ++at) {
      for (const Routine next : edges_[queue[at]]) {
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

bool Waits::is_held_up(Routine r) const {
  return std::ranges::any_of(edges_[r], [this](Routine holder) { return !ended_[holder]; });
}

}  // namespace graphfuzz::go
