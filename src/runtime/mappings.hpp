// The memory that the program has mapped: what is left of it after an execution is unmapped. It may not unmap, move or
// protect other memory, which may be the engine's.
#pragma once

#include "graphfuzz/frontend/native/machine.hpp"

namespace graphfuzz::runtime {

/// Was it, in any execution, memory that the program has mapped without a file? It may not be there now.
bool begins_as_zero(native::Address address);
/// Unmaps what the program has left.
void reset_mappings();
/// Has the program any?
bool has_mappings();

}  // namespace graphfuzz::runtime
