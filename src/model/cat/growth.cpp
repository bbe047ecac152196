// Does a model only get stricter while a graph grows? A syntactic analysis of how a set or relation of a graph, taken
// on the old events alone, changes when an event is added at the end of a thread.
//
// Events may come with edges of their own only, or with rf and mo edges between old events as well.
//
// po, rf, mo, loc, … between old events stay as they are. Composing, closing and the like may connect old events by way
// of the new one, unless nothing leads from it to them, or nothing from them to it: rf and po only lead to it.
#include <algorithm>

#include "model/cat/plan.hpp"

namespace graphfuzz::cat {
namespace {

enum class Growth : std::uint8_t { stable, growing, unknown };

struct Change {
  Growth growth = Growth::stable;  // among the old events
  bool in = false;                 // may it lead from old events to the new one?
  bool out = false;                // from the new one to old ones?
};

Growth worse(Growth a, Growth b) { return std::max(a, b); }

Change of_base(const Node& node, bool with_edges) {
  if (node.op == Op::base_set) {
    const bool final_write = node.payload == static_cast<std::uint8_t>(BaseSet::final_write);
    return {final_write ? Growth::unknown : Growth::stable, false, false};
  }
  const auto relation = static_cast<BaseRelation>(node.payload);
  if (with_edges && (relation == BaseRelation::rf || relation == BaseRelation::mo)) {
    return {Growth::growing, true, true};
  }
  switch (relation) {
    case BaseRelation::loc:
    case BaseRelation::internal:
    case BaseRelation::mo:
      return {Growth::stable, true, true};
    default:
      return {Growth::stable, true, false};
  }
}

Change change(const Node& node, const std::vector<Change>& known, bool with_edges) {
  const Change a = node.a != kNoNode && node.a < known.size() ? known[node.a] : Change{};
  const Change b = node.b != kNoNode && node.b < known.size() ? known[node.b] : Change{};
  const Growth both = worse(a.growth, b.growth);
  switch (node.op) {
    case Op::no_set:
    case Op::no_relation:
      return {};
    case Op::base_set:
    case Op::base_relation:
      return of_base(node, with_edges);
    case Op::set_union:
    case Op::set_intersection:
      return {both, false, false};
    case Op::set_difference:
    case Op::relation_difference:
      return {b.growth == Growth::stable ? a.growth : Growth::unknown, a.in, a.out};
    case Op::set_complement:
      return {a.growth == Growth::stable ? Growth::stable : Growth::unknown, false, false};
    case Op::relation_complement:
      return {a.growth == Growth::stable ? Growth::stable : Growth::unknown, true, true};
    case Op::domain:
      return {a.in ? worse(a.growth, Growth::growing) : a.growth, false, false};
    case Op::range:
      return {a.out ? worse(a.growth, Growth::growing) : a.growth, false, false};
    case Op::identity:
      return {a.growth, false, false};
    case Op::cartesian:
      return {both, true, true};
    case Op::relation_union:
      return {both, a.in || b.in, a.out || b.out};
    case Op::relation_intersection:
      return {both, a.in && b.in, a.out && b.out};
    case Op::composition:
      return {a.in && b.out ? worse(both, Growth::growing) : both, a.in || b.in, a.out || b.out};
    case Op::from:
      return {both, b.in, b.out};
    case Op::into:
      return {both, a.in, a.out};
    case Op::inverse:
      return {a.growth, a.out, a.in};
    case Op::closure:
      return {a.in && a.out ? worse(a.growth, Growth::growing) : a.growth, a.in, a.out};
    case Op::reflexive:
      return a;
    case Op::set_variable:
    case Op::relation_variable:
      // What is recursive grows if its body does.
      return {Growth::growing, true, true};
    default:
      return {Growth::unknown, true, true};
  }
}

bool all_grow(const Plan& plan, bool with_edges) {
  std::vector<Change> known;
  known.reserve(plan.nodes.size());
  for (const Node& node : plan.nodes) known.push_back(change(node, known, with_edges));
  // A variable whose body may shrink spoils all that depends on it; so it is with all of its recursion.
  for (const Step& step : plan.axioms) {
    if (step.kind != Step::Kind::begin) continue;
    for (NodeId body : plan.recursions[step.index].bodies) {
      if (known[body].growth == Growth::unknown) return false;
    }
  }
  return std::all_of(plan.tests.begin(), plan.tests.end(), [&](const Test& test) {
    return test.check.role != CatCheck::Role::axiom ||
           (!test.check.negated && known[test.node].growth != Growth::unknown);
  });
}

}  // namespace

bool grows_only(const Plan& plan) { return all_grow(plan, false); }
bool monotone(const Plan& plan) { return all_grow(plan, true); }

}  // namespace graphfuzz::cat
