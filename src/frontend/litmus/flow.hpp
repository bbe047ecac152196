// Data flow over register code: what a checkpoint has to compare, and which checkpoints a wait can come back to.
#pragma once

#include <vector>

#include "code.hpp"

namespace graphfuzz::litmus {

/// Fills Checkpoint::live (backward liveness; `observed` variables are live at the end) and Access::returns.
void analyse_flow(ThreadCode& code, const std::vector<bool>& observed);

/// Fills ThreadCode::later_writes.
void find_later_writes(ThreadCode& code, std::size_t locations);

}  // namespace graphfuzz::litmus
