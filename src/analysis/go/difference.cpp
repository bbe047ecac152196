#include "graphfuzz/analysis/go/difference.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "graphfuzz/analysis/go/graph_of.hpp"

namespace graphfuzz::go {
namespace {

constexpr ThreadId kNoThread = kInitThread;

/// Of a thread: what its events are, one after the other.
bool alike(const ExecutionGraph& a, Slot x, const ExecutionGraph& b, Slot y) {
  const Label &one = a[x].label, &other = b[y].label;
  if (one.kind != other.kind) return false;
  return one.kind == EventKind::begin || one.written_value == other.written_value;
}

/// A hash of what a thread does first.
Fingerprint beginning(const ExecutionGraph& graph, ThreadId thread, std::size_t events) {
  std::vector<Value> values;
  for (const Slot slot : graph.thread(thread).subspan(1)) {
    if (values.size() == events) break;
    values.push_back(graph[slot].label.written_value);
  }
  return fingerprint(values);
}

/// Which thread of `b` a thread of `a` is; kNoThread if it is none.
std::vector<ThreadId> match_threads(const TraceGraph& a, const TraceGraph& b) {
  std::vector<ThreadId> match(a.graph.threads(), kNoThread);
  std::vector<bool> taken(b.graph.threads(), false);
  const auto name = [](const TraceGraph& g, ThreadId t) {
    return g.graph[g.graph.thread(t).front()].label.written_value;
  };
  std::unordered_multimap<Value, ThreadId> named;
  for (ThreadId t = 0; t < b.graph.threads(); ++t) named.emplace(name(b, t), t);
  for (ThreadId t = 0; t < a.graph.threads(); ++t) {
    const auto found = named.find(name(a, t));
    if (found == named.end()) continue;
    match[t] = found->second;
    taken[found->second] = true;
    named.erase(found);
  }
  // Those whose start is not known, by what they do first: the more of it is the same, the better.
  const auto is_root = [](const TraceGraph& g, ThreadId t) { return g.graph[g.graph.thread(t).front()].rf == kNoSlot; };
  for (std::size_t look = 64; look > 0; look /= 2) {
    std::map<Fingerprint, std::vector<ThreadId>> beginnings;
    for (ThreadId u = b.graph.threads(); u-- > 0;) {
      if (!taken[u] && is_root(b, u)) beginnings[beginning(b.graph, u, look)].push_back(u);
    }
    for (ThreadId t = 0; t < a.graph.threads(); ++t) {
      if (match[t] != kNoThread || !is_root(a, t)) continue;
      const auto found = beginnings.find(beginning(a.graph, t, look));
      if (found == beginnings.end() || found->second.empty()) continue;
      match[t] = found->second.back();
      taken[match[t]] = true;
      found->second.pop_back();
    }
  }
  return match;
}

class Comparison {
 public:
  Comparison(const Trace& a, const Trace& b)
      : traces_{&a, &b}, sides_{trace_graph(a), trace_graph(b)}, match_(match_threads(sides_[0], sides_[1])) {
    inverse_.assign(graph(1).threads(), kNoThread);
    for (ThreadId t = 0; t < match_.size(); ++t) {
      if (match_[t] != kNoThread) inverse_[match_[t]] = t;
    }
    find_common();
  }

  Difference result() {
    Difference difference;
    for (int side = 0; side < 2; ++side) {
      const std::vector<bool>& in = common_[side];
      const auto shared = static_cast<std::size_t>(std::count(in.begin(), in.end(), true));
      if (side == 0) difference.common = shared;
      difference.own[side] = graph(side).event_count() - shared;
    }
    difference.counterpart.assign(traces_[1]->objects.size(), kNoObject);
    for (Location x = 0; x < back_.size(); ++x) {
      if (back_[x] != kNoLocation) difference.counterpart[sides_[1].object_of[x]] = sides_[0].object_of[back_[x]];
    }
    std::vector<std::pair<Slot, RunDifference>> found;
    for (ThreadId t = 0; t < graph(0).threads(); ++t) part(t, match_[t], found);
    for (ThreadId u = 0; u < graph(1).threads(); ++u) {
      if (inverse_[u] == kNoThread) part(kNoThread, u, found);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    for (auto& [slot, one] : found) difference.first.push_back(one);
    return difference;
  }

 private:
  const ExecutionGraph& graph(int side) const { return sides_[side].graph; }

  /// The common prefix, in the order of the first graph's slots, which extends porf.
  void find_common() {
    const ExecutionGraph &a = graph(0), &b = graph(1);
    common_[0].assign(a.size(), false);
    common_[1].assign(b.size(), false);
    counterpart_.assign(a.size(), kNoSlot);
    std::vector<Location> location(a.locations(), kNoLocation);
    back_.assign(b.locations(), kNoLocation);
    for (Slot x = a.locations(); x < a.size(); ++x) {
      const Event& event = a[x];
      const ThreadId u = match_[event.id.thread];
      if (u == kNoThread || event.id.index >= b.thread_size(u)) continue;
      const Slot y = b.thread(u)[event.id.index];
      const Slot before = a.po_previous(x);
      if ((before != kNoSlot && !common_[0][before]) || !alike(a, x, b, y)) continue;
      const Slot from = event.rf, from_b = b[y].rf;
      if (is_access(event.label.kind)) {
        const Location here = event.label.location, there = b[y].label.location;
        const bool both_new = location[here] == kNoLocation && back_[there] == kNoLocation;
        if (!both_new && location[here] != there) continue;  // another object
        // Of a goroutine that has seen the same so far it is the same, whatever others have done to it.
        location[here] = there;
        back_[there] = here;
      }
      if ((from == kNoSlot) != (from_b == kNoSlot)) continue;
      if (from != kNoSlot) {
        if (a.is_initial(from) != b.is_initial(from_b)) continue;
        if (!a.is_initial(from) && (!common_[0][from] || counterpart_[from] != from_b)) continue;
      }
      common_[0][x] = common_[1][y] = true;
      counterpart_[x] = y;
    }
  }

  /// The first event of a thread that is not common; kNoSlot if there is none.
  Slot next(int side, ThreadId t) const {
    if (t == kNoThread) return kNoSlot;
    const auto slots = graph(side).thread(t);
    const auto at = std::partition_point(slots.begin(), slots.end(), [&](Slot s) { return common_[side][s]; });
    return at == slots.end() ? kNoSlot : *at;
  }
  /// Has all that leads to it happened in both?
  bool enabled(int side, Slot slot) const {
    if (slot == kNoSlot) return false;
    const Slot from = graph(side)[slot].rf;
    return from == kNoSlot || graph(side).is_initial(from) || common_[side][from];
  }

  void part(ThreadId t, ThreadId u, std::vector<std::pair<Slot, RunDifference>>& found) const {
    const Slot x = next(0, t), y = next(1, u);
    if (!enabled(0, x) && !enabled(1, y)) return;
    RunDifference one;
    if (t != kNoThread) one.routine[0] = sides_[0].routine_of[t];
    if (u != kNoThread) one.routine[1] = sides_[1].routine_of[u];
    one.deed[0] = deed(0, x, one.routine[0]);
    one.deed[1] = deed(1, y, one.routine[1]);
    const auto done = [&] { return one.deed[0].happened && one.deed[1].happened; };
    if (!done()) {
      one.kind = DifferenceKind::missing;
    } else if (!alike(graph(0), x, graph(1), y)) {
      one.kind = DifferenceKind::choice;
    } else {
      one.kind = same_partner(one) ? DifferenceKind::order : DifferenceKind::partner;
    }
    Slot place = x;
    const std::uint32_t shared = t == kNoThread ? 0 : shared_events(t);
    if (shared > 0) {
      const Slot last = graph(0).thread(t)[shared - 1];
      one.previous = sides_[0].event_of[last];
      if (place == kNoSlot) place = last;
    }
    found.emplace_back(place, one);
  }
  std::uint32_t shared_events(ThreadId t) const {
    const Slot first = next(0, t);
    return first == kNoSlot ? graph(0).thread_size(t) : graph(0)[first].id.index;
  }

  Deed deed(int side, Slot slot, Routine routine) const {
    Deed result;
    const TraceGraph& g = sides_[side];
    if (slot != kNoSlot && g.event_of[slot] == kNoEvent) slot = g.graph.po_next(slot);  // a begin
    if (slot == kNoSlot) {
      if (routine != kNoRoutine) result.event = blocked_in(side, routine);
      return result;
    }
    result.event = g.event_of[slot];
    result.happened = true;
    const TraceEvent& event = traces_[side]->events[result.event];
    result.partner = event.kind == Kind::fork ? kNoEvent : event.partner;
    const Event& in_graph = g.graph[slot];
    if (in_graph.rf == kNoSlot || g.graph.is_initial(in_graph.rf)) return result;
    const std::uint32_t from = g.event_of[in_graph.rf];
    if (event.kind == Kind::cond_wait && in_graph.label.kind == EventKind::join) result.partner = from;
    result.after = from;
    return result;
  }

  /// What it began and never finished; kNoEvent if there is nothing.
  std::uint32_t blocked_in(int side, Routine routine) const {
    const Trace& trace = *traces_[side];
    const std::vector<std::uint32_t>& events = trace.routines[routine].events;
    const auto open =
        std::find_if(events.rbegin(), events.rend(), [&](std::uint32_t e) { return !trace.events[e].finished(); });
    return open == events.rend() ? kNoEvent : *open;
  }

  bool same_partner(const RunDifference& one) const {
    const std::uint32_t x = one.deed[0].partner, y = one.deed[1].partner;
    if (x == kNoEvent || y == kNoEvent) return x == y;
    const Slot p = sides_[0].first_of[x], q = sides_[1].first_of[y];
    if (p == kNoSlot || q == kNoSlot) return p == q;
    return match_[graph(0)[p].id.thread] == graph(1)[q].id.thread && graph(0)[p].id.index == graph(1)[q].id.index;
  }

  const Trace* traces_[2];
  TraceGraph sides_[2];
  std::vector<ThreadId> match_, inverse_;
  std::vector<Location> back_;     ///< by location of the second graph: that of the first
  std::vector<bool> common_[2];    ///< by slot
  std::vector<Slot> counterpart_;  ///< by slot of the first graph, of what is common
};

}  // namespace

Difference difference(const Trace& a, const Trace& b) { return Comparison(a, b).result(); }

std::vector<std::vector<std::size_t>> same_graphs(std::span<const Fingerprint> graphs) {
  std::map<Fingerprint, std::vector<std::size_t>> by_graph;
  for (std::size_t i = 0; i < graphs.size(); ++i) by_graph[graphs[i]].push_back(i);
  std::vector<std::vector<std::size_t>> groups;
  for (auto& [graph, runs] : by_graph) groups.push_back(std::move(runs));
  std::sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
  });
  return groups;
}

}  // namespace graphfuzz::go
