// What is wrong with the text of a step.
#pragma once

#include <stdexcept>

namespace graphfuzz {

/// what() is "steps[3].from: expected X, found Y".
class StepError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace graphfuzz
