// What the axioms of a model are seen to forbid, so that whoever puts graphs together need not try it: a syntactic
// analysis of which relations an expression contains. Whatever it does not see is not taken for granted.
#include <algorithm>
#include <initializer_list>

#include "model/cat/plan.hpp"

namespace graphfuzz::cat {
namespace {

enum class Part : std::uint8_t { po, po_loc, rf, mo, fr };

bool is_base(const Node& node, BaseRelation relation) {
  return node.op == Op::base_relation && node.payload == static_cast<std::uint8_t>(relation);
}

/// Does the relation contain the part in every graph?
bool contains(const Plan& plan, NodeId id, Part part) {
  const Node& node = plan.nodes[id];
  switch (node.op) {
    case Op::base_relation:
      switch (part) {
        case Part::po:
          return is_base(node, BaseRelation::po);
        case Part::po_loc:
          return is_base(node, BaseRelation::po) || is_base(node, BaseRelation::loc);
        case Part::rf:
          return is_base(node, BaseRelation::rf) || is_base(node, BaseRelation::loc);
        case Part::mo:
          return is_base(node, BaseRelation::mo) || is_base(node, BaseRelation::loc);
        case Part::fr:
          return is_base(node, BaseRelation::loc);
      }
      return false;
    case Op::relation_union:
      return contains(plan, node.a, part) || contains(plan, node.b, part);
    case Op::relation_intersection:
      return contains(plan, node.a, part) && contains(plan, node.b, part);
    case Op::relation_difference:  // no part has an event related to itself
      return plan.nodes[node.b].op == Op::identity && contains(plan, node.a, part);
    case Op::closure:
    case Op::reflexive:
      return contains(plan, node.a, part);
    case Op::composition: {
      if (part != Part::fr) return false;
      const Node& left = plan.nodes[node.a];
      return left.op == Op::inverse && contains(plan, left.a, Part::rf) && contains(plan, node.b, Part::mo);
    }
    default:
      return false;
  }
}

bool forbids_cycles(const Plan& plan, std::initializer_list<Part> parts) {
  return std::any_of(plan.tests.begin(), plan.tests.end(), [&](const Test& test) {
    if (test.check.role != CatCheck::Role::axiom || test.check.negated) return false;
    const bool closed = plan.nodes[test.node].op == Op::closure;
    if (test.check.kind != CatCheck::Kind::acyclic && !(test.check.kind == CatCheck::Kind::irreflexive && closed)) {
      return false;
    }
    return std::all_of(parts.begin(), parts.end(), [&](Part part) { return contains(plan, test.node, part); });
  });
}

}  // namespace

bool implies_coherence(const Plan& plan) { return forbids_cycles(plan, {Part::po_loc, Part::rf, Part::mo, Part::fr}); }
bool forbids_porf_cycles(const Plan& plan) { return forbids_cycles(plan, {Part::po, Part::rf}); }

}  // namespace graphfuzz::cat
