// Where the whole program is, to come back there within one execution without doing everything again: what threads have
// on their stacks, what they and the heap are, and all memory that a reset takes back. What the runtime, the libraries
// or the system know besides is not taken down: where a hook tells that it changes (disturb_checkpoints,
// outside.hpp), no earlier checkpoint is good any more. Of what libraries keep there are things that no hook tells
// of (doc/native-programs.md).
//
// A hook may own nothing across a request: going back brings back what is on its stack, but not what it has in the heap
// of the engine, and it would free that a second time. What it has to keep is in the Fiber, of which a copy is taken.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graphfuzz::runtime {

/// Takes it down under the number, below native::Machine::kMarks: a ticket to come back. 0 if it cannot be, or would be
/// too much.
std::uint64_t save_checkpoint(std::size_t number);
/// Goes back. False, with nothing changed, if something has happened since that cannot be taken back, or another ticket
/// was handed out for the number.
bool restore_checkpoint(std::size_t number, std::uint64_t ticket);
/// Something changes that is not taken down.
void disturb_checkpoints();

}  // namespace graphfuzz::runtime
