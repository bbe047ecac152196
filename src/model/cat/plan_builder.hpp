// Makes the nodes of a plan: equal ones once, and simple identities applied on the way.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <tuple>

#include "model/cat/plan.hpp"

namespace graphfuzz::cat {

class PlanBuilder {
 public:
  explicit PlanBuilder(Plan& plan) : plan_(plan) {}

  NodeId base(BaseSet set);
  NodeId base(BaseRelation relation);
  NodeId none(bool relation) { return make(relation ? Op::no_relation : Op::no_set); }

  /// Of two sets or two relations.
  NodeId unite(NodeId a, NodeId b);
  NodeId intersect(NodeId a, NodeId b);
  NodeId subtract(NodeId a, NodeId b);
  NodeId complement(NodeId a);
  NodeId choose(NodeId condition, NodeId yes, NodeId no);
  NodeId equal(NodeId a, NodeId b);
  NodeId included(NodeId a, NodeId b);

  NodeId cartesian(NodeId a, NodeId b);
  NodeId identity(NodeId set);
  NodeId compose(NodeId a, NodeId b);
  NodeId inverse(NodeId a);
  NodeId closure(NodeId a);
  NodeId reflexive(NodeId a);
  NodeId star(NodeId a);
  NodeId domain(NodeId a);
  NodeId range(NodeId a);

  /// A variable of its own, of the recursion that will have this number.
  NodeId variable(bool relation, std::size_t recursion);

  bool relation(NodeId node) const { return is_relation(at(node).op); }
  bool empty(NodeId node) const { return at(node).op == Op::no_set || at(node).op == Op::no_relation; }
  const Node& at(NodeId node) const { return plan_.nodes[node]; }
  /// Remembers what the model calls a node, if it has no name yet.
  void call(NodeId node, const std::string& name);
  Plan& plan() { return plan_; }
  /// Where the model is being read, for messages.
  void locate(const Position& position) { position_ = position; }

 private:
  NodeId make(Op op, NodeId a = kNoNode, NodeId b = kNoNode, std::uint8_t payload = 0, NodeId condition = kNoNode);
  bool universe(NodeId set) const;

  Plan& plan_;
  Position position_;
  boost::unordered_flat_map<std::tuple<Op, NodeId, NodeId, std::uint8_t, NodeId>, NodeId> known_;
};

}  // namespace graphfuzz::cat
