// Which registers, and which words of its stack, a function will still use. At a call, a compiler has a function that
// it calls keep six registers; what is in those that are not read again before they are written makes no difference to
// what comes. The same holds for the stack.
#pragma once

#include <cstdint>
#include <functional>

namespace graphfuzz::native {

/// A set of rbx, rbp, r12, r13, r14 and r15: bits 0 to 5, in this order.
using RegisterSet = std::uint8_t;
inline constexpr RegisterSet kAllRegisters = 0x3f;

/// So many words of four bytes are looked at, from the stack pointer upwards.
inline constexpr unsigned kStackWords = 58;

struct Live {
  RegisterSet registers = kAllRegisters;
  std::uint64_t words = (std::uint64_t{1} << kStackWords) - 1;  ///< the first one: bit 0
};

/// What may be read before it is written, if code of this process goes on at `at`. Exact as far as the
/// code's jumps can be followed; where they cannot (jump tables, code that is no function's of a compiler, very long
/// functions) all of them. Of the stack all, too, if the function has given away an address of it. `never_returns` is
/// asked for the functions that are called, by address.
Live live_at(std::uint64_t at, const std::function<bool(std::uint64_t)>& never_returns);

}  // namespace graphfuzz::native
