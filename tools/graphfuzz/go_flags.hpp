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
/// it is. Of $GOFLAGS, -tags is taken, too, if it is not among them. `argv` begins with the name of the command. Throws
/// UserError for flags whose meaning graphfuzz cannot keep, with the reason.
GoFlags take_go_flags(int argc, const char* const* argv, bool tests);

/// The toolchain reads $GOFLAGS itself. Throws UserError if there is something in it that graphfuzz would have to know
/// of, as an option of its own, or cannot keep the meaning of.
void check_goflags();

/// What of them there is, for --help.
extern const char* const kGoFlagsHelp;

}  // namespace graphfuzz::cli
