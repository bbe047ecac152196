// Replaying one execution of a Go program from its steps.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/program/go/go_program.hpp"

namespace graphfuzz::go {

struct GoReplay {
  std::size_t steps_taken = 0;  ///< number of the first step that was not possible, or the number of steps
  bool possible = false;        ///< were all?
  std::string possible_steps;   ///< if not: what was possible instead, for a person
  Trace trace;                  ///< what happened
  std::string outcome;
  std::vector<Bug> bugs;
};

/// Takes the steps in turn; what they leave open (nothing, for a whole execution) is chosen at random. Throws
/// std::invalid_argument for a name that is none.
GoReplay replay(const GoProgram& program, std::span<const NamedStep> steps, Timing timing);

}  // namespace graphfuzz::go
