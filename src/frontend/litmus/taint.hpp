// Which loops end depending on what is read from memory.
#pragma once

#include <unordered_set>

#include "syntax.hpp"

namespace graphfuzz::litmus {

/// The loops of a function that have to be bounded: those of which an exit condition (the loop's own, or one that
/// controls a `break` or `return` inside) depends, by data or by control, on a value read from memory, and those that
/// have no exit at all. All others run as often as the program says.
std::unordered_set<const Statement*> find_memory_loops(const Function& function);

}  // namespace graphfuzz::litmus
