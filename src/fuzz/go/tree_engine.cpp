#include "graphfuzz/fuzz/go/tree_engine.hpp"

namespace graphfuzz::go {

StepKind GoTreeEngine::explore() {
  const Visit visit = source_.explore();
  switch (visit) {
    case Visit::idle:
      return StepKind::idle;
    case Visit::exhausted:
      return StepKind::exhausted;
    case Visit::vain:
    case Visit::execution:
      break;
  }
  work_ += steps().size();
  return visit == Visit::vain ? StepKind::vain : StepKind::execution;
}

}  // namespace graphfuzz::go
