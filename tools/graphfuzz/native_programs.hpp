// Programs in C and C++: built, and run in place of this process, which they then have the command line of.
#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"

namespace graphfuzz::cli {

/// Is this the name of a source in C or C++ (be there such a file or not), or of an executable?
bool is_native_program(const std::string& input);
/// Is one of them?
bool is_native_program(const std::vector<std::string>& inputs);

/// If the inputs are a C or C++ program: builds it, if these are sources, and has this process execute it, with the
/// same command line, but that the program is named in place of `line.inputs`. The program's runtime sees the
/// environment variable GRAPHFUZZ_TOOL=1, and calls tool_main() in its turn; GRAPHFUZZ_SOURCES has the names of the
/// sources, one a line. Addresses are the same whenever it runs, where the system permits that. Returns if the inputs
/// are something else, or if this is such a process already. Throws UserError, and Stopped.
void become_native_program(const CommandLine& line, const std::vector<std::string>& inputs);

}  // namespace graphfuzz::cli
