#include "model/cat/explanation.hpp"

#include <algorithm>
#include <string>

namespace graphfuzz::cat {
namespace {

using Edges = std::vector<Violation::Edge>;

class Explainer {
 public:
  Explainer(const Plan& plan, const Registers& registers) : plan_(plan), registers_(registers) {}

  Edges cycle(NodeId id) {
    while (plan_.nodes[id].op == Op::closure) id = plan_.nodes[id].a;
    std::vector<Slot> best;
    for (Slot start = 0; start < registers_.size(); ++start) {
      std::vector<Slot> path = shortest_path(id, start, start);
      if (!path.empty() && (best.empty() || path.size() < best.size())) best = std::move(path);
    }
    return along(id, best);
  }

  Edges loop(NodeId id) {
    Edges best;
    for (Slot slot = 0; slot < registers_.size(); ++slot) {
      if (!registers_.holds(id, slot, slot)) continue;
      keep_shorter(best, expand(id, slot, slot));
    }
    return best;
  }

  Edges member(NodeId id) {
    Edges best;
    if (is_set(plan_.nodes[id].op)) {
      for (Slot slot = 0; slot < registers_.size() && best.empty(); ++slot) {
        if (registers_.holds(id, slot)) best.push_back({slot, label(id), slot});
      }
      return best;
    }
    for (Slot a = 0; a < registers_.size(); ++a) {
      for (Slot b = 0; b < registers_.size(); ++b) {
        if (registers_.holds(id, a, b)) keep_shorter(best, expand(id, a, b));
      }
    }
    return best;
  }

 private:
  static void keep_shorter(Edges& best, Edges other) {
    if (best.empty() || (!other.empty() && other.size() < best.size())) best = std::move(other);
  }

  // a, …, b along edges of a relation, at least one; empty if there is no such path. Breadth first.
  std::vector<Slot> shortest_path(NodeId relation, Slot a, Slot b) const {
    std::vector<Slot> parent(registers_.size(), kNoSlot);
    std::vector<Slot> queue{a};
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const Slot from = queue[next];
      for (Slot to = 0; to < registers_.size(); ++to) {
        if (!registers_.holds(relation, from, to)) continue;
        if (to == b) {
          std::vector<Slot> path{b, from};
          while (path.back() != a) path.push_back(parent[path.back()]);
          std::reverse(path.begin(), path.end());
          return path;
        }
        if (to == a || parent[to] != kNoSlot) continue;
        parent[to] = from;
        queue.push_back(to);
      }
    }
    return {};
  }

  Edges along(NodeId relation, const std::vector<Slot>& path) {
    Edges result;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) append(result, edges(relation, path[i], path[i + 1]));
    if (result.empty() && !path.empty()) result.push_back({path.front(), label(relation), path.back()});
    return result;
  }

  static void append(Edges& to, Edges from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  }

  // At least one edge: what is left of a loop of [S] is called by its name.
  Edges expand(NodeId id, Slot a, Slot b) {
    Edges result = edges(id, a, b);
    if (result.empty()) result.push_back({a, label(id), b});
    return result;
  }

  std::string label(NodeId id) const {
    const Node& node = plan_.nodes[id];
    if (node.op == Op::base_relation) return std::string(name(static_cast<BaseRelation>(node.payload)));
    if (!node.name.empty()) return node.name;
    switch (node.op) {
      case Op::inverse:
        return label(node.a) + "^-1";
      case Op::cartesian:
        return label(node.a) + "*" + label(node.b);
      case Op::set_complement:
      case Op::relation_complement:
        return "~" + label(node.a);
      case Op::relation_intersection:
      case Op::set_intersection:
        return label(node.a) + "&" + label(node.b);
      case Op::relation_difference:
      case Op::set_difference:
        return label(node.a) + "\\" + label(node.b);
      case Op::relation_union:
      case Op::set_union:
        return label(node.a) + "|" + label(node.b);
      case Op::identity:
        return "[" + label(node.a) + "]";
      default:
        return "?";
    }
  }

  // The edges of one pair, none if it is part of the identity.
  Edges edges(NodeId id, Slot a, Slot b) {
    const Node& node = plan_.nodes[id];
    switch (node.op) {
      case Op::relation_union:
        return edges(registers_.holds(node.a, a, b) ? node.a : node.b, a, b);
      case Op::relation_choice:
        return edges(*registers_.set(node.condition) != 0 ? node.a : node.b, a, b);
      case Op::composition:
        return composed(node, a, b);
      case Op::from:
        return edges(node.b, a, b);
      case Op::into:
        return edges(node.a, a, b);
      case Op::closure:
        return along(node.a, shortest_path(node.a, a, b));
      case Op::identity:
        return {};
      case Op::reflexive:
        return a == b ? Edges{} : edges(node.a, a, b);
      case Op::relation_intersection:
        if (!node.name.empty()) break;
        return edges(tells_little(node.a) ? node.b : node.a, a, b);
      case Op::relation_difference:
        if (!node.name.empty()) break;
        return edges(node.a, a, b);
      case Op::inverse: {
        if (!node.name.empty() || plan_.nodes[node.a].op == Op::base_relation) break;
        Edges result = edges(node.a, b, a);
        std::reverse(result.begin(), result.end());
        for (Violation::Edge& edge : result) {
          std::swap(edge.from, edge.to);
          edge.relation += "^-1";
        }
        return result;
      }
      default:
        break;
    }
    return {{a, label(id), b}};
  }

  Edges composed(const Node& node, Slot a, Slot b) {
    Edges best;
    for (Slot via = 0; via < registers_.size(); ++via) {
      if (!registers_.holds(node.a, a, via) || !registers_.holds(node.b, via, b)) continue;
      Edges path = edges(node.a, a, via);
      append(path, edges(node.b, via, b));
      // Trying all ways at all levels would take for ever.
      if (++compositions_ > kMostCompositions) return path;
      if (best.empty() || path.size() < best.size()) best = std::move(path);
    }
    return best;
  }

  // Relations between nearly everything, which do not say why two events are related.
  bool tells_little(NodeId id) const {
    const Node& node = plan_.nodes[id];
    if (node.op == Op::base_relation) {
      const auto base = static_cast<BaseRelation>(node.payload);
      return base == BaseRelation::loc || base == BaseRelation::internal;
    }
    return node.op == Op::cartesian || node.op == Op::relation_complement || node.name == "ext";
  }

  static constexpr std::size_t kMostCompositions = 20'000;

  const Plan& plan_;
  const Registers& registers_;
  std::size_t compositions_ = 0;
};

}  // namespace

std::vector<Violation::Edge> witness(const Plan& plan, const Registers& registers, const Test& test) {
  Explainer explainer(plan, registers);
  switch (test.check.kind) {
    case CatCheck::Kind::acyclic:
      return explainer.cycle(test.node);
    case CatCheck::Kind::irreflexive:
      return explainer.loop(test.node);
    default:
      return explainer.member(test.node);
  }
}

}  // namespace graphfuzz::cat
