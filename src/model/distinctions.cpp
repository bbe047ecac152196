#include "graphfuzz/model/distinctions.hpp"

#include <algorithm>
#include <set>

#include "graphfuzz/graph/hash.hpp"
#include "graphfuzz/model/cat.hpp"
#include "graphfuzz/model/registry.hpp"
#include "model/cat/plan.hpp"

namespace graphfuzz {
namespace {

using cat::BaseSet;
using cat::Node;
using cat::NodeId;
using cat::Op;
using cat::Plan;

/// Null for a native model without a definition in cat.
std::shared_ptr<const CatModel> definition(const std::string& name) {
  for (const ModelInfo& model : registered_models()) {
    if (model.name != name) continue;
    return model.text.empty() ? nullptr : parse_cat(model.text, name + ".cat");
  }
  static_cast<void>(make_model(name));  // throws if it is no file either
  return load_cat(name);
}

/// What is known of whether an event is in a set: no, yes, or a number for what depends on more than its kind and
/// order. Equal numbers mean equal conditions.
using Membership = std::uint64_t;
constexpr Membership kNo = 0;
constexpr Membership kYes = 1;

Membership unknown(std::uint64_t op, Membership a, Membership b) { return mixed(op, a, b) | 2; }

Membership in_base_set(BaseSet set, EventKind kind, MemoryOrder order) {
  const auto when = [](bool holds) { return holds ? kYes : kNo; };
  switch (set) {
    case BaseSet::universe:
      return kYes;
    case BaseSet::read:
      return when(reads(kind));
    case BaseSet::write:
      return when(writes(kind));
    case BaseSet::initial_write:
      return kNo;
    case BaseSet::final_write:
      return writes(kind) ? unknown(1000, 0, 0) : kNo;
    case BaseSet::memory:
      return when(is_access(kind));
    case BaseSet::fence:
      return when(kind == EventKind::fence);
    case BaseSet::update:
      return when(kind == EventKind::update);
    case BaseSet::non_atomic:
      return when(is_access(kind) && order == MemoryOrder::non_atomic);
    case BaseSet::relaxed:
      return when(order == MemoryOrder::relaxed);
    case BaseSet::acquire:
      return when(order == MemoryOrder::acquire);
    case BaseSet::release:
      return when(order == MemoryOrder::release);
    case BaseSet::acq_rel:
      return when(order == MemoryOrder::acq_rel);
    case BaseSet::seq_cst:
      return when(order == MemoryOrder::seq_cst);
    case BaseSet::atomic:
      return when(is_access(kind) && is_atomic(order));
  }
  return unknown(1001, static_cast<std::uint64_t>(set), 0);
}

bool is_algebra(Op op) {
  return op == Op::set_union || op == Op::set_intersection || op == Op::set_difference || op == Op::set_complement;
}

Membership combine(Op op, Membership a, Membership b) {
  if (op == Op::set_complement) return a <= kYes ? kYes - a : unknown(1002, a, 0);
  if (op == Op::set_difference) {
    if (a == kNo || b == kYes) return kNo;
    if (b == kNo) return a;
    return unknown(1003, a, b);
  }
  const Membership neutral = op == Op::set_union ? kNo : kYes;
  if (a == neutral || a == b) return b;
  if (b == neutral) return a;
  if (a == kYes - neutral || b == kYes - neutral) return kYes - neutral;
  return unknown(op == Op::set_union ? 1004 : 1005, std::min(a, b), std::max(a, b));
}

/// The sets that relations, tests and recursions are made of.
std::set<NodeId> sets_that_matter(const Plan& plan) {
  std::set<NodeId> sets;
  const auto add = [&](NodeId id) {
    if (id != cat::kNoNode && cat::is_set(plan.nodes[id].op)) sets.insert(id);
  };
  for (const Node& node : plan.nodes) {
    if (is_algebra(node.op)) continue;
    for (const NodeId operand : {node.a, node.b, node.condition}) add(operand);
  }
  for (const cat::Test& test : plan.tests) {
    for (const NodeId id : {test.node, test.a, test.b}) add(id);
  }
  for (const cat::Recursion& recursion : plan.recursions) {
    for (const NodeId id : recursion.bodies) add(id);
  }
  return sets;
}

/// Whether an event is in the sets that matter, one after the other, but for the universe.
std::vector<Membership> memberships(const Plan& plan, EventKind kind, MemoryOrder order) {
  std::vector<Membership> in(plan.nodes.size(), kNo);
  for (NodeId id = 0; id < plan.nodes.size(); ++id) {
    const Node& node = plan.nodes[id];
    if (!cat::is_set(node.op)) continue;
    if (node.op == Op::no_set) {
      in[id] = kNo;
    } else if (node.op == Op::base_set) {
      in[id] = in_base_set(static_cast<BaseSet>(node.payload), kind, order);
    } else if (is_algebra(node.op)) {
      in[id] = combine(node.op, in[node.a], node.b == cat::kNoNode ? kNo : in[node.b]);
    } else {
      in[id] = unknown(2000, id, 0);
    }
  }
  std::vector<Membership> result;
  for (const NodeId id : sets_that_matter(plan)) {
    const Node& node = plan.nodes[id];
    if (node.op == Op::base_set && static_cast<BaseSet>(node.payload) == BaseSet::universe) continue;
    result.push_back(in[id]);
  }
  return result;
}

}  // namespace

std::vector<MemoryOrder> distinguished_orders(std::span<const std::string> models, EventKind kind,
                                              std::span<const MemoryOrder> orders) {
  std::vector<std::shared_ptr<const CatModel>> definitions;
  for (const std::string& model : models) definitions.push_back(definition(model));
  const bool all = std::find(definitions.begin(), definitions.end(), nullptr) != definitions.end();
  std::set<std::vector<Membership>> seen;
  std::vector<MemoryOrder> result;
  for (const MemoryOrder order : orders) {
    std::vector<Membership> signature;
    for (const auto& model : definitions) {
      if (model == nullptr) continue;
      const std::vector<Membership> part = memberships(model->plan(), kind, order);
      signature.insert(signature.end(), part.begin(), part.end());
    }
    const bool idle = kind == EventKind::fence &&
                      std::all_of(signature.begin(), signature.end(), [](Membership m) { return m == kNo; });
    if (all || (!idle && seen.insert(std::move(signature)).second)) result.push_back(order);
  }
  return result;
}

}  // namespace graphfuzz
