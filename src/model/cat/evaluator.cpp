#include "model/cat/evaluator.hpp"

#include <algorithm>

#include "graphfuzz/stop/stop.hpp"
#include "model/cat/bit_matrices.hpp"

namespace graphfuzz::cat {
namespace {

template <std::size_t kWords>
class Kernels : private BitMatrices<kWords> {
 public:
  Kernels(const Plan& plan, Registers& registers, bool materialize)
      : BitMatrices<kWords>(registers), plan_(plan), materialize_(materialize) {}

  bool run(const Schedule& schedule) {
    for (std::uint32_t i = 0; i < schedule.size(); ++i) {
      const Step& step = schedule[i];
      if constexpr (kWords == 0) stop_point();
      switch (step.kind) {
        case Step::Kind::evaluate:
          evaluate(step.index);
          break;
        case Step::Kind::begin:
          for (NodeId variable : plan_.recursions[step.index].variables) {
            std::fill_n(at(variable), length(variable), 0);
            registers_.empty(variable) = true;
          }
          break;
        case Step::Kind::repeat:
          stop_point();
          if (grow(plan_.recursions[step.index])) i = step.target - 1;
          break;
        case Step::Kind::skip:
          if (empty(step.index)) i = step.target - 1;
          break;
        case Step::Kind::test: {
          const Test& test = plan_.tests[step.index];
          if (holds(test.method, test.a, test.b) == test.check.negated) return false;
          break;
        }
      }
    }
    return true;
  }

  bool holds(Test::Method method, NodeId a, NodeId b) const {
    if (empty(a) || (b != kNoNode && empty(b))) return true;
    switch (method) {
      case Test::Method::acyclic:
        return this->acyclic(at(a));
      case Test::Method::irreflexive:
        return this->irreflexive(at(a));
      case Test::Method::irreflexive_composition:
        return this->irreflexive_composition(at(a), at(b));
      case Test::Method::empty:
        return std::all_of(at(a), at(a) + length(a), [](Word w) { return w == 0; });
    }
    return true;
  }

 private:
  using Base = BitMatrices<kWords>;
  using Base::insert;
  using Base::n_;
  using Base::registers_;
  using Base::row;
  using Base::words;

  Word* at(NodeId node) const { return registers_.set(node); }
  std::size_t length(NodeId node) const { return is_set(plan_.nodes[node].op) ? words() : n_ * words(); }
  bool empty(NodeId node) const { return registers_.empty(node); }

  // The value of `id` is empty: its rows are not written unless someone wants to look at them.
  void set_empty(NodeId id) const {
    registers_.empty(id) = true;
    if (materialize_) std::fill_n(at(id), length(id), 0);
  }

  void copy_node(NodeId id, NodeId from) const {
    if (empty(from)) return set_empty(id);
    registers_.empty(id) = false;
    std::copy_n(at(from), length(id), at(id));
  }

  template <class Operation>
  void pointwise(NodeId id, Operation operation) const {
    const Node& node = plan_.nodes[id];
    Word* const out = at(id);
    const Word* const a = at(node.a);
    const Word* const b = at(node.b);
    const std::size_t count = length(id);
    Word any = 0;
    for (std::size_t i = 0; i < count; ++i) {
      out[i] = operation(a[i], b[i]);
      any |= out[i];
    }
    registers_.empty(id) = any == 0;
  }

  void evaluate(NodeId id) const {
    const Node& node = plan_.nodes[id];
    Word* const out = at(id);
    switch (node.op) {
      case Op::no_set:
      case Op::no_relation:
        return set_empty(id);
      case Op::base_set:  // known to the registers
      case Op::base_relation:
      case Op::set_variable:
      case Op::relation_variable:
        return;
      case Op::set_union:
      case Op::relation_union:
        if (empty(node.a)) return copy_node(id, node.b);
        if (empty(node.b)) return copy_node(id, node.a);
        return pointwise(id, [](Word a, Word b) { return a | b; });
      case Op::set_intersection:
      case Op::relation_intersection:
        if (empty(node.a) || empty(node.b)) return set_empty(id);
        return pointwise(id, [](Word a, Word b) { return a & b; });
      case Op::set_difference:
      case Op::relation_difference:
        if (empty(node.a) || empty(node.b)) return copy_node(id, node.a);
        return pointwise(id, [](Word a, Word b) { return a & ~b; });
      case Op::set_complement:
      case Op::relation_complement:
        complement(out, node.a, length(id));
        break;
      case Op::set_choice:
      case Op::relation_choice:
        return copy_node(id, *at(node.condition) != 0 ? node.a : node.b);
      case Op::sets_equal:
      case Op::relations_equal:
        *out = included(node.a, node.b) && included(node.b, node.a) ? 1 : 0;
        return;
      case Op::set_included:
      case Op::relation_included:
        *out = included(node.a, node.b) ? 1 : 0;
        return;
      case Op::domain:
        if (empty(node.a)) return set_empty(id);
        this->domain(out, at(node.a));
        break;
      case Op::range:
        if (empty(node.a)) return set_empty(id);
        this->range(out, at(node.a));
        break;
      case Op::identity:
        if (empty(node.a)) return set_empty(id);
        this->identity(out, at(node.a));
        break;
      case Op::cartesian:
        if (empty(node.a) || empty(node.b)) return set_empty(id);
        this->cartesian(out, at(node.a), at(node.b));
        break;
      case Op::composition:
        if (empty(node.a) || empty(node.b)) return set_empty(id);
        registers_.empty(id) = !this->compose(out, at(node.a), at(node.b));
        return;
      case Op::from:
        if (empty(node.a) || empty(node.b)) return set_empty(id);
        registers_.empty(id) = !this->from(out, at(node.a), at(node.b));
        return;
      case Op::into:
        if (empty(node.a) || empty(node.b)) return set_empty(id);
        registers_.empty(id) = !this->into(out, at(node.a), at(node.b));
        return;
      case Op::inverse:
        if (empty(node.a)) return set_empty(id);
        this->invert(out, at(node.a));
        break;
      case Op::closure:
        if (empty(node.a)) return set_empty(id);
        this->close(out, at(node.a));
        break;
      case Op::reflexive:
        if (empty(node.a)) {
          std::fill_n(out, length(id), 0);
        } else {
          std::copy_n(at(node.a), length(id), out);
        }
        for (std::size_t x = 0; x < n_; ++x) insert(row(out, x), x);
        break;
    }
    registers_.empty(id) = false;  // as far as is known
  }

  void complement(Word* out, NodeId id, std::size_t count) const {
    const Word* const all = registers_.universe();
    const Word* const a = at(id);
    const Word keep = empty(id) ? 0 : ~Word{0};
    for (std::size_t i = 0; i < count; i += words()) {
      for (std::size_t w = 0; w < words(); ++w) out[i + w] = all[w] & ~(a[i + w] & keep);
    }
  }

  bool included(NodeId first, NodeId second) const {
    if (empty(first)) return true;
    const Word* const a = at(first);
    const Word* const b = at(second);
    const Word keep = empty(second) ? 0 : ~Word{0};
    for (std::size_t i = 0; i < length(first); ++i) {
      if ((a[i] & ~(b[i] & keep)) != 0) return false;
    }
    return true;
  }

  // variables := bodies. True if that changed anything. Bodies may be variables themselves; growing one a little sooner
  // does no harm, since they only grow.
  bool grow(const Recursion& recursion) const {
    bool changed = false;
    for (std::size_t i = 0; i < recursion.variables.size(); ++i) {
      const NodeId variable = recursion.variables[i];
      if (empty(recursion.bodies[i]) || included(recursion.bodies[i], variable)) continue;
      const Word* const body = at(recursion.bodies[i]);
      Word* const value = at(variable);
      for (std::size_t w = 0; w < length(variable); ++w) value[w] |= body[w];
      registers_.empty(variable) = false;
      changed = true;
    }
    return changed;
  }

  const Plan& plan_;
  const bool materialize_;
};

}  // namespace

bool run(const Plan& plan, const Schedule& schedule, Registers& registers) {
  // Only the schedules that are all about tests are done with when they are.
  const bool materialize = &schedule == &plan.everything || &schedule == &plan.races;
  return registers.words() == 1 ? Kernels<1>(plan, registers, materialize).run(schedule)
                                : Kernels<0>(plan, registers, materialize).run(schedule);
}

bool passes(const Test& test, const Plan& plan, Registers& registers) {
  const auto method = test.check.kind == CatCheck::Kind::acyclic       ? Test::Method::acyclic
                      : test.check.kind == CatCheck::Kind::irreflexive ? Test::Method::irreflexive
                                                                       : Test::Method::empty;
  return Kernels<0>(plan, registers, true).holds(method, test.node, kNoNode) != test.check.negated;
}

}  // namespace graphfuzz::cat
