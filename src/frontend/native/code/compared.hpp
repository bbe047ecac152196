// What code compares with.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/native/code/instruction.hpp"

namespace graphfuzz::native {

/// Numbers that the code from `begin` on compares something with, or that are next to such, in the order in which they
/// come: those at which the code may go another way. A guess: what is compared may be anything, and not all is looked
/// at. O(instructions).
std::vector<std::int64_t> compared_behind(CodeAddress begin);

}  // namespace graphfuzz::native
