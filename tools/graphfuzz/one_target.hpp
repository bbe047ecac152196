// The one program under one model that a command is about.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include "command_line.hpp"
#include "graphfuzz/target/load.hpp"

namespace graphfuzz::cli {

struct OneTarget {
  ProgramSource source;
  std::unique_ptr<const Target> target;
};

/// Of the command line's inputs; a C or C++ program is built, and this process becomes it. Throws UserError if there is
/// not exactly one, or it cannot be read, and Stopped.
OneTarget one_target(CommandLine& line);

/// Those of the options that mean nothing to the command: they are not in its help, and UserError is thrown when one is
/// read. `app` has them.
void leave_out(CLI::App& app, const std::string& command, std::initializer_list<const char*> options);

}  // namespace graphfuzz::cli
