// What orders the events of a Go trace for good, as edges of its execution graph. No clocks, and no look at the order
// in which the trace has the events: only at the graph, and at what its events are.
#pragma once

#include <boost/graph/filtered_graph.hpp>
#include <boost/range/iterator_range.hpp>
#include <vector>

#include "graphfuzz/analysis/go/graph_of.hpp"
#include "graphfuzz/graph/boost_graph.hpp"

namespace graphfuzz::testing {

/// po and starts: happens-before by the weak clock. A predicate for boost::filtered_graph.
struct PoAndStarts {
  const ExecutionGraph* graph = nullptr;
  bool operator()(const GraphEdge& edge) const {
    if (edge.kind == EdgeKind::asw) return (*graph)[edge.target].label.kind == EventKind::begin;
    return edge.kind == EdgeKind::po;
  }
};

/// Also meetings and wakings; without what objects carry on from one of their changes to a later one.
struct PoAndAsw {
  bool operator()(const GraphEdge& edge) const { return edge.kind == EdgeKind::po || edge.kind == EdgeKind::asw; }
};

/// Happens-before by the strong clock: po, asw, and from each access of an object to the later ones that it comes
/// before whatever happens. For Boost a vector is a graph.
class Synchronisation {
 public:
  using Edges = std::vector<std::vector<Slot>>;

  Synchronisation(const go::Trace& trace, const go::TraceGraph& traced) : trace_(trace), traced_(traced) {
    const ExecutionGraph& graph = traced.graph;
    edges_.resize(graph.size());
    const boost::filtered_graph<ExecutionGraph, PoAndAsw> given(graph, PoAndAsw{});
    for (Slot slot = 0; slot < graph.size(); ++slot) {
      for (const GraphEdge& edge : boost::make_iterator_range(out_edges(slot, given)))
        edges_[slot].push_back(edge.target);
    }
    for (Location x = 0; x < graph.locations(); ++x) {
      history_ = {};
      for (const Slot change : graph.mo(x)) {
        if (!graph.is_initial(change)) access(change);
        for (Slot reader = graph[change].first_reader; reader != kNoSlot; reader = graph[reader].next_reader) {
          if (graph[reader].label.kind == EventKind::read) access(reader);
        }
      }
    }
  }

  const Edges& edges() const { return edges_; }

 private:
  /// What has been done to an object so far.
  struct History {
    std::vector<Slot> unlocks, runlocks, adds, sends, receives;
    Slot closed = kNoSlot, won = kNoSlot, written = kNoSlot;
  };

  void edge(Slot from, Slot to) {
    if (from != kNoSlot) edges_[from].push_back(to);
  }
  void edges(const std::vector<Slot>& from, Slot to) {
    for (const Slot slot : from) edge(slot, to);
  }

  void access(Slot slot) {
    using go::Kind;
    const go::TraceEvent& event = trace_.events[traced_.event_of[slot]];
    History& h = history_;
    if (event.kind == Kind::select) {
      const go::TraceCase* chosen = trace_.case_of(event);
      if (chosen != nullptr) communicate(slot, event, chosen->sends);
      return;
    }
    switch (event.kind) {
      case Kind::send:
      case Kind::receive:
        return communicate(slot, event, event.kind == Kind::send);
      case Kind::close:
        if (writes(traced_.graph[slot].label.kind)) h.closed = slot;
        return;
      case Kind::lock:
      case Kind::try_lock:
        if (event.ok) edges(h.runlocks, slot);
        [[fallthrough]];
      case Kind::rlock:
      case Kind::try_rlock:
        if (event.ok) edges(h.unlocks, slot);
        return;
      case Kind::unlock:
        h.unlocks.push_back(slot);
        return;
      case Kind::runlock:
        h.runlocks.push_back(slot);
        return;
      case Kind::once:
        if (event.ok && event.finished()) h.won = slot;  // the second of its two
        if (!event.ok) edge(h.won, slot);
        return;
      case Kind::wg_add:
        h.adds.push_back(slot);
        return;
      case Kind::wg_wait:
        return edges(h.adds, slot);
      default:
        break;
    }
    if (!go::is_atomic(event.kind)) return;
    if (event.kind != Kind::atomic_store) edge(h.written, slot);
    if (event.kind != Kind::atomic_load) h.written = slot;
  }

  void communicate(Slot slot, const go::TraceEvent& event, bool sends) {
    History& h = history_;
    const std::uint64_t capacity = trace_.objects[traced_.object_of[traced_.graph[slot].label.location]].capacity;
    if (!sends && !event.ok) return edge(h.closed, slot);
    if (capacity == 0) {  // the receiver's half of a meeting; the sender's is a join
      const Slot source = traced_.graph[slot].rf;
      if (!sends && event.partner != go::kNoEvent && traced_.event_of[source] == event.partner) edge(source, slot);
    } else if (sends) {
      const std::size_t k = h.sends.size();
      if (k >= capacity && k - capacity < h.receives.size() && event.fill > 0) edge(h.receives[k - capacity], slot);
      h.sends.push_back(slot);
    } else {
      if (h.receives.size() < h.sends.size()) edge(h.sends[h.receives.size()], slot);
      h.receives.push_back(slot);
    }
  }

  const go::Trace& trace_;
  const go::TraceGraph& traced_;
  Edges edges_;
  History history_;
};

}  // namespace graphfuzz::testing
