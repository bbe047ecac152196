// Where the program is that a replay file speaks of.
#pragma once

#include <string>

#include "command_line.hpp"

namespace graphfuzz::cli {

/// As the user says, else `named` by the replay file. Throws UserError if it is not there.
std::string program_file(const CommandLine& line, const std::string& named);

/// `graphfuzz --replay` of a Go program, given the replay file's text.
int replay_go(const CommandLine& line, const std::string& text);

}  // namespace graphfuzz::cli
