// Bounds on how deep a model may be nested, so that no text makes the stack overflow.
#pragma once

#include "model/cat/token.hpp"

namespace graphfuzz::cat {

inline constexpr unsigned kDeepestNesting = 300;
inline constexpr unsigned kMostCalls = 100;  ///< of functions and procedures that are not finished

inline void check_depth(unsigned depth, const Position& position) {
  if (depth > kDeepestNesting) fail(position, "this is nested too deeply");
}

/// Counts a level of recursion while it exists.
class NestedCall {
 public:
  NestedCall(unsigned& level, const Position& position, unsigned deepest = kDeepestNesting) : level_(level) {
    if (level_ >= deepest) fail(position, "this is nested too deeply");
    ++level_;
  }
  ~NestedCall() { --level_; }
  NestedCall(const NestedCall&) = delete;
  NestedCall& operator=(const NestedCall&) = delete;

 private:
  unsigned& level_;
};

}  // namespace graphfuzz::cat
