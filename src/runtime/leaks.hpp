// Blocks of the heap that nothing points to any more.
#pragma once

#include <span>
#include <vector>

#include "graphfuzz/frontend/native/machine.hpp"

namespace graphfuzz::runtime {

/// As Machine::leaks.
std::vector<std::size_t> find_leaks(std::span<const native::CellValue> cells);

}  // namespace graphfuzz::runtime
