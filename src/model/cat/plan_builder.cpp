#include "model/cat/plan_builder.hpp"

#include <utility>

namespace graphfuzz::cat {
namespace {

// Ten times what RC11 takes. Going through the nodes recursively must not overflow the stack.
constexpr std::size_t kMostNodes = 1000;

}  // namespace

std::string_view name(BaseRelation relation) {
  constexpr std::string_view names[] = {"po", "loc", "int", "rf", "mo", "asw", "addr", "data", "ctrl"};
  return names[static_cast<std::size_t>(relation)];
}

NodeId PlanBuilder::make(Op op, NodeId a, NodeId b, std::uint8_t payload, NodeId condition) {
  const auto [found, inserted] = known_.try_emplace({op, a, b, payload, condition}, plan_.nodes.size());
  if (!inserted) return found->second;
  if (plan_.nodes.size() >= kMostNodes) fail(position_, "the model takes too many operations");
  Node node;
  node.op = op;
  node.a = a;
  node.b = b;
  node.payload = payload;
  node.condition = condition;
  plan_.nodes.push_back(std::move(node));
  return static_cast<NodeId>(plan_.nodes.size() - 1);
}

NodeId PlanBuilder::base(BaseSet set) { return make(Op::base_set, kNoNode, kNoNode, static_cast<std::uint8_t>(set)); }

NodeId PlanBuilder::base(BaseRelation relation) {
  return make(Op::base_relation, kNoNode, kNoNode, static_cast<std::uint8_t>(relation));
}

NodeId PlanBuilder::variable(bool relation, std::size_t recursion) {
  // Never shared: b is the variable's own number.
  return make(relation ? Op::relation_variable : Op::set_variable, kNoNode, static_cast<NodeId>(plan_.nodes.size()),
              static_cast<std::uint8_t>(recursion));
}

bool PlanBuilder::universe(NodeId set) const {
  return at(set).op == Op::base_set && at(set).payload == static_cast<std::uint8_t>(BaseSet::universe);
}

NodeId PlanBuilder::unite(NodeId a, NodeId b) {
  if (a == b || empty(b)) return a;
  if (empty(a)) return b;
  // The order of the operands is the one in which explanations look for an edge, so it is kept.
  return make(relation(a) ? Op::relation_union : Op::set_union, a, b);
}

NodeId PlanBuilder::intersect(NodeId a, NodeId b) {
  if (a == b || empty(a)) return a;
  if (empty(b)) return b;
  if (!relation(a)) {
    if (universe(a)) return b;
    if (universe(b)) return a;
    if (a > b) std::swap(a, b);
    return make(Op::set_intersection, a, b);
  }
  for (auto [product, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (at(product).op != Op::cartesian) continue;
    const Node sets = at(product);
    return compose(compose(identity(sets.a), other), identity(sets.b));
  }
  for (auto [diagonal, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (at(diagonal).op != Op::identity || at(other).op != Op::identity) continue;
    const NodeId first = at(a).a;
    return identity(intersect(first, at(b).a));
  }
  return make(Op::relation_intersection, a, b);
}

NodeId PlanBuilder::subtract(NodeId a, NodeId b) {
  if (empty(a) || empty(b)) return a;
  if (a == b) return none(relation(a));
  return make(relation(a) ? Op::relation_difference : Op::set_difference, a, b);
}

NodeId PlanBuilder::complement(NodeId a) {
  if (at(a).op == Op::set_complement || at(a).op == Op::relation_complement) return at(a).a;
  if (at(a).op == Op::no_set) return base(BaseSet::universe);
  return make(relation(a) ? Op::relation_complement : Op::set_complement, a);
}

NodeId PlanBuilder::choose(NodeId condition, NodeId yes, NodeId no) {
  if (yes == no) return yes;
  return make(relation(yes) ? Op::relation_choice : Op::set_choice, yes, no, 0, condition);
}

NodeId PlanBuilder::equal(NodeId a, NodeId b) {
  return make(relation(a) ? Op::relations_equal : Op::sets_equal, std::min(a, b), std::max(a, b));
}

NodeId PlanBuilder::included(NodeId a, NodeId b) {
  return make(relation(a) ? Op::relation_included : Op::set_included, a, b);
}

NodeId PlanBuilder::cartesian(NodeId a, NodeId b) {
  if (empty(a) || empty(b)) return none(true);
  return make(Op::cartesian, a, b);
}

NodeId PlanBuilder::identity(NodeId set) {
  if (empty(set)) return none(true);
  return make(Op::identity, set);
}

NodeId PlanBuilder::compose(NodeId a, NodeId b) {
  if (empty(a)) return a;
  if (empty(b)) return b;
  const Node left = at(a);
  const Node right = at(b);
  if (left.op == Op::identity && right.op == Op::identity) return identity(intersect(left.a, right.a));
  if (left.op == Op::identity) {
    if (universe(left.a)) return b;
    if (right.op == Op::from) return compose(identity(intersect(left.a, right.a)), right.b);
    if (right.op == Op::cartesian) return cartesian(intersect(left.a, right.a), right.b);
    return make(Op::from, left.a, b);
  }
  if (right.op == Op::identity) {
    if (universe(right.a)) return a;
    if (left.op == Op::into) return compose(left.a, identity(intersect(left.b, right.a)));
    if (left.op == Op::cartesian) return cartesian(left.a, intersect(left.b, right.a));
    return make(Op::into, a, right.a);
  }
  return make(Op::composition, a, b);
}

NodeId PlanBuilder::inverse(NodeId a) {
  const Node node = at(a);
  switch (node.op) {
    case Op::no_relation:
    case Op::identity:
      return a;
    case Op::inverse:
      return node.a;
    case Op::cartesian:
      return cartesian(node.b, node.a);
    default:
      return make(Op::inverse, a);
  }
}

NodeId PlanBuilder::closure(NodeId a) {
  const Node node = at(a);
  if (node.op == Op::no_relation || node.op == Op::identity || node.op == Op::closure) return a;
  if (node.op == Op::reflexive) return star(node.a);
  return make(Op::closure, a);
}

NodeId PlanBuilder::reflexive(NodeId a) {
  const Op op = at(a).op;
  if (op == Op::no_relation || op == Op::identity) return identity(base(BaseSet::universe));
  return op == Op::reflexive ? a : make(Op::reflexive, a);
}

NodeId PlanBuilder::star(NodeId a) {
  const Node node = at(a);
  return node.op == Op::reflexive ? star(node.a) : reflexive(closure(a));
}

NodeId PlanBuilder::domain(NodeId a) {
  if (empty(a)) return none(false);
  return at(a).op == Op::identity ? at(a).a : make(Op::domain, a);
}

NodeId PlanBuilder::range(NodeId a) {
  if (empty(a)) return none(false);
  return at(a).op == Op::identity ? at(a).a : make(Op::range, a);
}

void PlanBuilder::call(NodeId node, const std::string& name) {
  if (plan_.nodes[node].name.empty()) plan_.nodes[node].name = name;
}

}  // namespace graphfuzz::cat
