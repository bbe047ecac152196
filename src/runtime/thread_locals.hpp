// How a thread of the program gets thread-local storage of its own, though all run in one thread of the operating
// system: the thread pointer becomes that of a thread that does nothing but lend its storage.
//
// Instructions that set it are only good where the kernel knows of them: elsewhere it puts back, whenever it has run
// somebody else, what it was told last. There it is told, which takes it microseconds, and is done only for programs
// that have thread-locals. What the C++ library has (the exceptions that are being caught, call_once) is then
// exchanged by copying, and the rest is shared.
#pragma once

#include <cstdint>

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

enum class Separation : std::uint8_t {
  instruction,  ///< the processor changes the thread pointer
  kernel,       ///< the kernel does
  copy,         ///< the thread pointer stays
};

/// Of this thread of the operating system.
std::uint64_t thread_pointer();

/// A new thread that does nothing but lend its storage to a thread of the program: its thread pointer, which is the
/// same in every process. To be called once for each.
std::uint64_t parked_thread(ThreadId id);

/// How it is done here, for this program. To be asked once the image was taken.
Separation separation();

/// Is the address of what threads have of their own there in turns, if it is done by copying? Such memory is at one
/// address for all of them, and none of them can be told of another's.
inline Address exchanged_begin __attribute__((visibility("hidden"))) = 0;
inline Address exchanged_end __attribute__((visibility("hidden"))) = 0;
inline bool is_exchanged(Address address) { return address - exchanged_begin < exchanged_end - exchanged_begin; }

/// The fiber is new: it has the thread-locals that a new thread has.
void make_thread_locals(Fiber& fiber);
/// Called by the engine before the fiber runs, and after it has.
void enter_thread_locals(Fiber& fiber);
void leave_thread_locals(Fiber& fiber);

}  // namespace graphfuzz::runtime
