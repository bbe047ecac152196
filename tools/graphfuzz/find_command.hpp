// graphfuzz compare --find.
#pragma once

#include "command_line.hpp"

namespace graphfuzz::cli {

/// Searches for a smallest program that tells two models apart, and prints it. Returns the exit code. Throws UserError.
int find(const CompareLine& line);

}  // namespace graphfuzz::cli
