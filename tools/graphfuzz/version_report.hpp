// What `graphfuzz --version --verbose` prints.
#pragma once

#include <string>

namespace graphfuzz::cli {

/// What a bug report has to say of this graphfuzz and of this machine: how it was built, what it finds, where it looks.
/// What cannot be found out is said to be unknown; no line's end after the last line. Throws Stopped.
std::string version_report();

}  // namespace graphfuzz::cli
