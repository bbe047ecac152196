// What the process inherits, made what the rest may rely on.
#pragma once

namespace graphfuzz::cli {

/// To be called first. Standard input, output and error are open afterwards: what was closed is /dev/null, or else the
/// next file to be opened would take its number, and what is printed would go there. A file that grows beyond a limit
/// (SIGXFSZ) is an error like a full disk.
void prepare_process();

}  // namespace graphfuzz::cli
