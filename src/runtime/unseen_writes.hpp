// Stacks are written by code that nobody is told of: libraries, copies that compilers make, and Clang's initial values.
// What stack_memory.hpp notices is told of where that can be done in time, else refused: the engine would have others
// read what has long been overwritten.
#pragma once

#include "runtime/request.hpp"

namespace graphfuzz::runtime {

/// If the thread is about to read what was_written_unseen, that is told of as a plain write of its own if it is its own
/// stack. If it is another's, in a function that has not returned, nobody knows when it was, and the thread fails.
void tell_of_unseen_write(Fiber& fiber, Address address, std::uint8_t size, Address place);
/// All that there are in cells of its stack from `above` on, before another thread may come to know of them.
void tell_of_unseen_writes(Fiber& fiber, Address above, Address place);
/// The thread has got a block of the heap, which is zero. With a library that is not instrumented, that may fill it
/// before the thread comes to code that is: what is there then is told of as plain writes.
void expect_unseen_writes(Fiber& fiber, Address address, std::size_t size, Address place);
void tell_of_each_fresh_block(Fiber& fiber);
inline void tell_of_fresh_blocks(Fiber& fiber) {
  if (!fiber.fresh.empty()) [[unlikely]]
    tell_of_each_fresh_block(fiber);
}
/// The thread is about to write what another one has written unseen: it fails.
void refuse_unseen_write(Fiber& fiber, Address address, std::uint8_t size, Address place);
/// The thread asks for memory of a stack that nobody has had to do with in this execution. If that has a value, the
/// thread fails: Clang does not tell of all writes that initialise locals. To be called by `ask` alone.
void refuse_untold_value(Fiber& fiber, const Request& request, Address address, Address place);

}  // namespace graphfuzz::runtime
