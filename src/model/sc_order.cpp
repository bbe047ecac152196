#include "model/sc_order.hpp"

#include <algorithm>

#include "model/coherence_bound.hpp"

namespace graphfuzz {
namespace {

// The last of `slots`, which are in po, among the first `before` events of their thread.
Slot last_before(const ExecutionGraph& graph, const std::vector<Slot>& slots, std::uint32_t before) {
  const auto end = std::partition_point(slots.begin(), slots.end(), [&](Slot s) { return graph[s].id.index < before; });
  return end == slots.begin() ? kNoSlot : *(end - 1);
}

}  // namespace

void ScOrder::reset(const ExecutionGraph& graph) {
  if (count_ == 0 && fences_.size() == graph.threads()) return;
  count_ = 0;
  has_fences_ = false;
  nodes_.reset(graph.threads());
  fences_.resize(graph.threads());
  for (std::vector<Slot>& thread : fences_) thread.clear();
  from_fences_.resize(graph.threads());
  into_access_.resize(graph.threads());
}

bool ScOrder::removed(const ExecutionGraph& graph) {
  if (count_ == 0) return true;
  if (!nodes_.truncate(graph.size())) return false;
  count_ = 0;
  for (ThreadId t = 0; t < graph.threads(); ++t) count_ += nodes_.nodes(t).size();
  for (std::vector<Slot>& thread : fences_) {
    while (!thread.empty() && thread.back() >= graph.size()) thread.pop_back();
  }
  return true;
}

void ScOrder::join_node(std::span<std::uint32_t> clock, Slot node) const {
  if (node != kNoSlot) join(clock, nodes_.of(node));
}

// The same of a clock that is closed: who has the node has what comes before it.
void ScOrder::join_node_unless_there(const ExecutionGraph& graph, std::span<std::uint32_t> clock, Slot node) const {
  if (node != kNoSlot && !contains(clock, graph[node].id)) join_node(clock, node);
}

void ScOrder::join_fences(const ExecutionGraph& graph, std::span<std::uint32_t> clock, ViewRef view) const {
  if (!has_fences_) return;
  for (ThreadId t = 0; t < view.size(); ++t) {
    if (!fences_[t].empty()) join_node(clock, last_before(graph, fences_[t], view[t]));
  }
}

void ScOrder::join_sb(const ExecutionGraph& graph, const HappensBefore& hb, std::span<std::uint32_t> clock,
                      ThreadId thread, Slot previous, Location location) const {
  if (previous == kNoSlot) return;
  // sb, and [F]; hb?; sb
  join_node(clock, nodes_.last(graph, thread, graph[previous].id.index + 1));
  join_fences(graph, clock, hb.before_or_equal(previous));
  // (sb\loc); hb; (sb\loc): the second sb\loc begins at the last event of another location, …
  Slot other = previous;
  if (graph[previous].label.location == location) {
    const std::uint32_t begin = graph[previous].run_begin;
    if (begin == 0) return;
    other = graph.thread(thread)[begin - 1];
  }
  const ViewRef view = hb.before_or_equal(other);
  for (ThreadId t = 0; t < view.size(); ++t) {
    if (t == thread || view[t] == 0) continue;
    // … and the first ends in the last event of t that happens before that one or, if it comes from within the run of
    // accesses of one location that this event belongs to, cannot end at all.
    const std::uint32_t run_begin = graph[graph.thread(t)[view[t] - 1]].run_begin;
    join_node(clock, nodes_.last(graph, t, run_begin));
  }
}

// hb&loc, and [F]; hb?; (hb&loc)
void ScOrder::join_same_location(const ExecutionGraph& graph, const HappensBefore& hb, std::span<std::uint32_t> clock,
                                 ViewRef view, Location location) const {
  for (ThreadId t = 0; t < view.size(); ++t) {
    if (view[t] == 0) continue;
    const Slot access = graph.last_access(t, location, view[t]);
    if (access == kNoSlot) continue;
    join_node_unless_there(graph, clock, hb.chain(access).sc_access);
    join_fences(graph, clock, hb.before_or_equal(access));
  }
}

std::uint32_t ScOrder::written_bound(const ExecutionGraph& graph, const HappensBefore& hb, ViewRef view,
                                     Location location) const {
  std::uint32_t bound = 0;
  for (ThreadId t = 0; t < view.size(); ++t) {
    const Slot access = view[t] == 0 ? kNoSlot : graph.last_access(t, location, view[t]);
    if (access == kNoSlot) continue;
    const Slot write = hb.chain(access).write;
    if (write != kNoSlot) bound = std::max(bound, graph[write].mo_position);
  }
  return bound;
}

std::uint32_t ScOrder::bound(const ExecutionGraph& graph, const HappensBefore& hb, const Access& access) {
  const Slot previous = graph.last(access.thread);
  // What is psc-before the fences that happen before the access, and, if it is seq_cst, before the access itself.
  // Edges into it that depend on the choice do not matter: what they come from precedes the later writes anyway.
  std::fill(from_fences_.begin(), from_fences_.end(), 0);
  if (previous != kNoSlot) join_fences(graph, from_fences_, hb.before_or_equal(previous));
  std::copy(from_fences_.begin(), from_fences_.end(), into_access_.begin());
  const bool sc = is_seq_cst(access.order);
  if (sc && previous != kNoSlot) {
    join_sb(graph, hb, into_access_, access.thread, previous, access.location);
    join_same_location(graph, hb, into_access_, hb.before_or_equal(previous), access.location);
  }
  // None of that may observe a later write, or be one.
  std::uint32_t bound = 0;
  for (ThreadId t = 0; t < into_access_.size(); ++t) {
    if (into_access_[t] == 0) continue;
    const Slot other = graph.last_access(t, access.location, into_access_[t]);
    if (other != kNoSlot && hb.chain(other).sc_write != kNoSlot) {
      bound = std::max(bound, graph[hb.chain(other).sc_write].mo_position);
    }
    const Slot fence = last_before(graph, fences_[t], from_fences_[t]);
    if (fence != kNoSlot) bound = std::max(bound, observed_bound(graph, hb.before_or_equal(fence), access.location));
    const Slot base_fence = sc ? last_before(graph, fences_[t], into_access_[t]) : kNoSlot;
    if (base_fence != kNoSlot) {
      bound = std::max(bound, written_bound(graph, hb, hb.before_or_equal(base_fence), access.location));
    }
  }
  return bound;
}

void ScOrder::added(const ExecutionGraph& graph, const HappensBefore& hb, Slot slot) {
  const Label& label = graph[slot].label;
  const bool sc = is_seq_cst(label.order) && (is_access(label.kind) || label.kind == EventKind::fence);
  if (count_ == 0 && !sc) return;
  if (sc) {
    ++count_;
    label.kind == EventKind::fence ? add_fence(graph, hb, slot) : add_access(graph, hb, slot);
  }
  if (is_access(label.kind)) precede_later_writes(graph, hb, slot);
}

void ScOrder::add_access(const ExecutionGraph& graph, const HappensBefore& hb, Slot slot) {
  const Event& e = graph[slot];
  const std::span<std::uint32_t> clock = nodes_.add(slot, e.id);
  join_sb(graph, hb, clock, e.id.thread, graph.po_previous(slot), e.label.location);
  // Everything in hb& loc before e: e itself is in its view, so that the thread's own accesses need no care.
  std::copy_n(hb.before_or_equal(slot).begin(), into_access_.size(), into_access_.begin());
  --into_access_[e.id.thread];
  join_same_location(graph, hb, clock, into_access_, e.label.location);
  if (!writes(e.label.kind)) return;
  // mo and rb, and [F]; hb?; (mo | rb)
  for (ThreadId t = 0; t < graph.threads(); ++t) {
    if (t == e.id.thread) continue;
    const Slot access = graph.last_access_observing_below(t, e.label.location, e.mo_position);
    if (access == kNoSlot) continue;
    join_node_unless_there(graph, clock, hb.chain(access).sc_access);
    join_fences(graph, clock, hb.before_or_equal(access));
  }
}

void ScOrder::add_fence(const ExecutionGraph& graph, const HappensBefore& hb, Slot slot) {
  const Event& e = graph[slot];
  const ViewRef view = hb.before_or_equal(slot);
  const std::span<std::uint32_t> clock = nodes_.add(slot, e.id);
  join_fences(graph, clock, view);  // [F]; hb; this fence itself is not in fences_ yet
  for (ThreadId t = 0; t < view.size(); ++t) {
    if (t == e.id.thread || view[t] == 0) continue;
    // sb; hb
    join_node(clock, nodes_.last(graph, t, view[t] - 1));
    // (hb&loc); hb: only the last event of t in the view was not covered by sb; hb
    const Slot last = graph.thread(t)[view[t] - 1];
    if (!is_access(graph[last].label.kind) || !is_seq_cst(graph[last].label.order)) continue;
    for (ThreadId u = 0; u < view.size(); ++u) {
      const Slot access = u == t || view[u] == 0 ? kNoSlot : graph.last_access(u, graph[last].label.location, view[u]);
      if (access != kNoSlot && contains(hb.before_or_equal(access), graph[last].id)) join_node(clock, last);
    }
  }
  for (Location x = 0; x < graph.locations(); ++x) {
    const std::uint32_t observed = observed_bound(graph, view, x);
    if (observed == 0) continue;
    const std::uint32_t written = written_bound(graph, hb, view, x);
    for (ThreadId t = 0; t < view.size(); ++t) {
      // (mo | rb); hb
      const Slot access = graph.last_access_observing_below(t, x, written);
      if (access != kNoSlot) join_node(clock, hb.chain(access).sc_access);
      // [F]; hb; eco; hb
      const Slot before = graph.last_access_observing_below(t, x, observed);
      if (before != kNoSlot) join_fences(graph, clock, hb.before_or_equal(before));
    }
    join_fences(graph, clock, hb.before_or_equal(graph.mo(x)[observed]));
  }
  fences_[e.id.thread].push_back(slot);
  has_fences_ = true;
}

// The edges from the new access, and from the fences that happen before it, to what observes a write after it in mo.
void ScOrder::precede_later_writes(const ExecutionGraph& graph, const HappensBefore& hb, Slot slot) {
  const Event& e = graph[slot];
  const Location x = e.label.location;
  const std::uint32_t position = graph.observed(slot);
  if (position + 1 >= graph.mo(x).size()) return;
  const bool sc = is_seq_cst(e.label.order);
  std::fill(from_fences_.begin(), from_fences_.end(), 0);
  join_fences(graph, from_fences_, hb.before_or_equal(slot));
  const bool fences = std::any_of(from_fences_.begin(), from_fences_.end(), [](std::uint32_t c) { return c != 0; });
  if (!sc && !fences) return;
  // The first event of each thread that does; all later ones of the thread do, too.
  const auto first_fence = [&](ThreadId t, auto observes) {
    const std::vector<Slot>& all = fences_[t];
    const auto found = std::partition_point(all.begin(), all.end(), [&](Slot fence) { return !observes(fence); });
    return found == all.end() ? kNoSlot : *found;
  };
  const auto earlier = [&](Slot a, Slot b) {
    if (a == kNoSlot || b == kNoSlot) return a == kNoSlot ? b : a;
    return graph[a].id.index < graph[b].id.index ? a : b;
  };
  for (ThreadId t = 0; t < graph.threads(); ++t) {
    const Slot write = graph.first_access(t, x, [&](Slot access) {
      const Slot last = hb.chain(access).sc_write;
      return last != kNoSlot && graph[last].mo_position > position;
    });
    if (sc) {
      const Slot fence =
          first_fence(t, [&](Slot f) { return written_bound(graph, hb, hb.before_or_equal(f), x) > position; });
      if (const Slot node = earlier(write, fence); node != kNoSlot) {
        into_access_.assign(nodes_.of(slot).begin(), nodes_.of(slot).end());
        nodes_.precede(graph, into_access_, node);
      }
    }
    if (!fences) continue;
    const Slot fence =
        first_fence(t, [&](Slot f) { return observed_bound(graph, hb.before_or_equal(f), x) > position; });
    if (const Slot node = earlier(write, fence); node != kNoSlot) nodes_.precede(graph, from_fences_, node);
  }
}

}  // namespace graphfuzz
