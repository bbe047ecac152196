// What is known of functions by their names.
#pragma once

#include <cstdint>
#include <functional>

#include "frontend/native/code/instruction.hpp"

namespace graphfuzz::native {

/// What else matters of the functions that are called.
enum class CalledFunction : std::uint8_t {
  ordinary,
  never_returns,
  throws,                  ///< … but ends in a handler, or unwinds the whole stack
  returns_twice,           ///< setjmp
  does_nothing,            ///< … that others, or who calls it, could notice, and has no arguments
  borrows,                 ///< accesses what its arguments point to, and keeps no address
  notes_access,            ///< of ThreadSanitizer: gets addresses, but accesses nothing
  atomic_access,           ///< … accesses what the first argument points to, up to 16 bytes
  atomic_compare_exchange  ///< … and what the second points to
};
using ClassifyFunction = std::function<CalledFunction(CodeAddress)>;
/// By the name that it has in this process.
CalledFunction classify_function(CodeAddress function);

constexpr bool is_instrumentation(CalledFunction called) {
  return called == CalledFunction::notes_access || called == CalledFunction::atomic_access ||
         called == CalledFunction::atomic_compare_exchange;
}
/// Does it leave no address anywhere, and never throw?
constexpr bool leaves_nothing(CalledFunction called) {
  return is_instrumentation(called) || called == CalledFunction::borrows || called == CalledFunction::does_nothing;
}
constexpr bool never_returns(CalledFunction called) {
  return called == CalledFunction::never_returns || called == CalledFunction::throws;
}

/// Where the program or library begins that the code is of; null if it is of none.
const void* module_of(CodeAddress code);

}  // namespace graphfuzz::native
