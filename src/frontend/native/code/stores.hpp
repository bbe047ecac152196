// Does code write to memory between two calls?
#pragma once

#include "frontend/native/code/instruction.hpp"

namespace graphfuzz::native {

/// Whether the code from `begin` up to the end `end` of a call may write to memory. "No" is certain: it is one straight
/// line without a write. O(instructions); what was found out is kept.
bool may_store_between(CodeAddress begin, CodeAddress end);

}  // namespace graphfuzz::native
