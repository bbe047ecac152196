// The programs that a command line names, each under each of its models.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "command_line.hpp"
#include "inputs.hpp"

namespace graphfuzz::cli {

/// `load`: how it was loaded.
using TakeTarget =
    std::function<void(const ProgramSource& source, std::unique_ptr<const Target> target, const LoadOptions& load)>;

/// Reads them, in their order, and hands each on. What cannot be read, takes longer than -t, or does not go with its
/// model is reported on standard error, left out, and added to `bad`. Throws Stopped if the user interrupts.
void load_programs(const CommandLine& line, std::vector<BadInput>& bad, const TakeTarget& take);

}  // namespace graphfuzz::cli
