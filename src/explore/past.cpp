#include "graphfuzz/explore/past.hpp"

namespace graphfuzz {

void Past::reset(const ExecutionGraph& graph, bool sequential) {
  graph_ = &graph;
  sequential_ = sequential;
  views_.clear();
}

ViewRef Past::of(Slot slot) {
  const auto [found, is_new] = views_.try_emplace(slot);
  if (!is_new) return found->second;
  View view(graph_->threads(), 0);
  work_.assign(1, slot);
  while (!work_.empty()) {
    const Slot next = work_.back();
    work_.pop_back();
    if (graph_->is_initial(next)) continue;
    const EventId id = (*graph_)[next].id;
    const std::span<const Slot> events = graph_->thread(id.thread);
    for (; view[id.thread] <= id.index; ++view[id.thread]) add_sources(events[view[id.thread]]);
  }
  return found->second = std::move(view);
}

// All that is right before the event, but for its thread's.
void Past::add_sources(Slot slot) {
  const Event& e = (*graph_)[slot];
  if (e.rf != kNoSlot) work_.push_back(e.rf);
  if (!sequential_ || !writes(e.label.kind)) return;
  const Slot previous = graph_->mo_previous(slot);
  if (previous == kNoSlot) return;
  work_.push_back(previous);
  for (Slot r = (*graph_)[previous].first_reader; r != kNoSlot; r = (*graph_)[r].next_reader) {
    if (r != slot) work_.push_back(r);
  }
}

}  // namespace graphfuzz
