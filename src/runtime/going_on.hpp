// What goes on each time that a thread asks for it, or does it: clocks, random numbers, and what is written to files.
// A loop with any of these is never where it was; unless nothing comes of it, as in `while (!done) sleep_until(now() +
// pause)`. To know that, time passes ever faster for a thread that is otherwise where it was, which is also how it
// comes to its deadlines: when a quarter of an hour has made no difference, or three random numbers, or lines of a log,
// none will. That is a guess, as is all that does not go on for ever.
#pragma once

#include <cstdint>

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

/// The thread comes to a request there, in a state that all else is of: the whole state. May let time pass for it.
std::uint64_t with_what_goes_on(Fiber& fiber, Address place, std::uint64_t rest);

}  // namespace graphfuzz::runtime
