// What hooks have left in the memory of stacks, so that it is noticed if code that is not instrumented writes there:
// libraries (std::thread::join), and compilers, which spill registers and copy arguments.
#pragma once

#include <cstdint>

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

/// The multiple of eight below.
constexpr Address granule_of(Address address) { return address & ~Address{7}; }

/// Is it in a thread's stack; in that of the fiber?
bool on_stack(Address address);
bool on_stack_of(const Fiber& fiber, Address address);

/// Is it in a frame of a function that has not returned, of a thread that waits for its turn?
bool in_live_frame(Address address);

/// Somebody has to do with the granule. Is it the first time in this execution?
bool touch_stack(Address granule);
/// A hook is done with the bytes, which do not go beyond a granule, and leaves them as they are. Nothing if they are on
/// no stack.
void keep_in_mind(Address address, std::uint8_t size);
/// Are the bytes of a stack others than hooks have left there? Those that nobody has to do with yet are 0.
bool was_written_unseen(Address address, std::uint8_t size);

/// A hook has kept in mind what was written plainly to a granule that threads share, by its stack's owner or by
/// another. Had the owner's write others' under it?
bool keep_writer(Address address, std::uint8_t size, bool is_owner);
/// What the owner of the stack has left in the granule by hooks, whatever others have written there since; and which
/// bytes were_written_unseen, of which it is what is there.
struct OwnBytes {
  std::uint64_t bytes;
  std::uint64_t unseen;  ///< a mask
};
OwnBytes own_bytes(Address granule);

/// Nothing is known: an execution begins.
void forget_stack_memory();
/// What is known now, and to know no more than then. Marks are gone back to in any order, but to none that was set
/// after one that was gone back to.
std::size_t mark_of_stacks();
void go_back_to_mark(std::size_t mark);

}  // namespace graphfuzz::runtime
