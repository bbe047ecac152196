#include "explore/isolation.hpp"

namespace graphfuzz {

void Isolation::contract(const ExecutionGraph& graph, Location lock) {
  node_.resize(graph.size());
  open_.clear();
  for (Slot x = 0; x < graph.locations(); ++x) node_[x] = x;
  for (ThreadId t = 0; t < graph.threads(); ++t) {
    Slot section = kNoSlot;
    for (const Slot slot : graph.thread(t)) {
      const Label& label = graph[slot].label;
      const bool of_lock = label.location == lock && writes(label.kind);
      if (of_lock && label.kind == EventKind::update) section = slot;
      // That the thread has come to its end, as by exit(), is nothing that it does there.
      node_[slot] = section == kNoSlot || label.kind == EventKind::end ? slot : section;
      if (of_lock && label.kind == EventKind::write) section = kNoSlot;
    }
    if (section != kNoSlot) open_.push_back(section);
  }
}

// Initial writes come before everything, and are left out.
template <class Each>
void Isolation::for_each_successor(const ExecutionGraph& graph, Slot slot, Each each) const {
  const Event& e = graph[slot];
  const auto visit = [&](Slot next) {
    if (next != kNoSlot && node_[next] != node_[slot]) each(node_[next]);
  };
  visit(graph.po_next(slot));
  for (Slot other = graph.first_asw(slot); other != kNoSlot; other = graph.next_asw(other)) visit(other);
  if (!is_access(e.label.kind)) return;
  if (writes(e.label.kind)) {
    for (Slot reader = e.first_reader; reader != kNoSlot; reader = graph[reader].next_reader) visit(reader);
    visit(graph.mo_next(slot));
  } else {
    visit(graph.mo_next(e.rf));  // of an update that is itself
  }
}

template <class Each>
void Isolation::for_each_after(const ExecutionGraph& graph, Slot node, Each each) const {
  for (Slot slot = node; slot != kNoSlot && node_[slot] == node; slot = graph.po_next(slot)) {
    for_each_successor(graph, slot, each);
  }
}

bool Isolation::nothing_after(const ExecutionGraph& graph, Slot node) const {
  bool nothing = true;
  for_each_after(graph, node, [&](Slot next) { nothing &= graph[next].id.thread == graph[node].id.thread; });
  return nothing;
}

// Can all nodes be taken, each after those before it (Kahn 1962)?
bool Isolation::acyclic(const ExecutionGraph& graph) {
  before_.assign(graph.size(), 0);
  std::size_t left = 0;
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    left += node_[slot] == slot ? 1 : 0;
    for_each_successor(graph, slot, [&](Slot next) { ++before_[next]; });
  }
  ready_.clear();
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    if (node_[slot] == slot && before_[slot] == 0) ready_.push_back(slot);
  }
  while (!ready_.empty()) {
    const Slot node = ready_.back();
    ready_.pop_back();
    --left;
    for_each_after(graph, node, [&](Slot next) {
      if (--before_[next] == 0) ready_.push_back(next);
    });
  }
  return left == 0;
}

}  // namespace graphfuzz
