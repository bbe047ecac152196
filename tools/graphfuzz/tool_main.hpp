// The command line as a function, for the executable and for the runtime library of native programs, in whose processes
// it runs as well.
#pragma once

namespace graphfuzz {

/// graphfuzz, the command line: everything that can go wrong ends here as one line on standard error and an exit code,
/// which is returned. `argv` is that of a process: it ends with a null pointer, and argv[0] is not looked at. To be
/// called once in a process: it catches signals.
int tool_main(int argc, char** argv);

}  // namespace graphfuzz
