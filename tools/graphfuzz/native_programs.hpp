// Programs in C and C++: built, and run in place of this process, which they then have the command line of.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "graphfuzz/campaign/unit.hpp"

namespace graphfuzz::cli {

/// Is this the name of a source in C or C++ (be there such a file or not), or of an executable?
bool is_native_program(const std::string& input);
/// Is one of them?
bool is_native_program(const std::vector<std::string>& inputs);

/// If the inputs are a C or C++ program: builds it, if these are sources, and has this process execute it, with the
/// same command line, but that the program is named in place of `line.inputs`. The program's runtime sees the
/// environment variable GRAPHFUZZ_TOOL=1, and calls tool_main() in its turn; GRAPHFUZZ_SOURCES has the names of the
/// sources, one a line. Addresses are the same whenever it runs, where the system permits that. Returns if the inputs
/// are something else, or if this is such a process already; then `line.load.built` says what it is. Throws UserError,
/// and Stopped.
void become_native_program(CommandLine& line, const std::vector<std::string>& inputs);

/// The same with what `settings` say of the program in `file`, as far as the command line does not: of a replay file.
void become_native_program(const CommandLine& line, const std::string& file, const Settings& settings);

/// The same for who works on the task, which `file` holds, with the command line of this process. Throws UserError as
/// well if the program is not what it was. It is what Task::at says; else what it was built of, or it itself, is where
/// it was.
void become_native_program(const Task& task, const std::string& file);

/// Does this code run in the process of a native program?
bool inside_native_program();

/// For these: the command line of this process.
void remember_words(int argc, const char* const* argv);
/// It is this one, in words as split_words (frontend/native/words.hpp) reads them, for who looks at a page.
void name_command(const std::string& command);
/// … as the user has given it: with the sources of a native program in place of what was built of them, which is among
/// `inputs`.
std::vector<std::string> command_words(std::span<const std::string> inputs);

}  // namespace graphfuzz::cli
