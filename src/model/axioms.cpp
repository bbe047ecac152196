#include "model/axioms.hpp"

#include <boost/graph/breadth_first_search.hpp>
#include <vector>

#include "graphfuzz/graph/boost_graph.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {
namespace {

// The vertices of a shortest path from a successor of `start` back to `start`, `start` first; empty if there is none.
std::vector<Slot> shortest_cycle_through(const Relation& relation, Slot start) {
  const std::size_t n = relation.size();
  std::vector<Slot> parent(n, kNoSlot);
  boost::breadth_first_search(
      relation, start,
      boost::visitor(boost::make_bfs_visitor(boost::record_predecessors(parent.data(), boost::on_tree_edge()))));
  std::vector<Slot> best;
  for (Slot last = 0; last < n; ++last) {
    if (!relation(last, start) || (last != start && parent[last] == kNoSlot)) continue;
    std::vector<Slot> path{last};
    while (path.back() != start) path.push_back(parent[path.back()]);
    if (best.empty() || path.size() < best.size()) best.assign(path.rbegin(), path.rend());
  }
  return best;
}

}  // namespace

BaseRelations::BaseRelations(const ExecutionGraph& g)
    : graph(g), po(g.size()), asw(g.size()), rf(g.size()), mo(g.size()), same_location(g.size()) {
  for (ThreadId t = 0; t < g.threads(); ++t) {
    const std::span<const Slot> events = g.thread(t);
    for (std::size_t i = 0; i < events.size(); ++i) {
      for (std::size_t j = i + 1; j < events.size(); ++j) po.insert(events[i], events[j]);
    }
  }
  for (Slot slot = 0; slot < g.size(); ++slot) {
    if (g[slot].rf != kNoSlot) (is_access(g[slot].label.kind) ? rf : asw).insert(g[slot].rf, slot);
  }
  for (Location x = 0; x < g.locations(); ++x) {
    const std::span<const Slot> order = g.mo(x);
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t j = i + 1; j < order.size(); ++j) mo.insert(order[i], order[j]);
    }
  }
  fr = rf.inverse() * mo - Relation::identity(g.size(), [](Slot) { return true; });
  eco = (rf | mo | fr).closure();
  same_location = Relation::where(g.size(), [&](Slot a, Slot b) {
    return is_access(g[a].label.kind) && is_access(g[b].label.kind) && g[a].label.location == g[b].label.location;
  });
}

std::optional<Violation> acyclic(std::string axiom, const std::vector<NamedRelation>& relations) {
  Relation all = relations.front().relation;
  for (const NamedRelation& r : relations) all = all | r.relation;
  const Relation closure = all.closure();
  std::vector<Slot> shortest;
  for (Slot slot = 0; slot < all.size(); ++slot) {
    if (!closure(slot, slot)) continue;
    stop_point();
    std::vector<Slot> cycle = shortest_cycle_through(all, slot);
    if (shortest.empty() || cycle.size() < shortest.size()) shortest = std::move(cycle);
  }
  if (shortest.empty()) return std::nullopt;
  Violation violation{std::move(axiom), {}};
  for (std::size_t i = 0; i < shortest.size(); ++i) {
    const Slot from = shortest[i];
    const Slot to = shortest[(i + 1) % shortest.size()];
    for (const NamedRelation& r : relations) {
      if (!r.relation(from, to)) continue;
      violation.cycle.push_back({from, r.name, to});
      break;
    }
  }
  return violation;
}

std::optional<Violation> irreflexive(std::string axiom, const NamedRelation& r) {
  for (Slot slot = 0; slot < r.relation.size(); ++slot) {
    if (r.relation(slot, slot)) return Violation{std::move(axiom), {{slot, r.name, slot}}};
  }
  return std::nullopt;
}

std::optional<Violation> irreflexive_composition(std::string axiom, const NamedRelation& a, const NamedRelation& b) {
  const Relation closing = a.relation & b.relation.inverse();
  for (Slot slot = 0; slot < closing.size(); ++slot) {
    const Slot to = closing.next(slot, 0);
    if (to < closing.size()) return Violation{std::move(axiom), {{slot, a.name, to}, {to, b.name, slot}}};
  }
  return std::nullopt;
}

std::optional<Violation> atomicity(const BaseRelations& r) {
  return irreflexive_composition("atomicity", {"fr", r.fr}, {"mo", r.mo});
}

std::optional<Violation> first_violation(std::initializer_list<std::optional<Violation>> checks) {
  for (const std::optional<Violation>& check : checks) {
    if (check) return check;
  }
  return std::nullopt;
}

}  // namespace graphfuzz
