// How hard a graph is to read, and an order of its events that makes it easier.
#include <vector>

#include "graphfuzz/fuzz/memory/minimise.hpp"

namespace graphfuzz {

bool comes_without_choice(EventKind kind) {
  return kind == EventKind::begin || kind == EventKind::end || kind == EventKind::join || kind == EventKind::error;
}

namespace {

// Takes the events over one by one.
class Ordering {
 public:
  // `coherent`: only reads of what is last, and writes behind all others.
  Ordering(const ExecutionGraph& from, bool coherent)
      : from_(from),
        coherent_(coherent),
        result_(from.threads(), from.initial_values()),
        renamed_(from.size(), kNoSlot),
        unplaced_readers_(from.size(), 0) {
    result_.set_keys({from.keys().begin(), from.keys().end()});
    for (Slot x = 0; x < from.locations(); ++x) renamed_[x] = x;
    for (Slot slot = from.locations(); slot < from.size(); ++slot) {
      if (reads(from[slot].label.kind)) ++unplaced_readers_[from[slot].rf];
    }
  }

  bool go_on_with(ThreadId thread) {
    bool any = false;
    while (result_.thread_size(thread) < from_.thread_size(thread)) {
      const Slot slot = from_.thread(thread)[result_.thread_size(thread)];
      if (!can_be_next(slot)) break;
      if (reads(from_[slot].label.kind)) --unplaced_readers_[from_[slot].rf];
      result_.add_copy(from_, slot, renamed_);
      any = true;
    }
    return any;
  }

  bool complete() const { return result_.size() == from_.size(); }
  ExecutionGraph result() && { return std::move(result_); }

 private:
  bool can_be_next(Slot slot) const {
    const Event& e = from_[slot];
    if (e.rf != kNoSlot && renamed_[e.rf] == kNoSlot) return false;
    if (!coherent_) return true;
    if (reads(e.label.kind) && result_.mo_last(e.label.location) != renamed_[e.rf]) return false;
    if (!writes(e.label.kind)) return true;
    const Slot previous = from_.mo_previous(slot);
    if (renamed_[previous] == kNoSlot) return false;
    // Whoever reads the write before this one comes before this one, too.
    const bool reads_it = reads(e.label.kind) && e.rf == previous;
    return unplaced_readers_[previous] == (reads_it ? 1u : 0u);
  }

  const ExecutionGraph& from_;
  const bool coherent_;
  ExecutionGraph result_;
  std::vector<Slot> renamed_;
  std::vector<std::uint32_t> unplaced_readers_;  // by slot of a write
};

// False if that is as far as it goes.
bool place_all(Ordering& ordering, unsigned threads, ThreadId first) {
  while (!ordering.complete()) {
    bool any = false;
    for (unsigned i = 0; i < threads; ++i) {
      any = ordering.go_on_with(static_cast<ThreadId>((first + i) % threads)) || any;
    }
    if (!any) return false;
  }
  return true;
}

}  // namespace

bool is_surprise(const ExecutionGraph& graph, Slot slot) {
  const Event& e = graph[slot];
  if (!is_access(e.label.kind)) return false;
  const Slot observed = reads(e.label.kind) ? e.rf : slot;
  for (Slot later = graph.mo_next(observed); later != kNoSlot; later = graph.mo_next(later)) {
    if (later < slot) return true;
  }
  return false;
}

Difficulty difficulty(const ExecutionGraph& graph) {
  Difficulty result;
  result.events = graph.event_count();
  ThreadId last = kInitThread;
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    const Event& e = graph[slot];
    if (!comes_without_choice(e.label.kind)) {
      if (last != kInitThread && e.id.thread != last) ++result.switches;
      last = e.id.thread;
    }
    if (is_surprise(graph, slot)) ++result.surprises;
  }
  return result;
}

ExecutionGraph in_readable_order(const ExecutionGraph& graph, ThreadId first) {
  Ordering coherent(graph, true);
  if (place_all(coherent, graph.threads(), first)) return std::move(coherent).result();
  Ordering ordering(graph, false);
  place_all(ordering, graph.threads(), first);
  return std::move(ordering).result();
}

}  // namespace graphfuzz
