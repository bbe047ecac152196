// Robust mutexes.
#pragma once

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

/// The thread is at its end, and so is whatever robust mutex it holds: the next one to lock it is told so.
void leave_robust_mutexes(Fiber& fiber);

}  // namespace graphfuzz::runtime
