// Propositions compiled to tests on a state vector, each with a place to go on if it holds and one if it does not.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "condition.hpp"

namespace graphfuzz::litmus {

class Decision {
 public:
  /// `position(place)` is where the place's first value stands in the state; `constant(atom, i)` is the i-th value of
  /// the atom's right-hand side.
  Decision(const Proposition& proposition, const std::function<std::size_t(const Place&)>& position,
           const std::function<Value(const Atom&, std::size_t)>& constant);

  bool holds(std::span<const Value> state) const;

 private:
  static constexpr std::uint32_t kTrue = 0xfffffffe;
  static constexpr std::uint32_t kFalse = 0xffffffff;

  struct Test {
    std::uint32_t left;   // position in the state
    std::uint32_t right;  // position in the state, or kFalse: compare with `constant`
    Value constant;
    std::uint32_t if_equal;  // next test, kTrue or kFalse
    std::uint32_t if_different;
  };
  struct Builder;

  std::vector<Test> tests_;
  std::uint32_t entry_ = kTrue;
};

}  // namespace graphfuzz::litmus
