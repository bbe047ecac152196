// What is wrong with the text of a step.
#pragma once

#include <stdexcept>

namespace graphfuzz {

/// what() says where and why, as a rule "steps[3].from: expected X, found Y".
class StepError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace graphfuzz
