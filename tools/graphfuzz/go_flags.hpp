// The flags of go test, go run and go build, among the words of a command line of graphfuzz go.
#pragma once

#include <string>
#include <vector>

namespace graphfuzz::cli {

struct GoFlags {
  std::vector<std::string>
      words{};  ///< the command line, in which those that graphfuzz has an option for are that option
  std::vector<std::string> build{};  ///< for the toolchain
};

/// With one dash or two, and a value behind "=" or as the next word. What comes after -- or -args (of tests) is left as
/// it is. What is set in $GOFLAGS, or by go env -w, holds unless the line says otherwise; what the toolchain reads
/// there itself is not among the result. `argv` begins with the name of the command. Throws UserError for flags whose
/// meaning graphfuzz cannot keep, with the reason.
GoFlags take_go_flags(int argc, const char* const* argv, bool tests);

/// What of them there is, for --help.
extern const char* const kGoFlagsHelp;

}  // namespace graphfuzz::cli
