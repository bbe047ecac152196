// Atomic instructions in inline assembly, which nobody calls a hook for: breakpoints are put on them, and what comes to
// one asks the engine as a call of a hook would, and then executes the instruction.
#pragma once

#include <ucontext.h>

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

/// Puts breakpoints on those of the program. After take_image. Throws Unsupported if there is no memory for that.
void watch_machine_atomics();
/// For a handler of SIGTRAP: goes on with the instruction, if it was one of those. False if not.
bool enter_machine_atomic(ucontext_t& context);

/// What an instruction does with memory (hooks_atomic.cpp): returns what was there.
Value machine_update(Address at, unsigned size, Operation operation, std::uint64_t operand, Address behind);
Value machine_compare_exchange(Address at, unsigned size, std::uint64_t expected, std::uint64_t desired,
                               Address behind);
void machine_fence(Address behind);

}  // namespace graphfuzz::runtime
