// When two steps of a Go program depend on each other.
#pragma once

#include <algorithm>
#include <span>

#include "graphfuzz/explore/go/machine.hpp"

namespace graphfuzz::go {

inline bool fires(const Step& step) { return step.timer >= 0; }

/// Is it an operation of `routine`? When a timer fires, nobody's.
inline bool concerns(const Step& step, Name routine) {
  return !fires(step) && (step.routine == routine || step.partner == routine);
}

inline bool share_routine(const Step& a, const Step& b) {
  if (fires(a) || fires(b)) return a == b;
  return concerns(b, a.routine) || (a.partner != kNoName && concerns(b, a.partner));
}

inline bool conflict(std::span<const Touch> a, std::span<const Touch> b) {
  return std::any_of(a.begin(), a.end(), [b](const Touch& x) {
    return std::any_of(b.begin(), b.end(),
                       [x](const Touch& y) { return x.object == y.object && (x.changes || y.changes); });
  });
}

inline bool depends(const Step& a, std::span<const Touch> a_touches, const Step& b, std::span<const Touch> b_touches) {
  return share_routine(a, b) || conflict(a_touches, b_touches);
}

}  // namespace graphfuzz::go
