// A copy of this process in which a function is explored by the command line of graphfuzz.
#pragma once

#include <string>
#include <vector>

namespace graphfuzz::runtime {

struct Body {
  void (*function)(void*) = nullptr;
  void* argument = nullptr;
};

struct ToolOutcome {
  int code = 0;        ///< exit code
  int signal = 0;      ///< that ended the process instead
  std::string output;  ///< standard output
  std::string errors;  ///< standard error
};

/// Runs the command line `words`, which begin with its options, with the function as the program, whose name is `name`.
/// `frame`: what is on the stack from there on is taken back as all other memory is. Throws std::runtime_error if there
/// can be no such process.
ToolOutcome run_tool_in_copy(const Body& body, const std::string& name, std::vector<std::string> words, void* frame);

}  // namespace graphfuzz::runtime
