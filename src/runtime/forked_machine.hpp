#pragma once

#include "graphfuzz/frontend/native/machine.hpp"

namespace graphfuzz::runtime {

/// The program of `machine`, run in a new process after each reset: libraries and files are as at the start, and what
/// ends the process ends that one run. This process never runs the program itself.
native::Machine& forked_machine(native::Machine& machine);

}  // namespace graphfuzz::runtime
