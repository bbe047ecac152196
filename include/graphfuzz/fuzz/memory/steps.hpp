// Prefixes as texts: the steps of witnesses and replay files of programs under a memory model.
//
//   {"thread": 0, "from": [-1, 0]}    thread 0 goes on; its event reads from (reads, updates), or follows in mo
//                                     (writes), the event [thread, index in po], or [-1, location]: an initial write
//   … , "fails": true                 it only reads: a compare-exchange fails
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "graphfuzz/explore/prefix.hpp"
#include "graphfuzz/fuzz/step_error.hpp"

namespace graphfuzz {

std::vector<std::string> to_texts(const Prefix& prefix);
/// The reverse. Unknown keys are ignored. Throws StepError.
Prefix prefix_of(std::span<const std::string> steps);

}  // namespace graphfuzz
