// The memory that the program has mapped: what is left of it after an execution is unmapped. It may not unmap, move or
// protect other memory, which may be the engine's.
#pragma once

namespace graphfuzz::runtime {

/// Unmaps what the program has left.
void reset_mappings();

}  // namespace graphfuzz::runtime
