// Steps of Go programs as texts: those of witnesses and replay files.
//
//   {"routine": "0.2"}              the goroutine performs its next operation …
//   … , "choice": 1                 … at a select that case (-1: the default)
//   … , "partner": "0.1", "partner_choice": 0     … and the partner receives, if the two meet on an unbuffered channel
//   … , "timer": 0                  that timer, of those that the goroutine has started, fires
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graphfuzz/explore/go/named_step.hpp"
#include "graphfuzz/fuzz/step_error.hpp"

namespace graphfuzz::go {

std::vector<std::string> to_texts(std::span<const NamedStep> steps);
/// The reverse. Unknown keys are ignored. Throws StepError.
std::vector<NamedStep> named_steps_of(std::span<const std::string> steps);

}  // namespace graphfuzz::go
