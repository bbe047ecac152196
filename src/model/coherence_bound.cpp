#include "model/coherence_bound.hpp"

#include <algorithm>

namespace graphfuzz {

// Most often what was written last is in the view, or what has read that: then there is no need to ask every thread.
std::uint32_t observed_bound(const ExecutionGraph& graph, ViewRef view, Location location) {
  const std::span<const Slot> mo = graph.mo(location);
  // Or else it takes longer than to ask the threads of which something is in the view.
  std::size_t looks = view.size() - static_cast<std::size_t>(std::count(view.begin(), view.end(), 0U));
  const auto look_at = [&](Slot access) { return looks > 0 && (--looks, contains(view, graph[access].id)); };
  for (std::size_t position = mo.size(); --position > 0 && looks > 0;) {
    if (look_at(mo[position])) return static_cast<std::uint32_t>(position);
    for (Slot r = graph[mo[position]].first_reader; r != kNoSlot && looks > 0; r = graph[r].next_reader) {
      if (look_at(r)) return static_cast<std::uint32_t>(position);
    }
  }
  if (looks > 0) return 0;  // all of it was looked at
  std::uint32_t bound = 0;
  for (ThreadId t = 0; t < view.size(); ++t) {
    if (view[t] == 0) continue;
    const Slot access = graph.last_access(t, location, view[t]);
    if (access != kNoSlot) bound = std::max(bound, graph.observed(access));
  }
  return bound;
}

std::span<const Slot> BoundModel::rf_candidates(const ExecutionGraph& graph, const Access& access) {
  const std::uint32_t begin = bound(graph, access);
  if (access.kind == EventKind::update) return without_update(graph, access.location, begin);
  return graph.mo(access.location).subspan(begin);
}

std::span<const Slot> BoundModel::mo_positions(const ExecutionGraph& graph, const Access& access) {
  return without_update(graph, access.location, bound(graph, access));
}

// Nothing may come between an update and the write it reads from, and no two updates may read from one write.
std::span<const Slot> BoundModel::without_update(const ExecutionGraph& graph, Location location, std::uint32_t begin) {
  const std::span<const Slot> suffix = graph.mo(location).subspan(begin);
  if (graph.updates(location) == 0) return suffix;
  scratch_.clear();
  for (std::size_t i = 0; i + 1 < suffix.size(); ++i) {
    const Event& next = graph[suffix[i + 1]];
    if (next.label.kind != EventKind::update) scratch_.push_back(suffix[i]);
  }
  scratch_.push_back(suffix.back());
  return scratch_;
}

}  // namespace graphfuzz
