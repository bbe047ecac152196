// Starts processes of Go programs.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace graphfuzz::real_go {

/// Where the memory that is shared with this process is, in the other one.
inline constexpr int kMemoryDescriptor = 3;

struct Launch {
  std::vector<std::string> words;      ///< the file, and its arguments
  std::vector<std::string> variables;  ///< its whole environment
  const std::string& folder;
  int memory;  ///< becomes kMemoryDescriptor
  int output;  ///< what it writes goes there; it has nothing to read
};

/// It ends when this process does, and Ctrl-C is not for it. Throws BuildError if there is no process to be had; if the
/// file cannot be run, it ends with 127.
pid_t launch(Launch how);

/// "exit code 3: what it said". `code`: negative for a signal; nothing: it was ended. `said`: empty if it wrote
/// nothing.
std::string why_ended(std::optional<int> code, const std::string& said);

}  // namespace graphfuzz::real_go
