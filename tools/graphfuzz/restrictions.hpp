// What is left aside even where every execution was visited.
#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"
#include "graphfuzz/target/target.hpp"

namespace graphfuzz::cli {

/// Of the settings of a target those under which there are fewer executions than there may be elsewhere, and,
/// `of_bugs`, those for which some bugs are none: each as an option and what it means, for a person. Empty if there are
/// none.
std::vector<std::string> restrictions(const CommandLine& line, const Target& target, bool of_bugs);

}  // namespace graphfuzz::cli
