// graphfuzz go test, graphfuzz go run, graphfuzz go build: real Go programs.
#pragma once

#include "command_line.hpp"
#include "graphfuzz/report/replay_file.hpp"

namespace graphfuzz::cli {

/// Its name is argv[0]. Returns the exit code. Throws UserError.
int go_command(int argc, char** argv);

/// Is the file of a real Go program?
bool is_of_real_go(const ReplayFile& file);

/// What a replay file of a real Go program is about, built in its folder. Throws UserError and Stopped.
std::unique_ptr<const Target> real_go_target(const ReplayFile& file, const std::string& folder,
                                             const LoadOptions& options);

}  // namespace graphfuzz::cli
