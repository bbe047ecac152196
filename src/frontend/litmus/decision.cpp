#include "decision.hpp"

namespace graphfuzz::litmus {

/// Builds from the last test to the first, so that every place to go on is known.
struct Decision::Builder {
  std::vector<Test>& tests;
  const std::function<std::size_t(const Place&)>& position;
  const std::function<Value(const Atom&, std::size_t)>& constant;

  std::uint32_t build(const Proposition& proposition, std::uint32_t if_true, std::uint32_t if_false) {
    const auto& parts = proposition.parts;
    switch (proposition.connective) {
      case Connective::atom:
        return build(*proposition.atom, if_true, if_false);
      case Connective::negation:
        return build(parts[0], if_false, if_true);
      case Connective::implication:
        return build(parts[0], build(parts[1], if_true, if_false), if_true);
      case Connective::conjunction: {
        std::uint32_t next = if_true;
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) next = build(*part, next, if_false);
        return next;
      }
      case Connective::disjunction: {
        std::uint32_t next = if_false;
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) next = build(*part, if_true, next);
        return next;
      }
    }
    return if_false;
  }

  std::uint32_t build(const Atom& atom, std::uint32_t if_true, std::uint32_t if_false) {
    const auto left = static_cast<std::uint32_t>(position(atom.left));
    if (atom.other) {
      return add({left, static_cast<std::uint32_t>(position(*atom.other)), 0, if_true, if_false});
    }
    std::uint32_t next = if_true;
    for (std::size_t i = atom.values.size(); i-- > 0;) {
      next = add({left + static_cast<std::uint32_t>(i), kFalse, constant(atom, i), next, if_false});
    }
    return next;
  }

  std::uint32_t add(const Test& test) {
    tests.push_back(test);
    return static_cast<std::uint32_t>(tests.size() - 1);
  }
};

Decision::Decision(const Proposition& proposition, const std::function<std::size_t(const Place&)>& position,
                   const std::function<Value(const Atom&, std::size_t)>& constant) {
  entry_ = Builder{tests_, position, constant}.build(proposition, kTrue, kFalse);
}

bool Decision::holds(std::span<const Value> state) const {
  std::uint32_t at = entry_;
  while (at < kTrue) {
    const Test& test = tests_[at];
    const Value right = test.right == kFalse ? test.constant : state[test.right];
    at = state[test.left] == right ? test.if_equal : test.if_different;
  }
  return at == kTrue;
}

}  // namespace graphfuzz::litmus
