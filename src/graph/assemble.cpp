// What graphs need that were not built event by event: putting all events together at once, the search for cycles in
// porf, and the side table of dependencies.
#include <algorithm>
#include <cassert>

#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {

void ExecutionGraph::assemble(std::span<const std::vector<Label>> threads, std::span<const Slot> rf,
                              std::span<const std::vector<Slot>> mo) {
  assert(threads.size() == by_thread_.size() && mo.size() == mo_.size());
  clear();
  for (ThreadId t = 0; t < threads.size(); ++t) {
    for (const Label& label : threads[t]) {
      const Slot slot = append(t, label, kNoSlot);
      events_[slot].mo_position = kNoSlot;
      if (is_access(label.kind)) link_access(slot, t, label.location);
      if (label.kind == EventKind::update) ++updates_[label.location];
    }
  }
  assert(rf.size() == size());
  for (Slot slot = locations(); slot < size(); ++slot) {
    const Slot source = rf[slot];
    if (source == kNoSlot) continue;
    Event& e = events_[slot];
    e.rf = source;
    extends_porf_ &= source < slot;
    if (!is_access(e.label.kind)) link_asw(slot, source);
    if (!reads(e.label.kind)) continue;
    assert(events_[source].label.location == e.label.location);
    assert(events_[source].label.written_value == e.label.read_value);
    link_reader(slot, source);
  }
  for (Location x = 0; x < mo.size(); ++x) {
    for (const Slot slot : mo[x]) {
      assert(writes(events_[slot].label.kind) && events_[slot].label.location == x);
      events_[slot].mo_position = static_cast<std::uint32_t>(mo_[x].size());
      mo_[x].push_back(slot);
    }
  }
}

// Kahn's algorithm, where the next event of a thread can go once its source has.
bool ExecutionGraph::porf_acyclic() const {
  if (extends_porf_) return true;
  std::vector<std::uint32_t> done(threads(), 0);
  const auto has_gone = [&](Slot source) {
    return source == kNoSlot || is_initial(source) || events_[source].id.index < done[events_[source].id.thread];
  };
  std::size_t left = event_count();
  for (bool progress = true; progress;) {
    progress = false;
    for (ThreadId t = 0; t < threads(); ++t) {
      for (; done[t] < by_thread_[t].size() && has_gone(events_[by_thread_[t][done[t]]].rf); ++done[t], --left) {
        progress = true;
      }
    }
  }
  return left == 0;
}

void ExecutionGraph::set_dependencies(Slot newest, std::span<const Dependency> dependencies) {
  const Slot event = newest - locations();
  assert(event >= dependency_end_.size());
  dependency_end_.resize(event, static_cast<std::uint32_t>(dependencies_.size()));
  dependencies_.insert(dependencies_.end(), dependencies.begin(), dependencies.end());
  dependency_end_.push_back(static_cast<std::uint32_t>(dependencies_.size()));
}

std::span<const Dependency> ExecutionGraph::dependencies(Slot slot) const {
  if (is_initial(slot) || slot - locations() >= dependency_end_.size()) return {};
  const Slot event = slot - locations();
  const std::uint32_t begin = event == 0 ? 0 : dependency_end_[event - 1];
  return std::span(dependencies_).subspan(begin, dependency_end_[event] - begin);
}

}  // namespace graphfuzz
