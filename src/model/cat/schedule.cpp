// In which order the operations of a plan are carried out, and which ones again when one choice changes.
#include <fmt/format.h>

#include <algorithm>

#include "model/cat/plan.hpp"

namespace graphfuzz::cat {
namespace {

template <class Visit>
void for_each_operand(const Node& node, Visit visit) {
  if (node.op == Op::set_variable || node.op == Op::relation_variable) return;
  if (node.condition != kNoNode) visit(node.condition);
  if (node.a != kNoNode) visit(node.a);
  if (node.b != kNoNode) visit(node.b);
}

bool is_variable(const Node& node) { return node.op == Op::set_variable || node.op == Op::relation_variable; }

// A bit per recursion.
using Recursions = std::uint64_t;
Recursions bit(std::size_t recursion) { return Recursions{1} << recursion; }

class Scheduler {
 public:
  explicit Scheduler(Plan& plan) : plan_(plan) {
    find_dependencies();
    merge_recursions();
    check_monotone();
    find_changes();
  }

  Schedule axioms() {
    start();
    skips_ = true;
    roots_.clear();
    const auto axiom = [](const Test& test) { return test.check.role == CatCheck::Role::axiom; };
    for (const Test& test : plan_.tests) {
      if (!axiom(test)) continue;
      roots_.push_back(test.a);
      if (test.b != kNoNode) roots_.push_back(test.b);
    }
    for (std::size_t i = 0; i < plan_.tests.size(); ++i) {
      const Test& test = plan_.tests[i];
      if (!axiom(test)) continue;
      emit(test.a);
      if (test.b != kNoNode) emit(test.b);
      steps_.push_back({Step::Kind::test, static_cast<std::uint32_t>(i), 0});
    }
    return std::move(steps_);
  }

  // All nodes that are looked at.
  std::vector<NodeId> needed() {
    std::vector<NodeId> roots;
    for (const Test& test : plan_.tests) roots.push_back(test.node);
    if (plan_.happens_before != kNoNode) roots.push_back(plan_.happens_before);
    static_cast<void>(nodes(roots));
    std::vector<NodeId> result;
    for (NodeId id = 0; id < emitted_.size(); ++id) {
      if (emitted_[id]) result.push_back(id);
    }
    return result;
  }

  // Those that have to be there to be looked at: none are skipped.
  Schedule nodes(const std::vector<NodeId>& wanted) {
    start();
    skips_ = false;
    for (const NodeId id : wanted) emit(id);
    return std::move(steps_);
  }

  template <class Wanted>
  Schedule nodes_of(Wanted wanted) {
    std::vector<NodeId> nodes_of_tests;
    for (const Test& test : plan_.tests) {
      if (wanted(test)) nodes_of_tests.push_back(test.node);
    }
    return nodes(nodes_of_tests);
  }

  // The steps of `all` that depend on `changes`, or those that do not.
  Schedule part(const Schedule& all, std::uint8_t changes, bool dependent) const {
    std::vector<std::uint32_t> renumbered;  // by step of `all`: how many of those before it are kept
    std::uint32_t count = 0;
    const auto kept = [&](const Step& step) {
      const bool depends_on_them = (depends(step) & changes) != 0;
      // What is skipped may depend on the changes if what decides does not, but not the other way round.
      return step.kind == Step::Kind::skip ? dependent || !depends_on_them : depends_on_them == dependent;
    };
    for (const Step& step : all) {
      renumbered.push_back(count);
      count += kept(step);
    }
    renumbered.push_back(count);
    Schedule result;
    for (Step step : all) {
      if (!kept(step)) continue;
      step.target = renumbered[step.target];
      result.push_back(step);
    }
    return result;
  }

 private:
  void start() {
    steps_.clear();
    emitted_.assign(plan_.nodes.size(), false);
  }

  void find_dependencies() {
    direct_.assign(plan_.nodes.size(), 0);
    for (NodeId id = 0; id < plan_.nodes.size(); ++id) {
      const Node& node = plan_.nodes[id];
      if (is_variable(node)) direct_[id] = bit(node.payload);
      for_each_operand(node, [&](NodeId operand) { direct_[id] |= direct_[operand]; });
    }
  }

  // Strongly connected components of "a body of one refers to a variable of the other"; the first of each stands for
  // it.
  void merge_recursions() {
    const std::size_t n = plan_.recursions.size();
    std::vector<Recursions> reaches(n, 0);
    for (std::size_t r = 0; r < n; ++r) {
      for (NodeId body : plan_.recursions[r].bodies) reaches[r] |= direct_[body];
    }
    for (std::size_t via = 0; via < n; ++via) {
      for (std::size_t r = 0; r < n; ++r) {
        if (reaches[r] & bit(via)) reaches[r] |= reaches[via];
      }
    }
    group_.assign(n, 0);
    members_.assign(n, 0);
    for (std::size_t r = 0; r < n; ++r) {
      std::size_t first = r;
      for (std::size_t s = 0; s < r && first == r; ++s) {
        if ((reaches[r] & bit(s)) && (reaches[s] & bit(r))) first = s;
      }
      group_[r] = first;
      members_[first] |= bit(r);
      if (first == r) continue;
      Recursion& target = plan_.recursions[first];
      Recursion& source = plan_.recursions[r];
      target.variables.insert(target.variables.end(), source.variables.begin(), source.variables.end());
      target.bodies.insert(target.bodies.end(), source.bodies.begin(), source.bodies.end());
      target.names.insert(target.names.end(), source.names.begin(), source.names.end());
    }
  }

  // Under a complement, or to the right of a difference, a variable must not occur: iterating from nothing up would not
  // lead to a least fixpoint, or to any.
  void check_monotone() const {
    for (std::size_t r = 0; r < plan_.recursions.size(); ++r) {
      if (group_[r] != r) continue;
      const Recursion& recursion = plan_.recursions[r];
      for (std::size_t v = 0; v < recursion.variables.size(); ++v) {
        std::vector<std::uint8_t> signs(plan_.nodes.size(), 0);  // 1: occurs, 2: occurs under negation
        for (NodeId id = 0; id < plan_.nodes.size(); ++id) signs[id] = sign(id, recursion.variables[v], signs);
        for (NodeId body : recursion.bodies) {
          if ((signs[body] & 2) == 0) continue;
          fail(recursion.position,
               fmt::format("'{}' depends on its own complement (under ~, to the right of \\, or in a condition): "
                           "this recursion has no least fixpoint",
                           recursion.names[v]));
        }
      }
    }
  }

  std::uint8_t sign(NodeId id, NodeId variable, const std::vector<std::uint8_t>& signs) const {
    const Node& node = plan_.nodes[id];
    if (id == variable) return 1;
    const auto swapped = [](std::uint8_t s) { return static_cast<std::uint8_t>((s & 1) << 1 | (s & 2) >> 1); };
    std::uint8_t result = 0;
    for_each_operand(node, [&](NodeId operand) {
      const bool negative =
          node.op == Op::set_complement || node.op == Op::relation_complement ||
          ((node.op == Op::set_difference || node.op == Op::relation_difference) && operand == node.b);
      result |= negative ? swapped(signs[operand]) : signs[operand];
      if (operand == node.condition && signs[operand] != 0) result |= 3;
    });
    // a \ a is no node, so the operands of a difference are not the same.
    return result;
  }

  void find_changes() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (NodeId id = 0; id < plan_.nodes.size(); ++id) {
        Node& node = plan_.nodes[id];
        std::uint8_t depends = node.depends;
        if (node.op == Op::base_relation && node.payload == static_cast<std::uint8_t>(BaseRelation::rf)) depends |= kRf;
        if (node.op == Op::base_relation && node.payload == static_cast<std::uint8_t>(BaseRelation::mo)) depends |= kMo;
        if (node.op == Op::base_set && node.payload == static_cast<std::uint8_t>(BaseSet::final_write)) depends |= kMo;
        for_each_operand(node, [&](NodeId operand) { depends |= plan_.nodes[operand].depends; });
        if (is_variable(node)) {
          for (NodeId body : plan_.recursions[group_[node.payload]].bodies) depends |= plan_.nodes[body].depends;
        }
        changed |= depends != node.depends;
        node.depends = depends;
      }
    }
  }

  std::uint8_t depends(const Step& step) const {
    switch (step.kind) {
      case Step::Kind::evaluate:
      case Step::Kind::skip:
        return plan_.nodes[step.index].depends;
      case Step::Kind::test: {
        const Test& test = plan_.tests[step.index];
        const std::uint8_t b = test.b == kNoNode ? std::uint8_t{0} : plan_.nodes[test.b].depends;
        return plan_.nodes[test.a].depends | b;
      }
      default:
        return plan_.nodes[plan_.recursions[step.index].variables[0]].depends;
    }
  }

  void emit(NodeId id) {
    if (emitted_[id]) return;
    const Node& node = plan_.nodes[id];
    if (is_variable(node)) {
      emit_recursion(group_[node.payload]);
      return;
    }
    emit_guarded(id);
    for_each_operand(node, [&](NodeId operand) { emit(operand); });
    if (emitted_[id]) return;  // as part of a recursion
    emitted_[id] = true;
    // The registers keep the base sets and relations up to date.
    if (node.op != Op::base_set && node.op != Op::base_relation) steps_.push_back({Step::Kind::evaluate, id, 0});
  }

  // If one operand is empty so is the result: what only the other one needs can be skipped.
  void emit_guarded(NodeId id) {
    const Node& node = plan_.nodes[id];
    const bool guarded = node.op == Op::composition || node.op == Op::from || node.op == Op::into ||
                         node.op == Op::relation_intersection || node.op == Op::set_intersection;
    if (!skips_ || !guarded || direct_[id] != 0) return;
    const NodeId guard = node.op == Op::into ? node.b : node.a;
    const NodeId other = node.op == Op::into ? node.a : node.b;
    emit(guard);
    const std::vector<NodeId> exclusive = needed_only_for(id, guard, other);
    if (exclusive.size() < 2) return;
    for (NodeId inside : exclusive) {
      for_each_operand(plan_.nodes[inside], [&](NodeId operand) {
        if (!std::binary_search(exclusive.begin(), exclusive.end(), operand)) emit(operand);
      });
    }
    const std::size_t skip = steps_.size();
    steps_.push_back({Step::Kind::skip, guard, 0});
    emit(other);
    steps_[skip].target = static_cast<std::uint32_t>(steps_.size());
  }

  // The nodes, ascending, that no test needs but by way of the operand `other` of `id`.
  std::vector<NodeId> needed_only_for(NodeId id, NodeId guard, NodeId other) const {
    std::vector<bool> elsewhere(plan_.nodes.size(), false);
    std::vector<NodeId> open(roots_);
    const auto visit = [&](std::vector<bool>& seen, auto stops, auto found) {
      while (!open.empty()) {
        const NodeId next = open.back();
        open.pop_back();
        if (seen[next] || stops(next)) continue;
        seen[next] = true;
        found(next);
        const Node& node = plan_.nodes[next];
        if (next == id) {
          open.push_back(guard);
        } else if (is_variable(node)) {
          const std::vector<NodeId>& bodies = plan_.recursions[group_[node.payload]].bodies;
          open.insert(open.end(), bodies.begin(), bodies.end());
        } else {
          for_each_operand(node, [&](NodeId operand) { open.push_back(operand); });
        }
      }
    };
    visit(
        elsewhere, [](NodeId) { return false; }, [](NodeId) {});
    std::vector<bool> seen(plan_.nodes.size(), false);
    std::vector<NodeId> result;
    open = {other};
    visit(
        seen, [&](NodeId n) { return elsewhere[n] || emitted_[n] || direct_[n] != 0; },
        [&](NodeId n) { result.push_back(n); });
    std::sort(result.begin(), result.end());
    return result;
  }

  void emit_recursion(std::size_t group) {
    const Recursion& recursion = plan_.recursions[group];
    std::vector<NodeId> inside;
    std::vector<bool> seen(plan_.nodes.size(), false);
    std::vector<NodeId> open(recursion.bodies);
    while (!open.empty()) {
      const NodeId id = open.back();
      open.pop_back();
      if (seen[id]) continue;
      seen[id] = true;
      if ((direct_[id] & members_[group]) == 0) {
        emit(id);
      } else if (!is_variable(plan_.nodes[id])) {
        inside.push_back(id);
        for_each_operand(plan_.nodes[id], [&](NodeId operand) { open.push_back(operand); });
      }
    }
    std::sort(inside.begin(), inside.end());
    const auto index = static_cast<std::uint32_t>(group);
    steps_.push_back({Step::Kind::begin, index, 0});
    const auto first = static_cast<std::uint32_t>(steps_.size());
    for (NodeId id : inside) {
      emitted_[id] = true;
      steps_.push_back({Step::Kind::evaluate, id, 0});
    }
    steps_.push_back({Step::Kind::repeat, index, first});
    for (NodeId variable : recursion.variables) emitted_[variable] = true;
  }

  Plan& plan_;
  std::vector<Recursions> direct_;   // by node: whose variables it depends on, not through bodies
  std::vector<std::size_t> group_;   // by recursion: the one it is merged with
  std::vector<Recursions> members_;  // by group
  Schedule steps_;
  std::vector<bool> emitted_;
  bool skips_ = false;
  std::vector<NodeId> roots_;
};

void choose_methods(Plan& plan) {
  // A closure that something else is made of is there anyway: then it only takes a look at its diagonal.
  std::vector<bool> needed(plan.nodes.size(), false);
  std::vector<bool> operand(plan.nodes.size(), false);
  for (const Test& test : plan.tests) {
    if (test.check.role == CatCheck::Role::axiom) needed[test.node] = true;
  }
  for (NodeId id = static_cast<NodeId>(plan.nodes.size()); id-- > 0;) {
    if (!needed[id]) continue;
    for_each_operand(plan.nodes[id], [&](NodeId used) { needed[used] = operand[used] = true; });
  }
  for (Test& test : plan.tests) {
    using Method = Test::Method;
    const auto op = [&](NodeId id) { return plan.nodes[id].op; };
    test.a = test.node;
    if (test.check.kind == CatCheck::Kind::empty) {
      test.method = Method::empty;
      continue;
    }
    test.method = test.check.kind == CatCheck::Kind::acyclic ? Method::acyclic : Method::irreflexive;
    if (op(test.a) == Op::closure && operand[test.a]) {
      test.method = Method::irreflexive;
      continue;
    }
    while (op(test.a) == Op::closure) {
      test.a = plan.nodes[test.a].a;
      test.method = Method::acyclic;
    }
    if (test.method == Method::irreflexive && op(test.a) == Op::composition) {
      test.method = Method::irreflexive_composition;
      test.b = plan.nodes[test.a].b;
      test.a = plan.nodes[test.a].a;
    }
  }
}

}  // namespace

void finish(Plan& plan) {
  choose_methods(plan);
  Scheduler scheduler(plan);
  plan.axioms = scheduler.axioms();
  for (std::uint8_t changes = 1; changes < 4; ++changes) {
    plan.invariant[changes] = scheduler.part(plan.axioms, changes, false);
    plan.variant[changes] = scheduler.part(plan.axioms, changes, true);
  }
  plan.everything = scheduler.nodes_of([](const Test&) { return true; });
  if (plan.happens_before != kNoNode) plan.order = scheduler.nodes({plan.happens_before});
  plan.races = scheduler.nodes_of([](const Test& t) { return t.check.role == CatCheck::Role::undefined_unless; });
  for (NodeId id : scheduler.needed()) {
    const Node& node = plan.nodes[id];
    if (node.op == Op::base_set) plan.used_sets[node.payload] = true;
    if (node.op == Op::base_relation) plan.used_relations[node.payload] = true;
  }
  plan.prefix_closed = grows_only(plan);
}

}  // namespace graphfuzz::cat
