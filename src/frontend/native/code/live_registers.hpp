// Which registers a function will still use. At a call, a compiler has a function that it calls keep six of them; what
// is in those that are not read again before they are written makes no difference to what comes.
#pragma once

#include <cstdint>
#include <functional>

namespace graphfuzz::native {

/// A set of rbx, rbp, r12, r13, r14 and r15: bits 0 to 5, in this order.
using RegisterSet = std::uint8_t;
inline constexpr RegisterSet kAllRegisters = 0x3f;

/// The registers that may be read before they are written, if code of this process goes on at `at`. Exact as far as the
/// code's jumps can be followed; where they cannot (jump tables, code that is no function's of a compiler, very long
/// functions) all of them. `never_returns` is asked for the functions that are called, by address.
RegisterSet live_registers(std::uint64_t at, const std::function<bool(std::uint64_t)>& never_returns);

}  // namespace graphfuzz::native
