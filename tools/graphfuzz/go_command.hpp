// graphfuzz go test, graphfuzz go run, graphfuzz go build: real Go programs.
#pragma once

namespace graphfuzz::cli {

/// Its name is argv[0]. Returns the exit code. Throws UserError.
int go_command(int argc, char** argv);

}  // namespace graphfuzz::cli
