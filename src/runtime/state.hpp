// What a thread goes by from a request on.
#pragma once

#include "graphfuzz/frontend/native/cells.hpp"
#include "runtime/fiber.hpp"
#include "runtime/request.hpp"

namespace graphfuzz::runtime {

/// A hash of all that the thread goes by when the request is answered, whatever the answer: the registers and the
/// memory of the stack that its functions will still read. `code` is where it goes on. Never 0, unless it is not known.
std::uint64_t state_of(const Fiber& fiber, const Request& request, Address code, const native::CellTable& cells);

}  // namespace graphfuzz::runtime
