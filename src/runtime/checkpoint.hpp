// Where the whole program is, to come back there within one execution without doing everything again: what threads have
// on their stacks, what they and the heap are, and all memory that a reset takes back. What the runtime or the system
// knows besides is not taken down: where that changes, no earlier checkpoint is good any more.
#pragma once

#include <cstddef>

namespace graphfuzz::runtime {

/// Takes it down under the number, below native::Machine::kMarks. False if it cannot be, or would be too much.
bool save_checkpoint(std::size_t number);
/// Goes back. False, with nothing changed, if something has happened since that cannot be taken back.
bool restore_checkpoint(std::size_t number);
/// Something changes that is not taken down.
void disturb_checkpoints();

}  // namespace graphfuzz::runtime
