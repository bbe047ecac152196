#include "model/cat/evaluator.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace graphfuzz::cat {
namespace {

// By bit: that bit and all below.
constexpr std::array<Word, kWordBits> kUpTo = [] {
  std::array<Word, kWordBits> masks{};
  for (std::size_t i = 0; i < kWordBits; ++i) masks[i] = ~Word{0} >> (kWordBits - 1 - i);
  return masks;
}();

// kWords: words in a row if it is known when compiling, otherwise 0.
template <std::size_t kWords>
class Kernels {
 public:
  Kernels(const Plan& plan, Registers& registers, bool materialize)
      : plan_(plan),
        registers_(registers),
        materialize_(materialize),
        n_(registers.size()),
        dynamic_words_(registers.words()) {}

  bool run(const Schedule& schedule) {
    for (std::uint32_t i = 0; i < schedule.size(); ++i) {
      const Step& step = schedule[i];
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
        return acyclic(a);
      case Test::Method::irreflexive:
        return irreflexive(a);
      case Test::Method::irreflexive_composition:
        return irreflexive_composition(a, b);
      case Test::Method::empty:
        return std::all_of(at(a), at(a) + length(a), [](Word w) { return w == 0; });
    }
    return true;
  }

 private:
  std::size_t words() const { return kWords == 0 ? dynamic_words_ : kWords; }
  Word* at(NodeId node) const { return registers_.set(node); }
  Word* row(Word* matrix, std::size_t a) const { return matrix + a * words(); }
  const Word* row(const Word* matrix, std::size_t a) const { return matrix + a * words(); }
  std::size_t length(NodeId node) const { return is_set(plan_.nodes[node].op) ? words() : n_ * words(); }
  static bool bit(const Word* set, std::size_t i) { return set[i / kWordBits] >> (i % kWordBits) & 1; }
  static void insert(Word* set, std::size_t i) { set[i / kWordBits] |= Word{1} << (i % kWordBits); }

  template <class Visit>
  void for_each_bit(const Word* set, Visit visit) const {
    for (std::size_t w = 0; w < words(); ++w) {
      for (Word rest = set[w]; rest != 0; rest &= rest - 1) {
        visit(w * kWordBits + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }

  void unite(Word* to, const Word* from) const {
    for (std::size_t w = 0; w < words(); ++w) to[w] |= from[w];
  }
  void copy(Word* to, const Word* from) const { std::copy_n(from, words(), to); }

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
        domain(out, at(node.a));
        break;
      case Op::range:
        if (empty(node.a)) return set_empty(id);
        range(out, at(node.a));
        break;
      case Op::identity:
        if (empty(node.a)) return set_empty(id);
        identity(out, at(node.a));
        break;
      case Op::cartesian:
        if (empty(node.a) || empty(node.b)) return set_empty(id);
        cartesian(out, at(node.a), at(node.b));
        break;
      case Op::composition:
        if (empty(node.a) || empty(node.b)) return set_empty(id);
        registers_.empty(id) = !compose(out, at(node.a), at(node.b));
        return;
      case Op::from:
        if (empty(node.a) || empty(node.b)) return set_empty(id);
        registers_.empty(id) = !from(out, at(node.a), at(node.b));
        return;
      case Op::into:
        if (empty(node.a) || empty(node.b)) return set_empty(id);
        registers_.empty(id) = !into(out, at(node.a), at(node.b));
        return;
      case Op::inverse:
        if (empty(node.a)) return set_empty(id);
        invert(out, at(node.a));
        break;
      case Op::closure:
        if (empty(node.a)) return set_empty(id);
        close(out, at(node.a));
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

  void domain(Word* out, const Word* r) const {
    std::fill_n(out, words(), 0);
    for (std::size_t x = 0; x < n_; ++x) {
      const Word* const targets = row(r, x);
      if (std::any_of(targets, targets + words(), [](Word w) { return w != 0; })) insert(out, x);
    }
  }

  void range(Word* out, const Word* r) const {
    std::fill_n(out, words(), 0);
    for (std::size_t x = 0; x < n_; ++x) unite(out, row(r, x));
  }

  void identity(Word* out, const Word* set) const {
    std::fill_n(out, n_ * words(), 0);
    for_each_bit(set, [&](std::size_t x) { insert(row(out, x), x); });
  }

  void cartesian(Word* out, const Word* a, const Word* b) const {
    for (std::size_t x = 0; x < n_; ++x) {
      const Word mask = bit(a, x) ? ~Word{0} : 0;
      for (std::size_t w = 0; w < words(); ++w) row(out, x)[w] = b[w] & mask;
    }
  }

  // The next three tell whether the result has any edge.
  bool compose(Word* out, const Word* a, const Word* b) const {
    Word any = 0;
    for (std::size_t x = 0; x < n_; ++x) {
      if constexpr (kWords == 1) {
        Word all = 0;
        for (Word rest = a[x]; rest != 0; rest &= rest - 1) all |= b[std::countr_zero(rest)];
        out[x] = all;
        any |= all;
      } else {
        std::fill_n(row(out, x), words(), 0);
        for_each_bit(row(a, x), [&](std::size_t y) { unite(row(out, x), row(b, y)); });
        for (std::size_t w = 0; w < words(); ++w) any |= row(out, x)[w];
      }
    }
    return any != 0;
  }

  bool from(Word* out, const Word* set, const Word* r) const {
    Word any = 0;
    for (std::size_t x = 0; x < n_; ++x) {
      const Word mask = bit(set, x) ? ~Word{0} : 0;
      for (std::size_t w = 0; w < words(); ++w) any |= row(out, x)[w] = row(r, x)[w] & mask;
    }
    return any != 0;
  }

  bool into(Word* out, const Word* r, const Word* set) const {
    Word any = 0;
    for (std::size_t x = 0; x < n_; ++x) {
      for (std::size_t w = 0; w < words(); ++w) any |= row(out, x)[w] = row(r, x)[w] & set[w];
    }
    return any != 0;
  }

  void invert(Word* out, const Word* r) const {
    std::fill_n(out, n_ * words(), 0);
    for (std::size_t x = 0; x < n_; ++x) {
      for_each_bit(row(r, x), [&](std::size_t y) { insert(row(out, y), x); });
    }
  }

  // Does it only lead from earlier to later slots? po, rf and all that is made of them does.
  bool forward(const Word* r) const {
    Word backward = 0;
    if constexpr (kWords == 1) {
      for (std::size_t x = 0; x < n_; ++x) backward |= r[x] & kUpTo[x];
    } else {
      for (std::size_t x = 0; x < n_ && backward == 0; ++x) {
        const std::size_t word = x / kWordBits;
        backward = row(r, x)[word] & kUpTo[x % kWordBits];
        for (std::size_t w = 0; w < word; ++w) backward |= row(r, x)[w];
      }
    }
    return backward == 0;
  }

  void close(Word* out, const Word* r) const {
    std::copy_n(r, n_ * words(), out);
    if (forward(r)) {
      for (std::size_t x = n_; x-- > 0;) {
        if constexpr (kWords == 1) {
          Word all = out[x];
          for (Word rest = all; rest != 0;) {
            const Word next = out[std::countr_zero(rest)];
            all |= next;
            rest &= (rest - 1) & ~next;
          }
          out[x] = all;
        } else {
          for_each_bit(row(r, x), [&](std::size_t y) { unite(row(out, x), row(out, y)); });
        }
      }
      return;
    }
    if constexpr (kWords == 1) {
      // Warshall 1962. For few events nothing beats it.
      for (std::size_t via = 0; via < n_; ++via) {
        const Word targets = out[via];
        if (targets == 0) continue;
        for (std::size_t x = 0; x < n_; ++x) out[x] |= targets & (Word{0} - (out[x] >> via & 1));
      }
    } else {
      Word* const rest = registers_.scratch(2);
      const bool acyclic = search(r, [&](std::size_t x) {
        // What x leads to is complete; most of it is in the rows of the first few.
        copy(rest, row(r, x));
        for (std::size_t w = 0; w < words(); ++w) {
          while (rest[w] != 0) {
            const std::size_t y = w * kWordBits + static_cast<std::size_t>(std::countr_zero(rest[w]));
            const Word* const further = row(out, y);
            rest[w] &= rest[w] - 1;
            for (std::size_t v = w; v < words(); ++v) rest[v] &= ~further[v];
            unite(row(out, x), further);
          }
        }
      });
      if (acyclic) return;
      for (std::size_t via = 0; via < n_; ++via) {
        for (std::size_t x = 0; x < n_; ++x) {
          if (bit(row(out, x), via)) unite(row(out, x), row(out, via));
        }
      }
    }
  }

  // Depth first: calls done(x) for each event after all that it leads to. False if there is a cycle. O(n words).
  template <class Done>
  bool search(const Word* r, Done done) const {
    Word* const fresh = registers_.scratch(0);
    Word* const unfinished = registers_.scratch(1);
    Slot* const stack = registers_.stack();
    copy(fresh, registers_.universe());
    copy(unfinished, registers_.universe());
    const auto erase = [](Word* set, std::size_t i) { set[i / kWordBits] &= ~(Word{1} << (i % kWordBits)); };
    for (std::size_t start = 0; start < n_; ++start) {
      if (!bit(fresh, start)) continue;
      std::size_t depth = 0;
      stack[depth++] = static_cast<Slot>(start);
      erase(fresh, start);
      while (depth > 0) {
        const Slot x = stack[depth - 1];
        const Word* const targets = row(r, x);
        std::size_t next = n_;
        Word back = 0;
        for (std::size_t w = 0; w < words(); ++w) {
          if (const Word found = targets[w] & fresh[w]; found != 0) {
            next = w * kWordBits + static_cast<std::size_t>(std::countr_zero(found));
            break;
          }
          back |= targets[w] & unfinished[w];
        }
        if (next < n_) {
          erase(fresh, next);
          stack[depth++] = static_cast<Slot>(next);
          continue;
        }
        if (back != 0) return false;
        erase(unfinished, x);
        done(x);
        --depth;
      }
    }
    return true;
  }

  bool irreflexive(NodeId id) const {
    const Word* const r = at(id);
    Word loops = 0;
    for (std::size_t x = 0; x < n_; ++x) loops |= row(r, x)[x / kWordBits] & (Word{1} << (x % kWordBits));
    return loops == 0;
  }

  bool irreflexive_composition(NodeId first, NodeId second) const {
    const Word* const a = at(first);
    const Word* const b = at(second);
    bool found = false;
    for (std::size_t x = 0; x < n_ && !found; ++x) {
      for_each_bit(row(a, x), [&](std::size_t y) { found |= bit(row(b, y), x); });
    }
    return !found;
  }

  // With short rows: takes away events that lead to none of those left, until there are none, or none of these.
  bool acyclic(NodeId id) const {
    const Word* const r = at(id);
    if (forward(r)) return true;
    if constexpr (kWords == 1) {
      Word left = registers_.universe()[0];
      for (Word before = 0; left != 0 && left != before;) {
        before = left;
        for (std::size_t x = n_; x-- > 0;) {
          if ((r[x] & left) == 0) left &= ~(Word{1} << x);
        }
      }
      return left == 0;
    } else {
      return search(r, [](std::size_t) {});
    }
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
  Registers& registers_;
  const bool materialize_;
  const std::size_t n_;
  const std::size_t dynamic_words_;
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
