// What the program does that would end or stop the process: signals of the processor, and running on without asking for
// anything. The fiber that did it fails, and the campaign goes on.
#pragma once

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

/// From now on this thread of the operating system may run fibers: signals of theirs are theirs.
void catch_faults();

/// Is someone looking whether the fiber that runs ever asks for something?
extern volatile bool watched __attribute__((visibility("hidden")));
void start_watching();
/// The signal by which someone looks.
int look_signal();
/// How often someone has looked: each time a call of the system may have been interrupted.
extern volatile unsigned looks_taken __attribute__((visibility("hidden")));
/// To be called before fibers run. Costs a system call only if none has run for a while.
inline void watch() {
  if (!watched) [[unlikely]]
    start_watching();
}

/// So many plain accesses between two requests are kept.
inline constexpr std::size_t kMostTouches = std::size_t{1} << 22;
/// Forgets those that are like an earlier one. O(kMostTouches).
void tell_once(Fiber& fiber);
/// The fiber is in such a loop.
[[noreturn]] void fail_endless(Fiber& fiber, Address place);

/// The place in the program's code from which the caller was called; `otherwise` if there is none. Code of system
/// headers (templates of the C++ library) is the program's only if there is no other.
Address place_in_program(Address otherwise);
/// … of these, which are the program's.
Address best_place(const Frames& frames, Address otherwise);

}  // namespace graphfuzz::runtime
