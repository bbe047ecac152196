// The two things the tool does.
#pragma once

#include "command_line.hpp"

namespace graphfuzz::cli {

/// Runs a campaign per input and model, and prints and writes the results. Returns the exit code. Throws UserError.
int fuzz(const CommandLine& line);

/// Replays one replay file under each model, and prints what happened. Returns the exit code. Throws UserError,
/// ParseError or ReplayFileError.
int replay(const CommandLine& line);

}  // namespace graphfuzz::cli
