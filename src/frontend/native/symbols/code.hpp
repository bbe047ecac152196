// The functions that an instruction is in, by the debug information.
#pragma once

#include <vector>

#include "frontend/native/symbols/units.hpp"
#include "graphfuzz/frontend/native/symbols.hpp"

namespace graphfuzz::native {

/// As Symbols::frames(); `symbol` is the symbol that the instruction is in, null if none. Empty if the file does not
/// tell.
std::vector<Frame> code_frames(Units& units, std::uint64_t instruction, const char* symbol, SourcePaths& paths);

}  // namespace graphfuzz::native
